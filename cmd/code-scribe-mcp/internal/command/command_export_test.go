package command

import "slices"

// Mutant is the table without one of its rows.
type Mutant struct {
	Name     string
	Validate func(Request, Setting) Invocation
}

// Mutants returns one for each option and each rule of each command.
func Mutants() (list []Mutant) {
	add := func(i int, name string, change func(*spec)) {
		specs := slices.Clone(table)
		specs[i].options = slices.Clone(specs[i].options)
		specs[i].rules = slices.Clone(specs[i].rules)
		change(&specs[i])
		list = append(list, Mutant{specs[i].name + ": " + name, func(r Request, s Setting) Invocation { return validate(specs, r, s) }})
	}
	for i, s := range table {
		for j, o := range s.options {
			add(i, "option --"+o.long, func(s *spec) { s.options = slices.Delete(s.options, j, j+1) })
		}
		for j, r := range s.rules {
			add(i, "rule "+r.name, func(s *spec) { s.rules = slices.Delete(s.rules, j, j+1) })
		}
		if s.writes != nil {
			add(i, "outputs", func(s *spec) { s.writes = nil })
		}
	}
	return list
}

// Split is tested by itself.
var Split = split
