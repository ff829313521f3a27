// Package common records the results of Argo CD for cases; see ../README.md. The main program of each version calls it.
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

// Compared is the result of a comparison, with upstream's fields.
type Compared struct {
	Modified       bool
	NormalizedLive []byte
	PredictedLive  []byte
}

// Upstream contains the functions whose import path differs between versions, or which some versions lack.
type Upstream struct {
	// Migrates tells whether a sync transfers fields owned by kubectl's client-side apply to Argo CD before a
	// server-side apply.
	Migrates bool
	// Merge lets a comparison merge as a server-side apply does. Without it, Argo CD sends a dry run to the API server.
	Merge func(config *argodiff.DiffConfigBuilder, merges bool) *argodiff.DiffConfigBuilder
	// Ignores are the rules for an object, including those of its annotations. If nil, annotations contain no rules.
	Ignores func(target *unstructured.Unstructured, config argodiff.DiffConfig) []v1alpha1.ResourceIgnoreDifferences
	// Compare compares one object.
	Compare func(live, target *unstructured.Unstructured, config argodiff.DiffConfig) (Compared, error)
	// Respect returns the target under RespectIgnoreDifferences. The cluster publishes types of custom resources.
	Respect func(live, target *unstructured.Unstructured, config argodiff.DiffConfig, cluster openapi.Resources) (*unstructured.Unstructured, error)
	// TypeOf looks up a type as Argo CD does: first in its built-in schema, then in the published one.
	TypeOf func(kind schema.GroupVersionKind, cluster *managedfields.GvkParser) *typed.ParseableType
	// HasOption tells whether an annotation contains an option.
	HasOption func(of AnnotationGetter, annotation, option string) bool
}

// Main writes the recording of each case on standard input, one per line.
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
