// Returns the order in which Argo CD writes and deletes the objects of an Application, with the sync engine's own code
// and a cluster that only records calls. Reads and writes JSON lines.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/argoproj/argo-cd/gitops-engine/pkg/diff"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/health"
	engine "github.com/argoproj/argo-cd/gitops-engine/pkg/sync"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/sync/common"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/utils/kube"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/utils/kube/kubetest"
	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	cmdutil "k8s.io/kubectl/pkg/cmd/util"
)

// resource is one object of the Application: in Git, in the cluster, or both.
type resource struct {
	Live   map[string]any `json:"live"`
	Target map[string]any `json:"target"`
	// Whether the comparison finds a difference.
	Modified bool `json:"modified"`
	// Whether the API server rejects the write.
	Refused bool `json:"refused"`
	// Whether the sync creates it again instead of comparing it.
	Hook bool `json:"hook"`
}

type question struct {
	Namespace string     `json:"namespace"`
	Resources []resource `json:"resources"`
	Options   struct {
		Prune              bool    `json:"prune"`
		PruneLast          bool    `json:"pruneLast"`
		PruneOption        *string `json:"pruneOption"`
		Replace            bool    `json:"replace"`
		ServerSideApply    bool    `json:"serverSideApply"`
		ApplyOutOfSyncOnly bool    `json:"applyOutOfSyncOnly"`
	} `json:"options"`
}

// answer contains the actions of each run of the engine that performs any.
type answer struct {
	Phase   string     `json:"phase"`
	Message string     `json:"message"`
	Runs    [][]string `json:"runs"`
	// The objects in the cluster at the end.
	Live []string `json:"live"`
}

// cluster records actions in order.
type cluster struct {
	kubetest.MockKubectlCmd
	lock      sync.Mutex
	resources map[kube.ResourceKey]*resource
	done      []string
}

func (c *cluster) ManageResources(*rest.Config) (kube.ResourceOperations, func(), error) {
	return c.operations(), func() {}, nil
}

func (c *cluster) DeleteResource(_ context.Context, _ *rest.Config, gvk schema.GroupVersionKind, name, namespace string, _ metav1.DeleteOptions) error {
	key := kube.NewResourceKey(gvk.Group, gvk.Kind, namespace, name)
	c.lock.Lock()
	defer c.lock.Unlock()
	c.done = append(c.done, "delete "+key.String())
	delete(c.resources, key)
	return nil
}

type operations struct{ *cluster }

func (c *cluster) operations() kube.ResourceOperations { return operations{c} }

func (o operations) write(verb string, obj *unstructured.Unstructured, dryRun cmdutil.DryRunStrategy) error {
	if dryRun != cmdutil.DryRunNone {
		return nil
	}
	o.lock.Lock()
	defer o.lock.Unlock()
	key := kube.GetResourceKey(obj)
	known := o.resources[key]
	if known == nil {
		panic("unknown object " + key.String())
	}
	if known.Hook {
		verb = "hook"
	}
	o.done = append(o.done, verb+" "+key.String())
	if known.Refused {
		return errors.New("field is immutable")
	}
	known.Live = obj.DeepCopy().Object
	return nil
}

func (o operations) ApplyResource(_ context.Context, obj *unstructured.Unstructured, dryRun cmdutil.DryRunStrategy, _, _, serverSide bool, _ string) (string, error) {
	verb := "apply"
	if serverSide {
		verb = "apply-server-side"
	}
	return "", o.write(verb, obj, dryRun)
}

func (o operations) ReplaceResource(_ context.Context, obj *unstructured.Unstructured, dryRun cmdutil.DryRunStrategy, force bool) (string, error) {
	verb := "replace"
	if force {
		verb = "recreate"
	}
	return "", o.write(verb, obj, dryRun)
}

func (o operations) CreateResource(_ context.Context, obj *unstructured.Unstructured, dryRun cmdutil.DryRunStrategy, _ bool) (string, error) {
	return "", o.write("create", obj, dryRun)
}

func (o operations) UpdateResource(_ context.Context, obj *unstructured.Unstructured, dryRun cmdutil.DryRunStrategy) (*unstructured.Unstructured, error) {
	return obj, o.write("update", obj, dryRun)
}

// healthy reports all objects as healthy between waves.
type healthy struct{}

func (healthy) GetResourceHealth(*unstructured.Unstructured) (*health.HealthStatus, error) {
	return &health.HealthStatus{Status: health.HealthStatusHealthy}, nil
}

// server reports that the API server has every kind, and lets the engine end and delete its hooks.
type server struct {
	*cluster
	kinds map[schema.GroupVersionKind]bool
}

func (s server) RoundTrip(request *http.Request) (*http.Response, error) {
	path := strings.Trim(request.URL.Path, "/")
	if request.Method != http.MethodGet {
		return s.hook(request)
	}
	version := strings.TrimPrefix(strings.TrimPrefix(path, "apis/"), "api/")
	list := metav1.APIResourceList{GroupVersion: version}
	for gvk := range s.kinds {
		if gvk.GroupVersion().String() == version {
			name := strings.ToLower(gvk.Kind) + "s"
			list.APIResources = append(list.APIResources, metav1.APIResource{Name: name, Kind: gvk.Kind, Namespaced: true, Verbs: metav1.Verbs{"get", "patch", "update", "delete"}})
		}
	}
	body, err := json.Marshal(list)
	return answered(request, http.StatusOK, body), err
}

// hook writes or deletes a hook; only hooks are changed in this way.
func (s server) hook(request *http.Request) (*http.Response, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	name := request.URL.Path[strings.LastIndex(request.URL.Path, "/")+1:]
	for key, one := range s.resources {
		if !one.Hook || key.Name != name || one.Live == nil {
			continue
		}
		body, err := io.ReadAll(request.Body)
		if err != nil {
			return nil, err
		}
		if request.Method == http.MethodDelete {
			one.Live = nil
			return answered(request, http.StatusOK, []byte(`{"kind":"Status","apiVersion":"v1","status":"Success"}`)), nil
		}
		live := map[string]any{}
		if err := json.Unmarshal(body, &live); err != nil {
			return nil, err
		}
		one.Live = live
		return answered(request, http.StatusOK, body), nil
	}
	return answered(request, http.StatusNotFound, []byte(`{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","code":404}`)), nil
}

func answered(request *http.Request, status int, body []byte) *http.Response {
	return &http.Response{
		StatusCode: status,
		Header:     http.Header{"Content-Type": {"application/json"}},
		Body:       io.NopCloser(strings.NewReader(string(body))),
		Request:    request,
	}
}

func objectOf(value map[string]any) *unstructured.Unstructured {
	if value == nil {
		return nil
	}
	return &unstructured.Unstructured{Object: value}
}

func (r *resource) object() *unstructured.Unstructured {
	if r.Live != nil {
		return objectOf(r.Live)
	}
	return objectOf(r.Target)
}

// The engine is blocked if it does nothing in this many runs; objects that it does not prune have waves, too.
const idleRuns = 20

// ask runs the engine as often as the controller does, each time with the current objects of the cluster.
func ask(q question) (answer, error) {
	it := &cluster{resources: map[kube.ResourceKey]*resource{}}
	kinds := map[schema.GroupVersionKind]bool{}
	diffs := diff.DiffResultList{}
	for i := range q.Resources {
		one := &q.Resources[i]
		object := one.object()
		it.resources[kube.GetResourceKey(object)] = one
		kinds[object.GroupVersionKind()] = true
		if one.Hook {
			continue
		}
		live, err := json.Marshal(one.Live)
		if err != nil {
			return answer{}, err
		}
		predicted, err := json.Marshal(one.Target)
		if err != nil {
			return answer{}, err
		}
		diffs.Diffs = append(diffs.Diffs, diff.DiffResult{Modified: one.Modified, NormalizedLive: live, PredictedLive: predicted})
	}
	config := &rest.Config{Host: "http://cluster.invalid", Transport: server{it, kinds}}
	phase, message, results := common.OperationRunning, "", []common.ResourceSyncResult(nil)
	started := metav1.NewTime(time.Now())
	found := answer{Runs: [][]string{}, Live: []string{}}
	for idle := 0; idle < idleRuns && phase.Running(); {
		state := engine.ReconciliationResult{}
		for _, one := range it.resources {
			// Each run creates new objects.
			if one.Hook {
				state.Hooks = append(state.Hooks, objectOf(one.Target).DeepCopy())
				if one.Live != nil {
					state.Live = append(state.Live, objectOf(one.Live).DeepCopy())
					state.Target = append(state.Target, nil)
				}
				continue
			}
			state.Live = append(state.Live, objectOf(one.Live).DeepCopy())
			state.Target = append(state.Target, objectOf(one.Target).DeepCopy())
		}
		context, cleanup, err := engine.NewSyncContext("main", state, config, config, it, q.Namespace,
			engine.WithLogr(logr.Discard()),
			engine.WithHealthOverride(healthy{}),
			engine.WithInitialState(phase, message, results, started),
			engine.WithOperationSettings(false, q.Options.Prune, false, false),
			engine.WithPruneLast(q.Options.PruneLast),
			engine.WithDefaultPruneOption(q.Options.PruneOption),
			engine.WithReplace(q.Options.Replace),
			engine.WithServerSideApply(q.Options.ServerSideApply),
			engine.WithServerSideApplyManager("argocd-controller"),
			engine.WithResourceModificationChecker(q.Options.ApplyOutOfSyncOnly, &diffs),
		)
		if err != nil {
			return answer{}, err
		}
		context.Sync()
		phase, message, results = context.GetState()
		cleanup()
		if len(it.done) == 0 {
			idle++
			continue
		}
		idle = 0
		found.Runs = append(found.Runs, it.done)
		it.done = nil
	}
	found.Phase, found.Message = string(phase), message
	for key, one := range it.resources {
		if one.Live != nil && !one.Hook {
			found.Live = append(found.Live, key.String())
		}
	}
	return found, nil
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<26)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		var q question
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		found, err := ask(q)
		if err != nil {
			panic(err)
		}
		if err := out.Encode(found); err != nil {
			panic(err)
		}
	}
}
