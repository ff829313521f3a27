package common

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	kubeinformers "k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"github.com/argoproj/argo-rollouts/analysis"
	clientset "github.com/argoproj/argo-rollouts/pkg/client/clientset/versioned"
	timeutil "github.com/argoproj/argo-rollouts/utils/time"
	"github.com/argoproj/argo-rollouts/utils/tolerantinformer"
)

// runCase is an AnalysisRun with what its metrics measure and what happens to it.
type runCase struct {
	Spec json.RawMessage `json:"spec"`
	// Fraction is the part of a second at which the controller first meets the run.
	Fraction float64 `json:"fraction"`
	// Answers are those of web metrics, by the path of their URL, http://stub/<path>, and of Prometheus metrics with the
	// address http://stub, by their query. The last one is repeated.
	Answers map[string][]webAnswer `json:"answers"`
	// Jobs are the ends of the Jobs of a metric, by its name. The last one is repeated.
	Jobs map[string][]jobEnd `json:"jobs"`
	// TerminateAt is the second at which spec.terminate is set; 0 for never.
	TerminateAt float64 `json:"terminateAt"`
	// Instants is the number of instants at which the controller runs, at most.
	Instants int `json:"instants"`
}

type webAnswer struct {
	// Status is that of the response; 0 if the request fails.
	Status int    `json:"status"`
	Body   string `json:"body"`
}

type jobEnd struct {
	// Seconds from the creation of the Job; 0 if it never ends.
	Seconds float64 `json:"seconds"`
	// Condition is Complete or Failed.
	Condition string `json:"condition"`
}

// instant is a time at which the controller runs until it writes nothing.
type instant struct {
	// At are seconds since the epoch of all scenarios.
	At float64 `json:"at"`
	// Events are what happens before the passes: "terminate", or "end <name of a Job> <condition>".
	Events []string `json:"events,omitempty"`
	// Statuses are those that the passes wrote, in order.
	Statuses []any `json:"statuses,omitempty"`
	// Next is when the controller comes back by itself, as the last pass says; null if it does not.
	Next *float64 `json:"next"`
	// Unsettled tells whether the last of maxPasses passes still wrote: an interval of less than a second is due again
	// in the second in which the measurement ended. It is the last instant.
	Unsettled bool `json:"unsettled,omitempty"`
	// Deleted tells whether the controller has deleted the run.
	Deleted bool `json:"deleted,omitempty"`
}

// timedGate is a work queue that remembers when the controller wants to come back.
type timedGate struct {
	*gate
	mutex sync.Mutex
	after *time.Duration
}

func (g *timedGate) AddAfter(_ any, delay time.Duration) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.after == nil || delay < *g.after {
		g.after = &delay
	}
}

func (g *timedGate) take() *time.Duration {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	after := g.after
	g.after = nil
	return after
}

// stubs answers the requests of web metrics, and as an HTTP proxy the queries of Prometheus metrics.
type stubs struct {
	mutex   sync.Mutex
	answers map[string][]webAnswer
	// of answers instead, if it is set.
	of func(path string) webAnswer
}

func (s *stubs) show(answers map[string][]webAnswer) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.answers = maps.Clone(answers)
}

func (s *stubs) answer(path string) webAnswer {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.of != nil {
		return s.of(path)
	}
	left := s.answers[path]
	if len(left) == 0 {
		return webAnswer{}
	}
	if len(left) > 1 {
		s.answers[path] = left[1:]
	}
	return left[0]
}

// RoundTrip answers a web metric by the path of its URL.
func (s *stubs) RoundTrip(req *http.Request) (*http.Response, error) {
	answer := s.answer(strings.Trim(req.URL.Path, "/"))
	if answer.Status == 0 {
		return nil, errors.New("connection refused")
	}
	return &http.Response{
		StatusCode: answer.Status,
		Body:       io.NopCloser(strings.NewReader(answer.Body)),
		Header:     http.Header{},
		Request:    req,
	}, nil
}

// ServeHTTP answers a query of Prometheus by its text.
func (s *stubs) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	answer := s.answer(req.FormValue("query"))
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(max(answer.Status, 100))
	_, _ = io.WriteString(w, answer.Body)
}

// listenAsProxy makes clients that respect the environment send their requests to the stubs.
func (s *stubs) listenAsProxy() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go func() { _ = http.Serve(listener, s) }()
	_ = os.Unsetenv("NO_PROXY")
	_ = os.Unsetenv("no_proxy")
	http.DefaultTransport = s
	return os.Setenv("HTTP_PROXY", "http://"+listener.Addr().String())
}

var provider = &stubs{}

var jobResource = schema.GroupResource{Group: "batch", Resource: "jobs"}

// jobMetric is the annotation of a Job with the name of its metric.
const jobMetric = "analysisrun.argoproj.io/metric-name"

// shortestStep is how far the clock moves if the controller wants to come back immediately.
const shortestStep = 125 * time.Millisecond

// runWorld is a cluster with an analysis controller that runs one pass at a time.
type runWorld struct {
	*world
	queue *timedGate
	// ends are the times at which Jobs end, by name.
	ends map[string]jobDue
	left map[string][]jobEnd
}

type jobDue struct {
	at        time.Time
	condition string
}

func newRunWorld(c runCase) (*runWorld, error) {
	start := epoch.Add(time.Duration(c.Fraction * float64(time.Second)))
	w := &world{now: start, gate: newGate(), errors: hook}
	w.store = newStore(func() time.Time { return w.now })
	timeutil.SetNowTimeFunc(func() time.Time { return w.now })
	config := &rest.Config{Host: "http://recorder", Transport: &server{w.store, w.told}, QPS: -1}
	config.ContentType = "application/json"
	kube, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	dynamicClient, err := dynamic.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	if w.client, err = clientset.NewForConfig(config); err != nil {
		return nil, err
	}
	typed := kubeinformers.NewSharedInformerFactory(kube, 0)
	untyped := dynamicinformer.NewDynamicSharedInformerFactory(dynamicClient, 0)
	runs := tolerantinformer.NewTolerantAnalysisRunInformer(untyped)
	queue := &timedGate{gate: w.gate}
	wiring := analysis.ControllerConfig{
		KubeClientSet:        kube,
		ArgoProjClientset:    w.client,
		AnalysisRunInformer:  runs,
		JobInformer:          typed.Batch().V1().Jobs(),
		ResyncPeriod:         resync,
		AnalysisRunWorkQueue: queue,
		MetricsServer:        metricsServer,
		Recorder:             events(),
	}
	watchPods(&wiring, typed)
	controller := analysis.NewController(wiring)
	for resource, informer := range map[schema.GroupResource]cache.SharedIndexInformer{
		analysisRunResource: runs.Informer(),
		jobResource:         typed.Batch().V1().Jobs().Informer(),
	} {
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
	go func() { _ = controller.Run(ctx, 1) }()
	return &runWorld{world: w, queue: queue, ends: map[string]jobDue{}, left: maps.Clone(c.Jobs)}, nil
}

// watchPods adds what releases from 1.10 need: they also look at the pods of Jobs.
func watchPods(config *analysis.ControllerConfig, typed kubeinformers.SharedInformerFactory) {
	if pods := reflect.ValueOf(config).Elem().FieldByName("JobPodsInformer"); pods.IsValid() {
		pods.Set(reflect.ValueOf(typed.Core().V1().Pods()))
	}
}

func (w *runWorld) run() (object, bool) {
	runs, _ := w.store.list(analysisRunResource, "")
	if len(runs) == 0 {
		return nil, false
	}
	return runs[0], true
}

// settleRun runs passes until one writes nothing.
func (w *runWorld) settleRun(at *instant) error {
	for range maxPasses {
		before, ok := w.run()
		if !ok {
			at.Deleted = true
			return nil
		}
		if err := w.syncCaches(); err != nil {
			return err
		}
		w.queue.take()
		if !w.gate.run("default/run", passLimit) {
			return fmt.Errorf("a pass did not end in %s", passLimit)
		}
		if text := w.errors.take(); text != "" {
			return errors.New(text)
		}
		w.noteJobs()
		at.Next = nil
		if after := w.queue.take(); after != nil {
			next := w.now.Add(*after).Sub(epoch).Seconds()
			at.Next = &next
		}
		after, ok := w.run()
		if ok && equal(before["status"], after["status"]) {
			return nil
		}
		if ok {
			at.Statuses = append(at.Statuses, compact(after["status"]))
		}
	}
	at.Unsettled = true
	return nil
}

// noteJobs decides when new Jobs end, and forgets Jobs that were deleted.
func (w *runWorld) noteJobs() {
	jobs, _ := w.store.list(jobResource, "")
	names := map[string]bool{}
	for _, job := range jobs {
		names[job.name()] = true
		if _, ok := w.ends[job.name()]; ok {
			continue
		}
		metric := job.text("metadata", "annotations", jobMetric)
		left := w.left[metric]
		if len(left) == 0 {
			continue
		}
		if len(left) > 1 {
			w.left[metric] = left[1:]
		}
		due := jobDue{condition: left[0].Condition}
		if left[0].Seconds > 0 {
			due.at = w.now.Add(time.Duration(left[0].Seconds * float64(time.Second)))
		}
		w.ends[job.name()] = due
	}
	for name, due := range w.ends {
		if !names[name] {
			due.at = time.Time{}
			w.ends[name] = due
		}
	}
}

// next is the next time at which something happens, and what.
func (w *runWorld) next(at instant, c runCase, terminated bool) (time.Time, []string, bool) {
	times := map[string]time.Time{}
	if at.Next != nil {
		due := epoch.Add(time.Duration(math.Round(*at.Next * 1e9)))
		if !due.After(w.now) {
			due = w.now.Add(shortestStep)
		}
		times["due"] = due
	}
	if c.TerminateAt > 0 && !terminated {
		times["terminate"] = epoch.Add(time.Duration((c.TerminateAt + c.Fraction) * float64(time.Second)))
	}
	for name, due := range w.ends {
		if !due.at.IsZero() {
			times[name] = due.at
		}
	}
	if len(times) == 0 {
		return time.Time{}, nil, false
	}
	first := slices.MinFunc(slices.Collect(maps.Values(times)), time.Time.Compare)
	var events []string
	for _, what := range slices.Sorted(maps.Keys(times)) {
		if times[what].Equal(first) && what != "due" {
			events = append(events, what)
		}
	}
	return first, events, true
}

func (w *runWorld) applyEvent(what string) (string, error) {
	if what == "terminate" {
		run, _ := w.run()
		return what, w.replace(run, func(now object) { now.set(true, "spec", "terminate") })
	}
	due := w.ends[what]
	w.ends[what] = jobDue{condition: due.condition}
	job, err := w.store.get(identity{jobResource, "default", what})
	if err != nil {
		return "", err
	}
	conditions := []any{map[string]any{"type": due.condition, "status": "True"}}
	return "end " + what + " " + due.condition,
		w.write(job, "status", func(now object) { now.set(conditions, "status", "conditions") })
}

func recordRun(c runCase) (instants []instant, err error) {
	provider.show(c.Answers)
	w, err := newRunWorld(c)
	if err != nil {
		return nil, err
	}
	defer func() {
		w.stop()
		w.gate.ShutDown()
	}()
	var spec map[string]any
	if err := json.Unmarshal(c.Spec, &spec); err != nil {
		return nil, err
	}
	run := map[string]any{
		"apiVersion": "argoproj.io/v1alpha1", "kind": "AnalysisRun",
		"metadata": map[string]any{"name": "run", "namespace": metav1.NamespaceDefault},
		"spec":     spec,
	}
	text, err := json.Marshal(run)
	if err != nil {
		return nil, err
	}
	given, err := parse(text)
	if err != nil {
		return nil, err
	}
	if _, err := w.store.create(given, true); err != nil {
		return nil, err
	}
	at := instant{At: w.now.Sub(epoch).Seconds()}
	terminated := false
	for {
		if err := w.settleRun(&at); err != nil {
			return nil, err
		}
		instants = append(instants, at)
		ended := true
		if now, ok := w.run(); ok {
			ended = isEnded(now)
		}
		if ended || at.Unsettled || len(instants) >= c.Instants {
			return instants, nil
		}
		now, events, ok := w.next(at, c, terminated)
		if !ok {
			return instants, nil
		}
		w.now = now
		at = instant{At: w.now.Sub(epoch).Seconds()}
		for _, what := range events {
			terminated = terminated || what == "terminate"
			event, err := w.applyEvent(what)
			if err != nil {
				return nil, err
			}
			at.Events = append(at.Events, event)
		}
	}
}

// AnalysisRuns reads cases from standard input, one per line, and answers each with its instants, or an error.
func AnalysisRuns() {
	answerCases(func(c runCase) (map[string]any, error) {
		instants, err := recordRun(c)
		return map[string]any{"instants": instants}, err
	})
}
