// Package common records what Argo CD makes of cases; see ../README.md. A main program of each version calls it.
package common

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	argodiff "github.com/argoproj/argo-cd/v3/util/argo/diff"
	log "github.com/sirupsen/logrus"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/kubectl/pkg/util/openapi"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

// AnnotationGetter is anything with annotations.
type AnnotationGetter interface {
	GetAnnotations() map[string]string
}

// Compared is what a comparison finds, field by field as upstream has it.
type Compared struct {
	Modified       bool
	NormalizedLive []byte
	PredictedLive  []byte
}

// Upstream is what has another import path in another version, or none.
type Upstream struct {
	// Migrates tells whether a sync hands what kubectl's client-side apply owned to Argo CD before a server-side apply.
	Migrates bool
	// Merge lets a comparison merge as a server-side apply does. Without it, Argo CD asks the API server there.
	Merge func(config *argodiff.DiffConfigBuilder, merges bool) *argodiff.DiffConfigBuilder
	// Ignores are the rules for an object, with those of its annotations. Without it, no annotation is one.
	Ignores func(target *unstructured.Unstructured, config argodiff.DiffConfig) []v1alpha1.ResourceIgnoreDifferences
	// Compare is the comparison of one object.
	Compare func(live, target *unstructured.Unstructured, config argodiff.DiffConfig) (Compared, error)
	// Respect is what RespectIgnoreDifferences makes of a target. The cluster publishes types of custom resources.
	Respect func(live, target *unstructured.Unstructured, config argodiff.DiffConfig, cluster openapi.Resources) (*unstructured.Unstructured, error)
	// TypeOf is how Argo CD looks up a type: what it brings along itself first, then what the cluster publishes.
	TypeOf func(kind schema.GroupVersionKind, cluster *managedfields.GvkParser) *typed.ParseableType
	// HasOption is whether an annotation holds an option.
	HasOption func(of AnnotationGetter, annotation, option string) bool
}

// Main answers each case on standard input with its recording, one a line.
func Main(upstream Upstream) {
	log.SetOutput(io.Discard)
	log.SetLevel(log.DebugLevel)
	log.AddHook(skipped)
	if err := answer(upstream); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func answer(upstream Upstream) error {
	recorder, err := newRecorder(upstream)
	if err != nil {
		return err
	}
	input := bufio.NewReader(os.Stdin)
	output := json.NewEncoder(os.Stdout)
	output.SetEscapeHTML(false)
	for {
		line, err := input.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return nil
		} else if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		var one testCase
		if err := json.Unmarshal(line, &one); err != nil {
			return fmt.Errorf("%w in %s", err, line)
		}
		recorded, err := recorder.record(one)
		if err != nil {
			return fmt.Errorf("%s: %w", one.Name, err)
		}
		if err := output.Encode(recorded); err != nil {
			return err
		}
	}
}
