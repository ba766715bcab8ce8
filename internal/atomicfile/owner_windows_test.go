package atomicfile_test

// owner isn't kept on Windows.
func owner(string, uint32, uint32) error { return nil }
