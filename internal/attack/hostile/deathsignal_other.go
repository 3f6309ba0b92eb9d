//go:build unix && !linux

package main

func deathSignal() int { return 0 }
