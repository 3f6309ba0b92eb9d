package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/nurucobra/nuru/nurucobra"
)

// The prompts tell a model in which order to use the tools, what to look at
// before a model run is paid for, and what to check afterwards. They say
// nothing that the tools enforce by themselves.

func prompts() []nurucobra.Prompt {
	return []nurucobra.Prompt{translatePrompt(), generatePrompt(), inspectPrompt(), updatePrompt()}
}

// choice are the arguments by which a person may choose the model.
func choice() []nurucobra.PromptArgument {
	return []nurucobra.PromptArgument{
		{Name: "provider", Description: "Provider; left out, the configured default"},
		{Name: "model", Description: "Model; left out, the provider's default"},
	}
}

func translatePrompt() nurucobra.Prompt {
	return nurucobra.Prompt{
		Name:        "plan_and_translate",
		Title:       "Translate Fortran files to C++",
		Description: "Plan a translation of Fortran files, validate it, and run it as one bundle.",
		Arguments: append([]nurucobra.PromptArgument{
			{Name: "files", Description: "The Fortran files or the folder that holds them", Required: true},
			{Name: "prompt", Description: "Path of the seed prompt (.toml)"},
		}, choice()...),
		Text: func(a map[string]string) (string, error) {
			return steps("Translate these Fortran sources to C++ with CodeScribe: "+a["files"]+".",
				"List the exact files. CodeScribe expands no patterns: name each file, leave out generated interfaces (*_fi.F90), and ask me when it is not clear which ones I mean.",
				"The seed prompt is "+or(a["prompt"], "not chosen yet: look for .toml files that hold a chat, and ask me which one to use")+".",
				model(a),
				"Call codescribe_validate for the command translate with all files and the seed prompt. Mend what it reports and validate again; after a second failure show me the errors and stop.",
				"Read its warnings to me before you go on. OUTPUT_EXISTS means that a file will be skipped because its .cpp is there already: ask whether to keep it or to move it away. NO_INDEX means that calls between files will not be resolved: offer an index of the folder that holds all sources.",
				"Call codescribe_translate_bundle once with all files: it writes the drafts and then translates. Give indexDir only if I want an index, for it writes a scribe.yaml into every folder below.",
				"If it stopped early, stoppedAt names the step. Say what that step printed; do not run the remaining steps by hand.",
				"At the end list the files written, skipped and missing. Open each new .cpp and .hpp beside its source and tell me of subroutines that are missing, of array indices (Fortran counts from 1 and stores columns first), and of lines that the draft lost: fixed-form comment rules drop every line that begins with the letter c. Compile nothing and change nothing unless I say so.",
			), nil
		},
	}
}

func generatePrompt() nurucobra.Prompt {
	return nurucobra.Prompt{
		Name:        "generate",
		Title:       "Generate new code",
		Description: "Generate new files from a description or a prompt file, with existing files as reference.",
		Arguments: append([]nurucobra.PromptArgument{
			{Name: "task", Description: "What to generate, in words, or the path of a prompt (.toml)", Required: true},
			{Name: "references", Description: "Files to take as reference"},
		}, choice()...),
		Text: func(a map[string]string) (string, error) {
			return steps("Generate code with CodeScribe. The task: "+a["task"],
				"If the task is the path of a .toml file, pass it as it is. Otherwise pass the words as one argument, and say in them in which files the result belongs: CodeScribe writes every file that the answer names.",
				references(a, "none; add a file with -r when the new code has to fit to it"),
				model(a),
				"Call codescribe_validate for the command generate. Mend what it reports and validate again; after a second failure show me the errors and stop.",
				"Tell me which folder files will be written to, then call codescribe_run with the same arguments.",
				"Read files.written and files.outsideCwd of the result. A file outside the folder is not what I asked for: tell me at once. Open what was written and say how it meets the task and what is missing.",
			), nil
		},
	}
}

func inspectPrompt() nurucobra.Prompt {
	return nurucobra.Prompt{
		Name:        "inspect",
		Title:       "Ask about source files",
		Description: "Have a model read source files and answer a question about them.",
		Arguments: append([]nurucobra.PromptArgument{
			{Name: "files", Description: "The files to read", Required: true},
			{Name: "question", Description: "The question", Required: true},
		}, choice()...),
		Text: func(a map[string]string) (string, error) {
			return steps("Ask CodeScribe about these files: "+a["files"]+". The question: "+a["question"],
				"Name each file; CodeScribe expands no patterns. Few files give better answers than many.",
				model(a),
				"Call codescribe_validate for the command inspect with the files and -q and the question. Mend what it reports and validate again; after a second failure show me the errors and stop.",
				"Call codescribe_run with the same arguments. It changes no file.",
				"Give me the answer, and check each statement about a file against the file itself: say which ones you could not confirm.",
			), nil
		},
	}
}

func updatePrompt() nurucobra.Prompt {
	return nurucobra.Prompt{
		Name:        "update",
		Title:       "Change existing files",
		Description: "Have a model change existing files, with a review of what it did.",
		Arguments: append([]nurucobra.PromptArgument{
			{Name: "files", Description: "The files to change", Required: true},
			{Name: "change", Description: "What to change, in words, or the path of a prompt (.toml)", Required: true},
			{Name: "references", Description: "Files to take as reference"},
		}, choice()...),
		Text: func(a map[string]string) (string, error) {
			return steps("Change these files with CodeScribe: "+a["files"]+". The change: "+a["change"],
				"Make sure that the files are under version control without open changes, or keep a copy: the command overwrites them.",
				"Pass words with -q and a .toml file with -p. "+references(a, "none; add files with -r, never one that is to be changed itself"),
				model(a),
				"Call codescribe_validate for the command update. Mend what it reports and validate again; after a second failure show me the errors and stop.",
				"Call codescribe_run with the same arguments.",
				"Show me the difference of every file in files.written, and say of each part of the change where it is. Tell me of files.outsideCwd at once. Undo nothing unless I say so.",
			), nil
		},
	}
}

// steps joins what is to be done and how.
func steps(task string, how ...string) string {
	var b strings.Builder
	b.WriteString(task + "\n")
	for i, step := range how {
		fmt.Fprintf(&b, "\n%d. %s", i+1, step)
	}
	b.WriteString("\n\nNever put an address or a key into an argument: the server's configuration has them.\n")
	return b.String()
}

func model(a map[string]string) string {
	provider, name := a["provider"], a["model"]
	switch {
	case provider == "" && name == "":
		return "Leave provider and model out, so that the configured defaults hold; if validation then asks for them, call codescribe_providers and codescribe_models and let me choose."
	case provider == "":
		return fmt.Sprintf("Use the model %s. If validation does not know it, call codescribe_providers and codescribe_models and let me choose.", name)
	}
	return fmt.Sprintf("Use provider %s and model %s.", provider, cmp.Or(name, "that is its default (leave model out)"))
}

func references(a map[string]string, none string) string {
	return "References: " + or(a["references"], none) + "."
}

func or(given, otherwise string) string { return cmp.Or(strings.TrimSpace(given), otherwise) }
