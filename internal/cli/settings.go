package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/pflag"

	"chratze/internal/bounded"
	"chratze/internal/locale"
)

// configFlag names the file with settings.
const configFlag = "config"

// envName returns the environment variable of a flag: CHRATZE_PUBLIC_URL for --public-url.
func envName(flag string) string {
	return "CHRATZE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// secrets are the settings that may also stand in a file of their own, as containers pass them
// on: CHRATZE_PASSWORD_FILE names the file with the password.
//
//lattice:table
var secrets = [...]string{"password", "metrics-token", "load-token", "db"}

// inFile ends the name of the variable that names the file of a secret.
const inFile = "_FILE"

// resolveSettings sets the flags that were not given: from the environment, else from the
// TOML file that --config or CHRATZE_CONFIG names, in which the keys are the names
// of the flags. An unknown key is refused.
func resolveSettings(p *locale.Printer, flags *pflag.FlagSet, getenv func(string) string) error {
	for _, name := range known(flags) {
		value := getenv(envName(name))
		if path := getenv(envName(name) + inFile); value == "" && path != "" && slices.Contains(secrets[:], name) {
			text, err := bounded.ReadText(path, maxConfigFile)
			if err != nil {
				return misuse(envName(name) + inFile + ": " + fileFault(p, err))
			}
			value = strings.TrimSpace(string(text))
		}
		if value == "" || flags.Changed(name) {
			continue
		}
		if err := flags.Set(name, value); err != nil {
			return misuse(fmt.Sprintf("%s=%q: %s", envName(name), value, wanted(p, flags.Lookup(name), cause(err))))
		}
	}
	path := flags.Lookup(configFlag).Value.String()
	if path == "" {
		return nil
	}
	text, err := bounded.ReadText(path, maxConfigFile)
	if err != nil {
		return misuse("--" + configFlag + ": " + fileFault(p, err))
	}
	var file map[string]any
	if err := toml.Unmarshal(text, &file); err != nil {
		if at, ok := errors.AsType[*toml.DecodeError](err); ok {
			row, _ := at.Position()
			err = errors.New(p.T("serve.bad.line", locale.Args{"line": row, "reason": err}))
		}
		return misuse(path + ": " + err.Error())
	}
	for name, value := range file {
		if !slices.Contains(known(flags), name) || name == configFlag {
			return misuse(p.T("serve.bad.setting", locale.Args{"path": path, "name": name, "list": strings.Join(known(flags), ", ")}))
		}
		if flags.Changed(name) {
			continue
		}
		if err := flags.Set(name, setting(value)); err != nil {
			return misuse(fmt.Sprintf("%s: %s=%q: %s", path, name, fmt.Sprint(value), wanted(p, flags.Lookup(name), cause(err))))
		}
	}
	return nil
}

// strangers returns the variables CHRATZE_… of an environment that are no settings: misspelt ones.
func strangers(flags *pflag.FlagSet, environ []string) (names []string) {
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, envName("")) && !slices.ContainsFunc(known(flags), func(flag string) bool { return envName(flag) == strings.TrimSuffix(name, inFile) }) {
			names = append(names, name)
		}
	}
	return names
}

// known returns the names of the flags that are settings.
func known(flags *pflag.FlagSet) (names []string) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" {
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
