package cobrax

// The flag annotations under which cobra keeps groups of flags, for which it
// exports no names. Each value is one group: the names of its flags with blanks
// between them.
const (
	TogetherGroups    = "cobra_annotation_required_if_others_set"
	OneRequiredGroups = "cobra_annotation_one_required"
	ExclusiveGroups   = "cobra_annotation_mutually_exclusive"
)
