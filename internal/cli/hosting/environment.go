package hosting

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/pflag"

	"chratze/internal/bounded"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
)

// configFlag names the file with settings. checkFlag is no setting.
const configFlag, checkFlag = "config", "check"

// EnvName returns the environment variable of a flag: CHRATZE_PUBLIC_URL for --public-url.
func EnvName(flag string) string {
	return "CHRATZE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// Secrets are the settings that may also stand in a file of their own, as containers pass them
// on: CHRATZE_PASSWORD_FILE names the file with the password.
//
//lattice:table
var Secrets = [...]string{"password", "metrics-token", "load-token", "db"}

// InFile ends the name of the variable that names the file of a secret.
const InFile = "_FILE"

// resolveSettings sets the flags that were not given: from the environment, else from the
// TOML file that --config or CHRATZE_CONFIG names, in which the keys are the names
// of the flags. An unknown key is refused. It reports whether there are any.
func resolveSettings(p *locale.Printer, flags *pflag.FlagSet, getenv func(string) string) (given bool, err error) {
	for _, name := range known(flags) {
		value := getenv(EnvName(name))
		if path := getenv(EnvName(name) + InFile); value == "" && path != "" && slices.Contains(Secrets[:], name) {
			text, err := bounded.ReadText(path, shell.MaxConfigFile)
			if err != nil {
				return true, shell.BadConfig(EnvName(name) + InFile + ": " + shell.FileFault(p, path, err))
			}
			value = strings.TrimSpace(string(text))
		}
		if value == "" || flags.Changed(name) {
			continue
		}
		given = true
		if err := flags.Set(name, value); err != nil {
			return true, shell.BadConfig(fmt.Sprintf("%s=%q: %s", EnvName(name), value, shell.Wanted(p, flags.Lookup(name), cause(err))))
		}
	}
	path := flags.Lookup(configFlag).Value.String()
	if path == "" {
		return given, nil
	}
	text, err := bounded.ReadText(path, shell.MaxConfigFile)
	if err != nil {
		return true, shell.BadConfig("--" + configFlag + ": " + shell.FileFault(p, path, err))
	}
	var file map[string]any
	if err := toml.Unmarshal(text, &file); err != nil {
		if at, ok := errors.AsType[*toml.DecodeError](err); ok {
			row, _ := at.Position()
			err = errors.New(p.T("serve.bad.line", locale.Args{"line": row, "reason": err}))
		}
		return true, shell.BadConfig(path + ": " + err.Error())
	}
	for name, value := range file {
		if !slices.Contains(known(flags), name) || name == configFlag {
			return true, shell.BadConfig(p.T("serve.bad.setting", locale.Args{"path": path, "name": name, "list": strings.Join(known(flags), ", ")}))
		}
		if flags.Changed(name) {
			continue
		}
		if err := flags.Set(name, setting(value)); err != nil {
			return true, shell.BadConfig(fmt.Sprintf("%s: %s=%q: %s", path, name, fmt.Sprint(value), shell.Wanted(p, flags.Lookup(name), cause(err))))
		}
	}
	return true, nil
}

// strangers returns the variables CHRATZE_… of an environment that are no settings: misspelt ones.
func strangers(flags *pflag.FlagSet, environ []string) (names []string) {
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, EnvName("")) && !slices.ContainsFunc(known(flags), func(flag string) bool { return EnvName(flag) == strings.TrimSuffix(name, InFile) }) {
			names = append(names, name)
		}
	}
	return names
}

// known returns the names of the flags that are settings.
func known(flags *pflag.FlagSet) (names []string) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" && f.Name != checkFlag {
			names = append(names, f.Name)
		}
	})
	return names
}

// setting returns a TOML value as the text of a flag.
func setting(value any) string {
	list, ok := value.([]any)
	if !ok {
		return fmt.Sprint(value)
	}
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = fmt.Sprint(v)
	}
	return strings.Join(parts, ",")
}

// cause removes what pflag says about flags, because the value came from elsewhere.
func cause(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}
