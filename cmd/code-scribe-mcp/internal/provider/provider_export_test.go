package provider

// IsPassed is tested for Windows on every system.
var IsPassed = isPassed
