package common

import (
	"encoding/json"
	"fmt"

	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/kubectl/pkg/util"
)

// testCase is described in ../README.md.
type testCase struct {
	Name              string                               `json:"name"`
	Live              map[string]any                       `json:"live"`
	Target            map[string]any                       `json:"target"`
	LastApplied       any                                  `json:"lastApplied"`
	ManagedFields     []any                                `json:"managedFields"`
	IgnoreDifferences []v1alpha1.ResourceIgnoreDifferences `json:"ignoreDifferences"`
	ConfigMap         map[string]string                    `json:"configMap"`
	SyncOptions       v1alpha1.SyncOptions                 `json:"syncOptions"`
	Annotations       map[string]string                    `json:"annotations"`
	ServerSideDiff    bool                                 `json:"serverSideDiff"`
}

// UnmarshalJSON reads numbers as a Kubernetes client does: integers stay integers.
func (c *testCase) UnmarshalJSON(data []byte) error {
	type plain testCase
	if err := json.Unmarshal(data, (*plain)(c)); err != nil {
		return err
	}
	var objects struct{ Live, Target json.RawMessage }
	if err := json.Unmarshal(data, &objects); err != nil {
		return err
	}
	for object, text := range map[*map[string]any]json.RawMessage{&c.Live: objects.Live, &c.Target: objects.Target} {
		if *object == nil {
			continue
		}
		var read unstructured.Unstructured
		if err := read.UnmarshalJSON(text); err != nil {
			return err
		}
		*object = read.Object
	}
	return nil
}

// live is the object in the cluster, as the API server returns it.
func (c *testCase) live() (*unstructured.Unstructured, error) {
	if c.Live == nil {
		return nil, nil
	}
	live := (&unstructured.Unstructured{Object: c.Live}).DeepCopy()
	if c.ManagedFields != nil {
		if err := unstructured.SetNestedSlice(live.Object, c.ManagedFields, "metadata", "managedFields"); err != nil {
			return nil, err
		}
	}
	annotation, err := c.lastApplied()
	if err != nil || annotation == "" {
		return live, err
	}
	annotations := live.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations[corev1.LastAppliedConfigAnnotation] = annotation
	live.SetAnnotations(annotations)
	return live, nil
}

// lastApplied is the text of kubectl's annotation.
func (c *testCase) lastApplied() (string, error) {
	switch lastApplied := c.LastApplied.(type) {
	case nil:
		return "", nil
	case string:
		return lastApplied, nil
	case map[string]any:
		return annotationOf(&unstructured.Unstructured{Object: lastApplied})
	default:
		return "", fmt.Errorf("lastApplied is neither an object nor a text: %v", lastApplied)
	}
}

func annotationOf(object *unstructured.Unstructured) (string, error) {
	copied := object.DeepCopy()
	if err := util.CreateApplyAnnotation(copied, unstructured.UnstructuredJSONScheme); err != nil {
		return "", err
	}
	return copied.GetAnnotations()[corev1.LastAppliedConfigAnnotation], nil
}

func (c *testCase) target() *unstructured.Unstructured {
	if c.Target == nil {
		return nil
	}
	return (&unstructured.Unstructured{Object: c.Target}).DeepCopy()
}
