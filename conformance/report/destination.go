package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/actionconform/conform/conformance"
)

// Destination is where one report goes: what --report FORMAT[=PATH] says.
type Destination struct {
	Format Format
	// Path is a file, or "" for standard output.
	Path string

	temp *os.File
	// device is set where Path is a pipe or a device, which cannot be replaced and is written as it is.
	device bool
}

// ParseDestination reads FORMAT, FORMAT=- or FORMAT=PATH.
func ParseDestination(s string) (*Destination, error) {
	name, path, given := strings.Cut(s, "=")
	f, err := Lookup(name)
	if err != nil {
		return nil, err
	}
	if given && path == "" {
		return nil, fmt.Errorf("--report %s: there is no path after %q; write %s=FILE, or %s alone for standard output", s, "=", name, name)
	}
	if path == "-" {
		path = ""
	}
	return &Destination{Format: f, Path: path}, nil
}

// Open makes sure that the report can be written, before anything runs. The file itself stays as it is
// until [Destination.Write] replaces it as a whole.
func (d *Destination) Open() error {
	if d.Path == "" {
		return nil
	}
	if info, err := os.Stat(d.Path); err == nil {
		if info.IsDir() {
			return fmt.Errorf("the report cannot be written to %s: it is a folder", d.Path)
		}
		if d.device = !info.Mode().IsRegular(); d.device {
			return d.openDevice()
		}
	}
	temp, err := os.CreateTemp(filepath.Dir(d.Path), "."+filepath.Base(d.Path)+".tmp-*")
	if err != nil {
		return d.unwritable(err)
	}
	d.temp = temp
	return nil
}

func (d *Destination) openDevice() error {
	f, err := os.OpenFile(d.Path, os.O_WRONLY, 0)
	if err != nil {
		return d.unwritable(err)
	}
	d.temp = f
	return nil
}

// unwritable is the error of a path, without the name of the temporary file people never see.
func (d *Destination) unwritable(err error) error {
	var pathErr *fs.PathError
	var linkErr *os.LinkError
	switch {
	case errors.As(err, &pathErr):
		err = pathErr.Err
	case errors.As(err, &linkErr):
		err = linkErr.Err
	}
	return fmt.Errorf("the report cannot be written to %s: %w", d.Path, err)
}

// Write writes the report to its file, or to out where it has none.
func (d *Destination) Write(out io.Writer, r *conformance.Report, o Options) error {
	if d.Path == "" {
		return Write(out, d.Format, r, o)
	}
	if d.temp == nil {
		if err := d.Open(); err != nil {
			return err
		}
	}
	defer d.Discard()
	var text bytes.Buffer
	if err := Write(&text, d.Format, r, o); err != nil {
		return err
	}
	if err := d.replace(text.Bytes()); err != nil {
		return d.unwritable(err)
	}
	d.temp = nil
	return nil
}

// replace puts data in the place of the file, as a whole.
func (d *Destination) replace(data []byte) error {
	if _, err := d.temp.Write(data); err != nil {
		return err
	}
	if d.device {
		return d.temp.Close()
	}
	// The mode of an ordinary new file; a temporary one is private.
	if err := d.temp.Chmod(0o644); err != nil {
		return err
	}
	if err := d.temp.Close(); err != nil {
		return err
	}
	return os.Rename(d.temp.Name(), d.Path)
}

// Discard removes what [Destination.Open] made, if the report was never written. It may be called twice.
func (d *Destination) Discard() {
	if d.temp == nil {
		return
	}
	_ = d.temp.Close() // closed already after a failed rename
	if !d.device {
		_ = os.Remove(d.temp.Name())
	}
	d.temp = nil
}
