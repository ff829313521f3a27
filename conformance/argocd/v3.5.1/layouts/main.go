// Returns the objects that Argo CD generates from folders, with the repository server's own code and the real kustomize
// and helm. Reads JSON lines from standard input, {"root": folder, "path": path, "source": source of an Application},
// and writes {"objects": ["kind/namespace/name"]} or {"error": text}.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	"github.com/argoproj/argo-cd/v3/reposerver/apiclient"
	"github.com/argoproj/argo-cd/v3/reposerver/repository"
	"github.com/argoproj/argo-cd/v3/util/argo"
	"github.com/argoproj/argo-cd/v3/util/git"
	"github.com/sirupsen/logrus"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

type question struct {
	Root string                    `json:"root"`
	Spec *v1alpha1.ApplicationSpec `json:"spec"`
}

type answer struct {
	Objects []string `json:"objects"`
	Error   string   `json:"error,omitempty"`
}

func main() {
	logrus.SetLevel(logrus.PanicLevel)
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<26)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		var q question
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		_ = out.Encode(ask(q))
	}
}

// ask handles the sources as the application controller does.
func ask(q question) answer {
	spec := argo.NormalizeApplicationSpec(q.Spec)
	objects := []string{}
	for _, source := range spec.GetSources() {
		// Argo CD writes settings into the kustomization.yaml; the repository server checks out a fresh copy for each
		// source.
		root, err := checkout(q.Root)
		if err != nil {
			return answer{Objects: objects, Error: err.Error()}
		}
		found, err := of(root, source, spec.HasMultipleSources())
		os.RemoveAll(root)
		if err != nil {
			return answer{Objects: objects, Error: err.Error()}
		}
		objects = append(objects, found...)
	}
	return answer{Objects: objects}
}

func checkout(repository string) (string, error) {
	root, err := os.MkdirTemp("", "rolloutkit-layout-")
	if err != nil {
		return "", err
	}
	return root, os.CopyFS(root, os.DirFS(repository))
}

func of(root string, source v1alpha1.ApplicationSource, several bool) ([]string, error) {
	response, err := repository.GenerateManifests(context.Background(), filepath.Join(root, source.Path), root, "HEAD",
		&apiclient.ManifestRequest{
			Repo:               &v1alpha1.Repository{Repo: source.RepoURL},
			ApplicationSource:  &source,
			AppName:            "app",
			Namespace:          "destination",
			KustomizeOptions:   &v1alpha1.KustomizeOptions{},
			ProjectName:        "default",
			HasMultipleSources: several,
			TrackingMethod:     string(v1alpha1.TrackingMethodAnnotation),
		}, true, &git.NoopCredsStore{}, resource.MustParse("0"), nil)
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, manifest := range response.Manifests {
		var object unstructured.Unstructured
		if err := json.Unmarshal([]byte(manifest), &object); err != nil {
			return nil, err
		}
		names = append(names, object.GetKind()+"/"+object.GetNamespace()+"/"+object.GetName())
	}
	return names, nil
}
