//go:build !js

package trained

import "embed"

//go:embed *.policy
var files embed.FS

// Read returns a policy by its name, as policy.Read reads it. It fails for a name that isn't among Names.
func Read(name string) ([]byte, error) { return files.ReadFile(name) }
