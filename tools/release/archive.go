package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"time"
)

// targz packs files; nothing in it but their names, modes and contents, and one time
// for all.
func targz(entries []entry, when time.Time) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	for _, e := range entries {
		body, err := os.ReadFile(e.from)
		if err != nil {
			return nil, err
		}
		if err := w.WriteHeader(&tar.Header{Name: e.name, Mode: int64(e.mode), Size: int64(len(body)), ModTime: when, Typeflag: tar.TypeReg}); err != nil {
			return nil, err
		}
		if _, err := w.Write(body); err != nil {
			return nil, err
		}
	}
	err = errors.Join(w.Close(), z.Close())
	return b.Bytes(), err
}

// zipped is targz for Windows.
func zipped(entries []entry, when time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		body, err := os.ReadFile(e.from)
		if err != nil {
			return nil, err
		}
		head := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: when}
		head.SetMode(e.mode)
		f, err := w.CreateHeader(head)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(body); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
