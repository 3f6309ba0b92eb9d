package runner

// lifelineEnv names the variable that tells a program about its lifeline.
const lifelineEnv = "NURUCOBRA_LIFELINE"
