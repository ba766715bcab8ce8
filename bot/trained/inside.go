//go:build !js

package trained

import "embed"

//go:embed *.policy *.solution
var files embed.FS

// Read returns a file by its name, for policy.Read or solved.Read. It fails for a name that isn't among Files.
func Read(name string) ([]byte, error) { return files.ReadFile(name) }
