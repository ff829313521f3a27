// Package common records what a version of the Argo Rollouts controller writes; each version has its own module that
// depends on this one.
package common

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/go-logr/logr"
	log "github.com/sirupsen/logrus"
	"k8s.io/klog/v2"

	"github.com/argoproj/argo-rollouts/rollout"
)

// Main records the scenario files given as arguments, or scenarios from standard input, one per line. addTo adds the
// wiring that only one version needs.
func Main(version string, addTo func(*rollout.ControllerConfig)) {
	configure = addTo
	stdin := flag.Bool("stdin", false, "read one scenario a line and answer each with its recording on one line")
	out := flag.String("out", "", "the folder to write recordings to; without it they are printed")
	runs := flag.Int("runs", 1, "how often to run a scenario to see whether it always gives the same")
	verbose := flag.Bool("verbose", false, "print the log of the controller")
	flag.Parse()
	quiet(*verbose)

	if *stdin {
		if err := answerLines(os.Stdin, os.Stdout, func(line []byte) string { return answer(line, *runs) }); err != nil {
			fail(err)
		}
		return
	}
	for _, path := range flag.Args() {
		if err := recordFile(version, path, *out, *runs); err != nil {
			fail(fmt.Errorf("%s: %w", path, err))
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// quiet limits the log to what the recorder reads, and prevents the AWS client of ALB from probing its environment.
func quiet(verbose bool) {
	for name, value := range map[string]string{"AWS_REGION": "local", "AWS_EC2_METADATA_DISABLED": "true"} {
		_ = os.Setenv(name, value)
	}
	_ = os.Unsetenv("AWS_CA_BUNDLE")
	if verbose {
		return
	}
	log.SetLevel(log.ErrorLevel)
	log.SetOutput(io.Discard)
	klog.SetLogger(logr.Discard())
}

// answer is the recording of a scenario, as a line.
func answer(line []byte, runs int) string {
	var s scenario
	if err := json.Unmarshal(line, &s); err != nil {
		return outcome{err: err}.line()
	}
	return outcomeOf(s, runs).line()
}

func recordFile(version, path, out string, runs int) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var scenarios []scenario
	if err := json.Unmarshal(text, &scenarios); err != nil {
		return err
	}
	var outcomes []outcome
	names := map[string]bool{}
	for _, s := range scenarios {
		if !s.isOf(version) {
			continue
		}
		if names[s.Name] {
			return fmt.Errorf("two scenarios have the name %q", s.Name)
		}
		names[s.Name] = true
		outcomes = append(outcomes, outcomeOf(s, runs))
		last := outcomes[len(outcomes)-1]
		switch {
		case last.err != nil:
			fmt.Fprintf(os.Stderr, "%s: %s: %s\n", path, s.Name, last.err)
		case last.unstable:
			fmt.Fprintf(os.Stderr, "%s: %s is unstable after %d snapshots\n", path, s.Name, len(last.lines))
		}
	}
	recorded := document(version, outcomes)
	if out == "" {
		_, err = os.Stdout.WriteString(recorded)
		return err
	}
	return os.WriteFile(filepath.Join(out, filepath.Base(path)), []byte(recorded), 0o644)
}
