package runner

const (
	// lifelineEnv names the variable that tells a program about its lifeline.
	lifelineEnv = "NURUCOBRA_LIFELINE"
	// superviseEnv names the variable that tells a supervisor the file of the
	// program that it starts.
	superviseEnv = "NURUCOBRA_SUPERVISE"
)
