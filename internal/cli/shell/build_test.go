package shell

import (
	"runtime/debug"
	"strings"
	"testing"

	"chratze/internal/locale"
)

func TestBuildOf(t *testing.T) {
	t.Parallel()
	const rev, day = "0123abcd", "2026-11-22T07:15:22Z"
	checkout := []debug.BuildSetting{{Key: "vcs.revision", Value: rev}, {Key: "vcs.time", Value: day}, {Key: "vcs.modified", Value: "true"}}
	for _, tt := range []struct {
		name string
		info *debug.BuildInfo
		set  Build
		want string
	}{
		{"no information", nil, Build{}, "chratze development build\n"},
		{"go run, or an archive", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, Build{}, "chratze development build\n"},
		{"go install of a tag", &debug.BuildInfo{Main: debug.Module{Version: "v0.1.0"}}, Build{}, "chratze 0.1.0\n"},
		{"a checkout with changes", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: checkout}, Build{},
			"chratze development build\nrevision 0123abcd, with uncommitted changes\ndate " + day + "\n"},
		{"a clean checkout of a tag", &debug.BuildInfo{Main: debug.Module{Version: "v0.1.0"}, Settings: checkout[:2]}, Build{},
			"chratze 0.1.0\nrevision 0123abcd\ndate " + day + "\n"},
		{"a release comes first", &debug.BuildInfo{Main: debug.Module{Version: "v0.0.9"}, Settings: checkout}, Build{Version: "v0.2.0", Revision: "ffff", Date: "2026-12-01T00:00:00Z"},
			"chratze 0.2.0\nrevision ffff\ndate 2026-12-01T00:00:00Z\n"},
	} {
		got := buildOf(tt.info, tt.set).Text(locale.New().For("en"))
		if got, system, _ := strings.Cut(got, "go1."); got != tt.want || !strings.Contains(system, "/") {
			t.Errorf("%s: %q %q, want %q", tt.name, got, system, tt.want)
		}
	}
}
