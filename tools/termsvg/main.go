// Command termsvg makes a picture of what a terminal showed: an SVG, animated if
// there is more than one screen. A screen is what "tmux capture-pane -e -p" writes;
// behind its name stands how long it stays, in milliseconds.
//
//	termsvg -o play.svg -columns 100 -rows 30 first.ansi=800 second.ansi=1500
//
// Lines and blocks are drawn, not written, so that they join with any font; a line
// of the screen that doesn't change is in the file once.
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	out := flag.String("o", "", "the file; standard output without it")
	columns := flag.Int("columns", 80, "of the screen")
	rows := flag.Int("rows", 24, "of the screen")
	light := flag.Bool("light", false, "a light background")
	title := flag.String("title", "", "what the picture shows, for those who don't see it")
	flag.Parse()
	p := picture{columns: *columns, rows: *rows, title: *title, paper: "#12161c", ink: "#d7dae0"}
	if *light {
		p.paper, p.ink = "#ffffff", "#1f2328"
	}
	for _, arg := range flag.Args() {
		name, wait, _ := strings.Cut(arg, "=")
		text, err := os.ReadFile(name)
		if err != nil {
			fatal(err)
		}
		millis, err := strconv.Atoi(wait)
		if err != nil {
			millis = 1000
		}
		p.frames = append(p.frames, frame{parse(string(text), *columns, *rows), millis})
	}
	if len(p.frames) == 0 {
		fatal(fmt.Errorf("no screens: name files that tmux capture-pane -e -p has written"))
	}
	svg := p.svg()
	if *out == "" {
		fmt.Print(svg)
		return
	}
	if err := os.WriteFile(*out, []byte(svg), 0o644); err != nil {
		fatal(err)
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "termsvg:", err)
	os.Exit(1)
}
