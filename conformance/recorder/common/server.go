package common

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/client-go/kubernetes/scheme"
)

// server answers the requests of real clients from a store; it replaces their transport.
type server struct {
	store *store
	// told is called before a write is answered.
	told func() error
}

// request is the content of a Kubernetes API path.
type request struct {
	schema.GroupVersionResource
	namespace, name, subresource string
}

func parsePath(path string) (request, bool) {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	r := request{}
	switch {
	case len(parts) >= 2 && parts[0] == "api":
		r.Version, parts = parts[1], parts[2:]
	case len(parts) >= 3 && parts[0] == "apis":
		r.Group, r.Version, parts = parts[1], parts[2], parts[3:]
	default:
		return r, false
	}
	if len(parts) > 2 && parts[0] == "namespaces" {
		r.namespace, parts = parts[1], parts[2:]
	}
	for index, field := range []*string{&r.Resource, &r.name, &r.subresource} {
		if index < len(parts) {
			*field = parts[index]
		}
	}
	return r, true
}

// RoundTrip answers a request as the API server would.
func (s *server) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := readBody(req)
	if err != nil {
		return nil, err
	}
	r, ok := parsePath(req.URL.Path)
	if !ok {
		return failure(req, apierrors.NewNotFound(schema.GroupResource{}, req.URL.Path)), nil
	}
	if r.Resource == "" {
		return discovery(req, r.GroupVersion()), nil
	}
	query := req.URL.Query()
	if req.Method == http.MethodGet && r.name == "" {
		if query.Get("watch") == "true" || query.Get("watch") == "1" {
			return s.watch(req, r, query.Get("resourceVersion")), nil
		}
		// A controller checks with this request whether Istio is installed. Otherwise, the workers that clean up after
		// a Rollout that no longer names a DestinationRule do not run; they would write at unpredictable times.
		if r.Resource == "virtualservices" && query.Get("limit") == "1" {
			return failure(req, apierrors.NewNotFound(r.GroupResource(), "")), nil
		}
		return s.list(req, r, query.Get("labelSelector")), nil
	}
	id := identity{r.GroupResource(), r.namespace, r.name}
	var result object
	switch req.Method {
	case http.MethodGet:
		result, err = s.store.get(id)
	case http.MethodPost:
		if r.subresource == "eviction" {
			result, err = s.store.delete(id)
			break
		}
		var given object
		if given, err = parse(body); err == nil {
			result, err = s.store.create(inNamespace(given, r), false)
		}
	case http.MethodPut:
		var given object
		if given, err = parse(body); err == nil {
			result, err = s.store.update(id, given, r.subresource)
		}
	case http.MethodPatch:
		patch := types.PatchType(strings.Split(req.Header.Get("Content-Type"), ";")[0])
		result, err = s.store.change(id, r.subresource, func(now object) (object, error) {
			return patched(now, patch, body)
		})
	case http.MethodDelete:
		result, err = s.store.delete(id)
	default:
		err = apierrors.NewMethodNotSupported(r.GroupResource(), req.Method)
	}
	if err == nil && req.Method != http.MethodGet {
		err = s.told()
	}
	if err != nil {
		return failure(req, err), nil
	}
	return respond(req, http.StatusOK, io.NopCloser(bytes.NewReader(asVersion(result, r).encode()))), nil
}

// inNamespace sets fields that typed clients leave to the path.
func inNamespace(given object, r request) object {
	if given.namespace() == "" && r.namespace != "" {
		given.set(r.namespace, "metadata", "namespace")
	}
	return given
}

// asVersion converts the object to the requested version.
func asVersion(o object, r request) object {
	if o.groupVersionKind().Version == r.Version {
		return o
	}
	converted := o.without(nil, nil)
	converted["apiVersion"] = r.GroupVersion().String()
	return converted
}

func patched(now object, kind types.PatchType, patch []byte) (object, error) {
	var result []byte
	var err error
	switch kind {
	case types.MergePatchType:
		result, err = jsonpatch.MergePatch(now.encode(), patch)
	case types.JSONPatchType:
		var operations jsonpatch.Patch
		if operations, err = jsonpatch.DecodePatch(patch); err == nil {
			result, err = operations.Apply(now.encode())
		}
	case types.StrategicMergePatchType:
		typed, newErr := scheme.Scheme.New(now.groupVersionKind())
		if newErr != nil {
			return nil, apierrors.NewBadRequest(newErr.Error())
		}
		result, err = strategicpatch.StrategicMergePatch(now.encode(), patch, typed)
	default:
		return nil, apierrors.NewBadRequest(fmt.Sprintf("no patch of type %q", kind))
	}
	if err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	return parse(result)
}

func (s *server) list(req *http.Request, r request, selector string) *http.Response {
	matches, err := labels.Parse(selector)
	if err != nil {
		return failure(req, apierrors.NewBadRequest(err.Error()))
	}
	objects, version := s.store.list(r.GroupResource(), r.namespace)
	items := []any{}
	for _, o := range objects {
		if isSelected(o, matches) {
			items = append(items, asVersion(o, r))
		}
	}
	answer := object{
		"apiVersion": r.GroupVersion().String(),
		"kind":       listKind(r),
		"metadata":   map[string]any{"resourceVersion": strconv.Itoa(version)},
		"items":      items,
	}
	return respond(req, http.StatusOK, io.NopCloser(bytes.NewReader(answer.encode())))
}

// listKind is the kind that typed clients require; others accept any.
func listKind(r request) string {
	for kind := range scheme.Scheme.KnownTypes(r.GroupVersion()) {
		if plural, _ := meta.UnsafeGuessKindToResource(r.GroupVersion().WithKind(kind)); plural.Resource == r.Resource {
			return kind + "List"
		}
	}
	if kind, ok := customKinds[r.GroupResource()]; ok {
		return kind + "List"
	}
	return "List"
}

// customKinds are the kinds that a plugin requests with its own typed clients.
var customKinds = map[schema.GroupResource]string{
	{Group: gatewayGroup, Resource: "httproutes"}: "HTTPRoute",
	{Group: gatewayGroup, Resource: "grpcroutes"}: "GRPCRoute",
	{Group: gatewayGroup, Resource: "tcproutes"}:  "TCPRoute",
	{Group: gatewayGroup, Resource: "tlsroutes"}:  "TLSRoute",
}

const gatewayGroup = "gateway.networking.k8s.io"

func isSelected(o object, selector labels.Selector) bool {
	set := labels.Set{}
	for key, value := range o.fields("metadata", "labels") {
		set[key], _ = value.(string)
	}
	return selector.Matches(set)
}

// watch sends the changes since a version, and then further changes, until the client disconnects.
func (s *server) watch(req *http.Request, r request, since string) *http.Response {
	version, _ := strconv.Atoi(since)
	reader, writer := io.Pipe()
	ctx := req.Context()
	stop := context.AfterFunc(ctx, func() {
		_ = writer.CloseWithError(ctx.Err())
		s.store.mutex.Lock()
		s.store.wakened.Broadcast()
		s.store.mutex.Unlock()
	})
	go func() {
		defer stop()
		defer writer.Close()
		for next := 0; ; next++ {
			s.store.mutex.Lock()
			for next >= s.store.told && ctx.Err() == nil {
				s.store.wakened.Wait()
			}
			if ctx.Err() != nil {
				s.store.mutex.Unlock()
				return
			}
			change := s.store.changes[next]
			s.store.mutex.Unlock()
			if change.version <= version || change.object.resource() != r.GroupResource() {
				continue
			}
			event := object{"type": string(change.kind), "object": asVersion(change.object, r)}
			if _, err := writer.Write(append(event.encode(), '\n')); err != nil {
				return
			}
		}
	}()
	return respond(req, http.StatusOK, reader)
}

// discovery lists the workloads that a Rollout can refer to
// (https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/templateref.go).
func discovery(req *http.Request, version schema.GroupVersion) *http.Response {
	known := map[string]map[string]string{
		"apps/v1": {"Deployment": "deployments", "ReplicaSet": "replicasets"},
		"v1":      {"PodTemplate": "podtemplates"},
	}[version.String()]
	if known == nil {
		return failure(req, apierrors.NewNotFound(schema.GroupResource{}, ""))
	}
	resources := []any{}
	for kind, plural := range known {
		resources = append(resources, map[string]any{"kind": kind, "name": plural, "namespaced": true, "verbs": []string{"get"}})
	}
	answer := object{"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": version.String(), "resources": resources}
	return respond(req, http.StatusOK, io.NopCloser(bytes.NewReader(answer.encode())))
}

func readBody(req *http.Request) ([]byte, error) {
	if req.Body == nil {
		return nil, nil
	}
	defer req.Body.Close()
	return io.ReadAll(req.Body)
}

func failure(req *http.Request, err error) *http.Response {
	status, ok := err.(apierrors.APIStatus)
	if !ok {
		status = apierrors.NewInternalError(err)
	}
	answer := status.Status()
	answer.TypeMeta = metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}
	text, err := json.Marshal(answer)
	if err != nil {
		panic(err)
	}
	return respond(req, int(answer.Code), io.NopCloser(bytes.NewReader(text)))
}

func respond(req *http.Request, code int, body io.ReadCloser) *http.Response {
	return &http.Response{
		Status:     http.StatusText(code),
		StatusCode: code,
		Proto:      "HTTP/1.1",
		ProtoMajor: 1,
		ProtoMinor: 1,
		Header:     http.Header{"Content-Type": {"application/json"}},
		Body:       body,
		Request:    req,
	}
}
