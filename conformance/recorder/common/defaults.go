package common

import (
	"encoding/json"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/apps"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
)

// stored is an object as an API server keeps it: a ReplicaSet gets defaults, and is converted to the internal type,
// which has only one name for the service account. The controller compares its own template with the stored one.
func (s *store) stored(o object) (object, error) {
	if !s.defaults || !o.is("replicasets", "apps") {
		return o, nil
	}
	given, internal, result := &appsv1.ReplicaSet{}, &apps.ReplicaSet{}, &appsv1.ReplicaSet{}
	if err := json.Unmarshal(o.encode(), given); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(given)
	if err := legacyscheme.Scheme.Convert(given, internal, nil); err != nil {
		return nil, err
	}
	if err := legacyscheme.Scheme.Convert(internal, result, nil); err != nil {
		return nil, err
	}
	text, err := json.Marshal(result.Spec)
	if err != nil {
		return nil, err
	}
	spec, err := parse(text)
	if err != nil {
		return nil, err
	}
	o["spec"] = map[string]any(spec)
	return o, nil
}
