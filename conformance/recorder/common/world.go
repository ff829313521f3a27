package common

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync"
	"time"

	log "github.com/sirupsen/logrus"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	kubeinformers "k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	kuberecord "k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/workqueue"

	"github.com/argoproj/argo-rollouts/controller/metrics"
	"github.com/argoproj/argo-rollouts/pkg/apis/rollouts/v1alpha1"
	clientset "github.com/argoproj/argo-rollouts/pkg/client/clientset/versioned"
	informers "github.com/argoproj/argo-rollouts/pkg/client/informers/externalversions/rollouts/v1alpha1"
	"github.com/argoproj/argo-rollouts/rollout"
	ingressutil "github.com/argoproj/argo-rollouts/utils/ingress"
	istioutil "github.com/argoproj/argo-rollouts/utils/istio"
	"github.com/argoproj/argo-rollouts/utils/record"
	timeutil "github.com/argoproj/argo-rollouts/utils/time"
	"github.com/argoproj/argo-rollouts/utils/tolerantinformer"
	smiclientset "github.com/servicemeshinterface/smi-sdk-go/pkg/gen/client/split/clientset/versioned"
)

const (
	podHashLabel = v1alpha1.DefaultRolloutUniqueLabelKey
	// passLimit is the time limit of one pass; a pass takes milliseconds.
	passLimit = 20 * time.Second
	syncLimit = 20 * time.Second
	// resync is the controller's default; longer delays have no effect
	// (https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go).
	resync = 15 * time.Minute
)

// epoch is the start time of every scenario.
var epoch = time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)

// world is a cluster with a rollouts controller that runs one pass at a time.
type world struct {
	store    *store
	now      time.Time
	client   clientset.Interface
	gate     *gate
	caches   []*watched
	workload *workloadResolver
	errors   *errorHook
	stop     context.CancelFunc
	// fresh: caches see a write before its request returns.
	fresh bool
	// whole: recordings are more complete.
	whole bool
	// balanced are the Ingresses as load balancers see them.
	balanced []object
	// seen is the number of writes that have been processed.
	seen int
}

var (
	metricsServer = metrics.NewMetricsServer(metrics.ServerConfig{
		Addr:               "localhost:0",
		K8SRequestProvider: &metrics.K8sRequestsCountProvider{},
	})
	hook = addErrorHook()
)

// events is upstream's fake event recorder, whose events are all discarded: it would block at its thousandth. It is
// slow to create and independent of a cluster, so all share one.
var events = sync.OnceValue(func() *record.FakeEventRecorder {
	recorder := record.NewFakeEventRecorder()
	if fake, ok := recorder.K8sRecorder().(*kuberecord.FakeRecorder); ok {
		go func() {
			for range fake.Events {
			}
		}()
	}
	return recorder
})

// configure adds wiring that not every version has.
var configure = func(*rollout.ControllerConfig) {}

// shared are the clients and informers that controllers beside that of Rollouts use.
type shared struct {
	argo                     clientset.Interface
	kube                     kubernetes.Interface
	typed                    kubeinformers.SharedInformerFactory
	experiments              informers.ExperimentInformer
	analysisRuns             informers.AnalysisRunInformer
	analysisTemplates        informers.AnalysisTemplateInformer
	clusterAnalysisTemplates informers.ClusterAnalysisTemplateInformer
}

// runner is a controller.
type runner interface {
	Run(ctx context.Context, threads int) error
}

// beside creates further controllers; informers that only they use are returned by their resource.
type beside func(w *world, parts shared) ([]runner, map[schema.GroupResource]cache.SharedIndexInformer)

func newWorld() (*world, error) {
	gate := newGate()
	return newWorldWith(gate, gate, nil)
}

// newWorldWith creates a world whose controller takes its work from a queue that is built on the gate.
func newWorldWith(gate *gate, queue workqueue.RateLimitingInterface, others beside) (*world, error) {
	w := &world{now: epoch, gate: gate, errors: hook}
	w.store = newStore(func() time.Time { return w.now })
	timeutil.SetNowTimeFunc(func() time.Time { return w.now })
	cluster := &server{w.store, w.told}
	loopback.show(cluster)

	// Warnings of clients are not needed here, and rate limits only slow things down.
	config := &rest.Config{Host: "http://recorder", Transport: cluster, QPS: -1}
	config.ContentType = "application/json"
	kube, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	dynamicClient, err := dynamic.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	smi, err := smiclientset.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	if w.client, err = clientset.NewForConfig(config); err != nil {
		return nil, err
	}

	// The same wiring as https://github.com/argoproj/argo-rollouts/blob/v1.9.1/cmd/rollouts-controller/main.go.
	typed := kubeinformers.NewSharedInformerFactory(kube, 0)
	untyped := dynamicinformer.NewDynamicSharedInformerFactory(dynamicClient, 0)
	ingresses, err := ingressutil.NewIngressWrapper(ingressutil.IngressModeNetworking, kube, typed)
	if err != nil {
		return nil, err
	}
	rollouts := tolerantinformer.NewTolerantRolloutInformer(untyped)
	experiments := tolerantinformer.NewTolerantExperimentInformer(untyped)
	analysisRuns := tolerantinformer.NewTolerantAnalysisRunInformer(untyped)
	analysisTemplates := tolerantinformer.NewTolerantAnalysisTemplateInformer(untyped)
	clusterAnalysisTemplates := tolerantinformer.NewTolerantClusterAnalysisTemplateInformer(untyped)
	virtualServices := untyped.ForResource(istioutil.GetIstioVirtualServiceGVR()).Informer()
	destinationRules := untyped.ForResource(istioutil.GetIstioDestinationRuleGVR()).Informer()
	w.workload = newWorkloadResolver(w.store, rollout.NewInformerBasedWorkloadRefResolver(
		metav1.NamespaceAll, dynamicClient, kube.Discovery(), w.client, rollouts.Informer()))

	wiring := rollout.ControllerConfig{
		Namespace:                       metav1.NamespaceAll,
		KubeClientSet:                   kube,
		ArgoProjClientset:               w.client,
		DynamicClientSet:                dynamicClient,
		RefResolver:                     w.workload,
		SmiClientSet:                    smi,
		ExperimentInformer:              experiments,
		AnalysisRunInformer:             analysisRuns,
		AnalysisTemplateInformer:        analysisTemplates,
		ClusterAnalysisTemplateInformer: clusterAnalysisTemplates,
		ReplicaSetInformer:              typed.Apps().V1().ReplicaSets(),
		ServicesInformer:                typed.Core().V1().Services(),
		IngressWrapper:                  ingresses,
		RolloutsInformer:                rollouts,
		IstioPrimaryDynamicClient:       dynamicClient,
		IstioVirtualServiceInformer:     virtualServices,
		IstioDestinationRuleInformer:    destinationRules,
		ResyncPeriod:                    15 * time.Minute,
		RolloutWorkQueue:                queue,
		ServiceWorkQueue:                newGate(),
		IngressWorkQueue:                newGate(),
		MetricsServer:                   metricsServer,
		Recorder:                        events(),
	}
	configure(&wiring)
	controllers := []runner{rollout.NewController(wiring)}
	cachesOf := map[schema.GroupResource]cache.SharedIndexInformer{
		{Group: "argoproj.io", Resource: "rollouts"}:                 rollouts.Informer(),
		{Group: "argoproj.io", Resource: "experiments"}:              experiments.Informer(),
		{Group: "argoproj.io", Resource: "analysisruns"}:             analysisRuns.Informer(),
		{Group: "argoproj.io", Resource: "analysistemplates"}:        analysisTemplates.Informer(),
		{Group: "argoproj.io", Resource: "clusteranalysistemplates"}: clusterAnalysisTemplates.Informer(),
		{Group: "networking.istio.io", Resource: "virtualservices"}:  virtualServices,
		{Group: "networking.istio.io", Resource: "destinationrules"}: destinationRules,
		{Group: "apps", Resource: "replicasets"}:                     typed.Apps().V1().ReplicaSets().Informer(),
		{Group: "", Resource: "services"}:                            typed.Core().V1().Services().Informer(),
		{Group: "networking.k8s.io", Resource: "ingresses"}:          ingresses.Informer(),
	}
	if others != nil {
		more, cachesOfMore := others(w, shared{w.client, kube, typed, experiments, analysisRuns, analysisTemplates, clusterAnalysisTemplates})
		controllers = append(controllers, more...)
		maps.Copy(cachesOf, cachesOfMore)
	}
	for resource, informer := range cachesOf {
		cached, err := watchCache(resource, informer)
		if err != nil {
			return nil, err
		}
		w.caches = append(w.caches, cached)
	}

	ctx, stop := context.WithCancel(context.Background())
	w.stop = stop
	typed.Start(ctx.Done())
	untyped.Start(ctx.Done())
	for _, controller := range controllers {
		go func() { _ = controller.Run(ctx, 1) }()
	}
	return w, nil
}

func (w *world) close() {
	w.stop()
	w.gate.ShutDown()
	w.workload.stop()
}

// pass runs one pass over a Rollout and returns the text of its error, as the controller logs it, and its writes.
func (w *world) pass(key string) (string, []written, error) {
	if err := w.sync(); err != nil {
		return "", nil, err
	}
	w.errors.take()
	w.balance()
	if !w.fresh {
		w.store.hold()
	}
	beside := w.written()
	ended := w.gate.run(key, passLimit)
	writes := append(beside, w.written()...)
	w.store.release()
	if !ended {
		return "", nil, fmt.Errorf("a pass did not end in %s", passLimit)
	}
	return w.errors.take(), writes, w.sync()
}

// told waits, if caches are fresh, until they contain all writes.
func (w *world) told() error {
	if !w.fresh {
		return nil
	}
	return w.syncCaches()
}

// sync waits until every cache contains the state of the store.
func (w *world) sync() error {
	if err := w.syncCaches(); err != nil {
		return err
	}
	if err := w.workload.sync(); err != nil {
		return err
	}
	return w.syncCaches()
}

func (w *world) syncCaches() error {
	for _, cached := range w.caches {
		if err := await(func() bool { return cached.holds(w.store) }); err != nil {
			return fmt.Errorf("the cache of %s does not hold what the server holds: %w", cached.resource, err)
		}
	}
	return nil
}

// watched records the versions that the event handlers of an informer have seen. An informer updates its cache before
// it calls its handlers, and does not call them for objects that the controller itself adds to the cache.
type watched struct {
	resource schema.GroupResource
	informer cache.SharedIndexInformer
	mutex    sync.Mutex
	versions map[string]string
}

func watchCache(resource schema.GroupResource, informer cache.SharedIndexInformer) (*watched, error) {
	c := &watched{resource: resource, informer: informer, versions: map[string]string{}}
	see := func(value any) {
		meta, ok := value.(metav1.Object)
		if !ok {
			return
		}
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.versions[meta.GetNamespace()+"/"+meta.GetName()] = meta.GetResourceVersion()
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    see,
		UpdateFunc: func(_, value any) { see(value) },
		DeleteFunc: func(value any) {
			if gone, ok := value.(cache.DeletedFinalStateUnknown); ok {
				value = gone.Obj
			}
			if meta, ok := value.(metav1.Object); ok {
				c.mutex.Lock()
				defer c.mutex.Unlock()
				delete(c.versions, meta.GetNamespace()+"/"+meta.GetName())
			}
		},
	})
	return c, err
}

func (c *watched) holds(s *store) bool {
	if !c.informer.HasSynced() {
		return false
	}
	objects, _ := s.list(c.resource, "")
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(objects) != len(c.versions) {
		return false
	}
	for _, o := range objects {
		if c.versions[o.namespace()+"/"+o.name()] != o.version() {
			return false
		}
	}
	return true
}

// workloadResolver is upstream's resolver of workloadRef. Its cache is not accessible; it is up to date when it returns
// the server's generation.
type workloadResolver struct {
	rollout.TemplateRefResolver
	store *store
	// seen are the versions of the workloads for which the annotation of their Rollouts has been awaited.
	seen map[identity]string
	stop func()
}

func newWorkloadResolver(s *store, upstream interface {
	rollout.TemplateRefResolver
	Stop()
}) *workloadResolver {
	return &workloadResolver{TemplateRefResolver: upstream, store: s, seen: map[identity]string{}, stop: upstream.Stop}
}

const workloadGeneration = "rollout.argoproj.io/workload-generation"

// sync resolves every Rollout with a workloadRef, until the result is that of the server. When a workload changes, the
// resolver itself writes the generation to its Rollouts, outside of passes; sync waits for that, too
// (https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/templateref.go).
func (r *workloadResolver) sync() error {
	rollouts, _ := r.store.list(schema.GroupResource{Group: "argoproj.io", Resource: "rollouts"}, "")
	for _, o := range rollouts {
		ref := o.fields("spec", "workloadRef")
		if len(ref) == 0 {
			continue
		}
		target := object{"apiVersion": ref["apiVersion"], "kind": ref["kind"],
			"metadata": map[string]any{"namespace": o.namespace(), "name": ref["name"]}}
		if !isWorkload(target) {
			continue
		}
		typed, err := toRollout(o)
		if err != nil {
			return err
		}
		workload, err := r.store.get(target.identity())
		isGone := err != nil
		var isAsked bool
		if err := await(func() bool {
			probe := typed.DeepCopy()
			failed := r.Resolve(probe)
			isAsked = failed == nil || !strings.HasPrefix(failed.Error(), "template must be empty")
			return !isAsked || isGone && failed != nil || !isGone && probe.Annotations[workloadGeneration] == generationOf(workload)
		}); err != nil {
			return fmt.Errorf("the workload of %s is not resolved: %w", o.name(), err)
		}
		if !isAsked || isGone || r.seen[workload.identity()] == workload.version() {
			continue
		}
		r.seen[workload.identity()] = workload.version()
		if err := await(func() bool {
			now, err := r.store.get(o.identity())
			return err != nil || now.text("metadata", "annotations", workloadGeneration) == generationOf(workload)
		}); err != nil {
			return fmt.Errorf("the generation of its workload is not written onto %s: %w", o.name(), err)
		}
	}
	return nil
}

func generationOf(workload object) string {
	return strconv.FormatInt(workload.number("metadata", "generation"), 10)
}

// await polls a condition that depends on the update of a cache.
func await(isSo func() bool) error {
	limit := time.Now().Add(syncLimit)
	for wait := 50 * time.Microsecond; !isSo(); wait = min(2*wait, 5*time.Millisecond) {
		if time.Now().After(limit) {
			return fmt.Errorf("not in %s", syncLimit)
		}
		time.Sleep(wait)
	}
	return nil
}

func isWorkload(o object) bool {
	return o.is("deployments", "apps") || o.is("replicasets", "apps") || o.is("podtemplates", "")
}

// errorHook keeps the log message of a pass that ends with an error
// (https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/controller/controller.go).
type errorHook struct {
	mutex sync.Mutex
	text  string
	panic string
}

const passError = "rollout syncHandler error: "

func addErrorHook() *errorHook {
	h := &errorHook{}
	log.AddHook(h)
	return h
}

func (h *errorHook) Levels() []log.Level { return []log.Level{log.ErrorLevel} }

func (h *errorHook) Fire(entry *log.Entry) error {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if text, ok := strings.CutPrefix(entry.Message, passError); ok {
		h.text = text
	}
	if text, ok := strings.CutPrefix(entry.Message, "Recovered from panic: "); ok {
		h.panic, _, _ = strings.Cut(text, "\n")
	}
	return nil
}

func (h *errorHook) take() string {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	text := h.text
	if h.panic != "" {
		text += ": " + h.panic
	}
	h.text, h.panic = "", ""
	return text
}
