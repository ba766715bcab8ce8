package atomicfile

import (
	"io/fs"
	"os"
)

// SyncDir does nothing: Windows has no such call, and writes names at once.
func SyncDir(string) error { return nil }

// OwnAsDir does nothing: a file inherits the rights of its directory.
func OwnAsDir(*os.File) error { return nil }

// SameOwner returns true: whose a file is doesn't matter.
func SameOwner(fs.FileInfo, fs.FileInfo) bool { return true }

// giveTo does nothing: a file in the same directory inherits its rights.
func giveTo(*os.File, fs.FileInfo) error { return nil }
