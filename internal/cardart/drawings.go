package cardart

import (
	"embed"
	"path"
	"strings"
)

//go:embed drawings
var folder embed.FS

// drawings are what cards are put together from, by group and name: "hats crown". In the files of the folder each has its
// name in a line of its own, and below it, indented, a shape a line (palette.draw). # begins a comment.
var drawings = readDrawings()

func readDrawings() map[string]string {
	all := map[string]string{}
	files, err := folder.ReadDir("drawings")
	if err != nil {
		panic(err) // impossible: it is part of the program
	}
	for _, f := range files {
		text, err := folder.ReadFile(path.Join("drawings", f.Name()))
		if err != nil {
			panic(err)
		}
		name := ""
		for line := range strings.Lines(string(text)) {
			if shape, ok := strings.CutPrefix(line, "\t"); ok {
				all[name] += shape
			} else if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				name = line
			}
		}
	}
	return all
}

// part returns a drawing, which must be there.
func part(group, name string) string {
	drawing, ok := drawings[group+" "+name]
	if !ok {
		panic("cardart: no drawing of " + group + " " + name)
	}
	return drawing
}
