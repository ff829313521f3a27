package common

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/cli-runtime/pkg/resource"
	"k8s.io/client-go/kubernetes/scheme"
	restfake "k8s.io/client-go/rest/fake"
	"k8s.io/client-go/util/csaupgrade"
	"k8s.io/kubectl/pkg/cmd/apply"
	"k8s.io/kubectl/pkg/util"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// server handles one object as an API server does, with the API server's own libraries.
type server struct {
	live      *unstructured.Unstructured
	types     converter
	defaulter *definitions
}

// Run returns the result of a server-side apply without storing it; Argo CD calls it for a server-side diff.
func (s server) Run(_ context.Context, applied *unstructured.Unstructured, manager string) (string, error) {
	result, err := s.applyServerSide(applied, manager)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(result)
	return string(text), err
}

func (s server) applyServerSide(applied *unstructured.Unstructured, manager string) (*unstructured.Unstructured, error) {
	kind := applied.GroupVersionKind()
	fields, err := s.fieldManager(kind)
	if err != nil {
		return nil, err
	}
	live := s.live.DeepCopy()
	// A server converts the live object to the requested version.
	live.SetGroupVersionKind(kind)
	result, err := fields.Apply(live, applied.DeepCopy(), manager, true)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(result)
	if err != nil {
		return nil, err
	}
	answer := &unstructured.Unstructured{}
	return answer, answer.UnmarshalJSON(text)
}

func (s server) fieldManager(kind schema.GroupVersionKind) (*managedfields.FieldManager, error) {
	version := kind.GroupVersion()
	if known := legacyscheme.Scheme; known.Recognizes(kind) {
		return managedfields.NewDefaultFieldManager(s.types, known, known, known, kind, version, "", nil)
	}
	return managedfields.NewDefaultCRDFieldManager(s.types, sameVersion{}, s.defaulter, sameVersion{}, kind, version, "", nil)
}

// sameVersion converts and creates custom resources of a single version.
type sameVersion struct{}

func (sameVersion) Convert(_, _, _ any) error { return fmt.Errorf("nothing is converted") }
func (sameVersion) ConvertToVersion(in runtime.Object, _ runtime.GroupVersioner) (runtime.Object, error) {
	return in, nil
}
func (sameVersion) ConvertFieldLabel(_ schema.GroupVersionKind, label, value string) (string, string, error) {
	return label, value, nil
}
func (sameVersion) New(kind schema.GroupVersionKind) (runtime.Object, error) {
	created := &unstructured.Unstructured{}
	created.SetGroupVersionKind(kind)
	return created, nil
}

// migrateManagedFields transfers fields owned by kubectl's client-side apply to Argo CD, as a sync does before a
// server-side apply:
// https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_context.go
func (s server) migrateManagedFields(manager string) error {
	const clientSide = "kubectl-client-side-apply"
	for _, entry := range s.live.GetManagedFields() {
		if entry.Manager == clientSide && entry.Operation == metav1.ManagedFieldsOperationUpdate {
			return csaupgrade.UpgradeManagedFields(s.live, sets.New(clientSide), manager)
		}
	}
	return nil
}

// applyClientSide is kubectl apply.
func (s server) applyClientSide(applied *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	modified, err := util.GetModifiedConfiguration(applied.DeepCopy(), true, unstructured.UnstructuredJSONScheme)
	if err != nil {
		return nil, err
	}
	kind := applied.GroupVersionKind()
	plural, _ := meta.UnsafeGuessKindToResource(kind)
	mapping := &meta.RESTMapping{Resource: plural, GroupVersionKind: kind, Scope: meta.RESTScopeNamespace}
	patcher := apply.Patcher{
		Mapping:   mapping,
		Helper:    resource.NewHelper(s.client(), mapping),
		Overwrite: true,
	}
	_, result, err := patcher.Patch(s.live.DeepCopy(), modified, "", applied.GetNamespace(), applied.GetName(), io.Discard)
	if err != nil {
		return nil, err
	}
	answer, ok := result.(*unstructured.Unstructured)
	if !ok {
		return nil, fmt.Errorf("the answer is a %T", result)
	}
	return answer, nil
}

func (s server) client() *restfake.RESTClient {
	return &restfake.RESTClient{
		NegotiatedSerializer: resource.UnstructuredPlusDefaultContentConfig().NegotiatedSerializer,
		Client: restfake.CreateHTTPClient(func(request *http.Request) (*http.Response, error) {
			patched, err := s.patch(request)
			if err != nil {
				return nil, err
			}
			header := http.Header{"Content-Type": {runtime.ContentTypeJSON}}
			return &http.Response{StatusCode: http.StatusOK, Header: header, Body: io.NopCloser(bytes.NewReader(patched))}, nil
		}),
	}
}

func (s server) patch(request *http.Request) ([]byte, error) {
	patch, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, err
	}
	live, err := s.live.MarshalJSON()
	if err != nil {
		return nil, err
	}
	switch patchType := types.PatchType(request.Header.Get("Content-Type")); patchType {
	case types.MergePatchType:
		return jsonpatch.MergePatch(live, patch)
	case types.StrategicMergePatchType:
		typed, err := scheme.Scheme.New(s.live.GroupVersionKind())
		if err != nil {
			return nil, err
		}
		return strategicpatch.StrategicMergePatch(live, patch, typed)
	default:
		return nil, fmt.Errorf("%s %s", request.Method, patchType)
	}
}
