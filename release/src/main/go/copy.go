// Copies the agent's jar into a folder, /probes unless an argument names another, and ends. It is all that runs in the image.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

const jar = "/opt/latency-probes-agent.jar"

func main() {
	folder := "/probes"
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	file := filepath.Join(folder, filepath.Base(jar))
	if err := put(file); err != nil {
		fmt.Fprintln(os.Stderr, "latency-probes:", err)
		os.Exit(1)
	}
	fmt.Println("latency-probes: copied", file)
}

// put renames the jar into its place, since a JVM may have the old one open.
func put(file string) error {
	from, err := os.Open(jar)
	if err != nil {
		return err
	}
	to, err := os.CreateTemp(filepath.Dir(file), ".latency-probes-")
	if err != nil {
		return err
	}
	if _, err = io.Copy(to, from); err == nil {
		err = to.Chmod(0o644)
	}
	if closing := to.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(to.Name(), file)
	}
	if err != nil {
		os.Remove(to.Name())
	}
	return err
}
