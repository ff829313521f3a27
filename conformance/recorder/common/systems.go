package common

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/cache"

	"github.com/argoproj/argo-rollouts/analysis"
	"github.com/argoproj/argo-rollouts/experiments"
	"github.com/argoproj/argo-rollouts/rollout"
)

// system is a Rollout with everything it needs, and what its new version does to it.
type system struct {
	Objects []json.RawMessage `json:"objects"`
	// Update is a merge patch that starts the update: of the Rollout, or of its workload.
	Update json.RawMessage `json:"update"`
	// ReadyAfter is the number of seconds from the creation of a pod until it is ready.
	ReadyAfter float64 `json:"readyAfter"`
	// JobSeconds is the number of seconds from the creation of a Job until it ends.
	JobSeconds float64 `json:"jobSeconds"`
	// Metrics are the answers of metrics, by the path of their URL or by their query. Jobs of a metric, by its name, are
	// complete as long as its answer is good.
	Metrics map[string]metricAnswers `json:"metrics"`
	// NoPods is when pods of the new version that start never become ready; never if absent.
	NoPods *onset `json:"noPods"`
	// Instants is the number of instants at which the controllers run, at most.
	Instants int `json:"instants"`
}

type metricAnswers struct {
	Good webAnswer `json:"good"`
	// Bad is the answer from an onset; never if that is absent.
	Bad  webAnswer `json:"bad"`
	From *onset    `json:"from"`
}

// onset is when something goes wrong: at a time or at a step.
type onset struct {
	// Seconds since the update began.
	Seconds *float64 `json:"seconds"`
	// Step is the first step at which it is wrong, if there are no seconds.
	Step int64 `json:"step"`
	// at is when the step was met.
	at *time.Time
}

// moment is the state of a system after the controllers have run at an instant.
type moment struct {
	// At are seconds since the update began.
	At float64 `json:"at"`
	// Person is what a person does then.
	Person string `json:"person,omitempty"`
	// Rollout is the part of its status that says how far the update is.
	Rollout map[string]any `json:"rollout"`
	// ReplicaSets have the numbers of wanted, existing, ready and available pods.
	ReplicaSets map[string][4]int64 `json:"replicaSets"`
	// Routed is what routers read: weights, and which pods they lead to.
	Routed      map[string]any `json:"routed,omitempty"`
	Experiments map[string]any `json:"experiments,omitempty"`
	Runs        map[string]any `json:"runs,omitempty"`
	// Errors are those that the last passes ended with.
	Errors []string `json:"errors,omitempty"`
	// Unsettled tells whether the last round of passes still wrote.
	Unsettled bool `json:"unsettled,omitempty"`
}

// timer is a work queue that remembers when the controller wants to see each key again.
type timer struct {
	*gate
	now   func() time.Time
	mutex sync.Mutex
	dues  map[string]time.Time
}

func newTimer(now func() time.Time) *timer {
	return &timer{gate: newGate(), now: now, dues: map[string]time.Time{}}
}

func (t *timer) AddAfter(item any, delay time.Duration) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	key, due := fmt.Sprint(item), t.due(delay)
	if known, ok := t.dues[key]; !ok || due.Before(known) {
		t.dues[key] = due
	}
}

// due is the end of a delay. The delay until a check of the progress deadline is computed with the clock of the machine
// (https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go, requeueStuckRollout), which is years behind; if
// less than a second is left, it is none.
func (t *timer) due(delay time.Duration) time.Time {
	now := t.now()
	if delay < tooLate {
		return now.Add(delay)
	}
	due := time.Now().Add(delay).Round(time.Second).UTC()
	if due.Sub(now) < 2*time.Second {
		return now
	}
	return due
}

// forget drops everything that the controller wants to see again.
func (t *timer) forget() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	clear(t.dues)
}

// fire forgets what is due, and tells whether anything is.
func (t *timer) fire() bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	before := len(t.dues)
	for key, due := range t.dues {
		if !due.After(t.now()) {
			delete(t.dues, key)
		}
	}
	return len(t.dues) < before
}

const (
	// systemTick is how late a controller comes back: after what is due, never exactly then.
	systemTick = time.Millisecond
	// A controller that wants to come back immediately, and then changes nothing, does so at a few ticks and a few
	// seconds. After that it counts as one that does so forever.
	maxIdleTicks, maxIdle = 4, 7
	// tooLate is more than any delay in a system.
	tooLate = 24 * time.Hour
)

// maxSystemRounds is the number of rounds of all controllers at one instant, at most.
const maxSystemRounds = 80

// systemWorld is a cluster with the controllers of Rollouts, Experiments and AnalysisRuns.
type systemWorld struct {
	*world
	given system
	began time.Time
	// queues are those of Experiments, AnalysisRuns and Rollouts, in the order of their passes.
	queues []systemQueue
	pods   map[string][]pod
	// jobs are the times at which Jobs end, by name.
	jobs   map[string]time.Time
	errors []string
	// met is what the controller of Rollouts has noticed.
	met string
	// idle is the number of instants in succession at which nothing has changed.
	idle int
}

type systemQueue struct {
	resource schema.GroupResource
	*timer
}

// pod of a ReplicaSet.
type pod struct {
	readyAt, availableAt time.Time
	isNeverReady         bool
}

func newSystemWorld(s system) (*systemWorld, error) {
	w := &systemWorld{given: s, pods: map[string][]pod{}, jobs: map[string]time.Time{}}
	clock := func() time.Time { return w.world.now }
	rollouts := newTimer(clock)
	forExperiments, forRuns := newTimer(clock), newTimer(clock)
	w.queues = []systemQueue{{experimentResource, forExperiments}, {analysisRunResource, forRuns}, {rolloutResource, rollouts}}
	made, err := newWorldWith(rollouts.gate, rollouts, func(_ *world, parts shared) ([]runner, map[schema.GroupResource]cache.SharedIndexInformer) {
		ofRuns := analysis.ControllerConfig{
			KubeClientSet:        parts.kube,
			ArgoProjClientset:    parts.argo,
			AnalysisRunInformer:  parts.analysisRuns,
			JobInformer:          parts.typed.Batch().V1().Jobs(),
			ResyncPeriod:         resync,
			AnalysisRunWorkQueue: forRuns,
			MetricsServer:        metricsServer,
			Recorder:             events(),
		}
		watchPods(&ofRuns, parts.typed)
		ofExperiments := experiments.ControllerConfig{
			KubeClientSet:                   parts.kube,
			ArgoProjClientset:               parts.argo,
			ReplicaSetInformer:              parts.typed.Apps().V1().ReplicaSets(),
			ExperimentsInformer:             parts.experiments,
			AnalysisRunInformer:             parts.analysisRuns,
			AnalysisTemplateInformer:        parts.analysisTemplates,
			ClusterAnalysisTemplateInformer: parts.clusterAnalysisTemplates,
			ServiceInformer:                 parts.typed.Core().V1().Services(),
			ResyncPeriod:                    resync,
			RolloutWorkQueue:                newGate(),
			ExperimentWorkQueue:             forExperiments,
			MetricsServer:                   metricsServer,
			Recorder:                        events(),
		}
		return []runner{analysis.NewController(ofRuns), experiments.NewController(ofExperiments)},
			map[schema.GroupResource]cache.SharedIndexInformer{jobResource: parts.typed.Batch().V1().Jobs().Informer()}
	})
	if err != nil {
		return nil, err
	}
	w.world = made
	w.store.defaults = true
	w.verifyTargetGroups(false)
	return w, w.load(s.Objects)
}

func (w *systemWorld) closeAll() {
	w.close()
	for _, queue := range w.queues {
		queue.ShutDown()
	}
}

// hasBegun tells whether something has gone wrong.
func (w *systemWorld) hasBegun(o *onset) bool {
	if o == nil || w.began.IsZero() {
		return false
	}
	if o.Seconds != nil {
		return w.now.Sub(w.began).Seconds() >= *o.Seconds
	}
	return o.at != nil
}

// noteSteps notes which steps have been met.
func (w *systemWorld) noteSteps() {
	if w.began.IsZero() {
		return
	}
	onsets := []*onset{w.given.NoPods}
	for _, metric := range w.given.Metrics {
		onsets = append(onsets, metric.From)
	}
	step := w.rollouts()[0].number("status", "currentStepIndex")
	for _, o := range onsets {
		if o != nil && o.Seconds == nil && o.at == nil && (o.Step == 0 || step >= o.Step && w.isUpdating()) {
			now := w.now
			o.at = &now
		}
	}
}

func (w *systemWorld) isUpdating() bool {
	rollout := w.rollouts()[0]
	return rollout.text("status", "currentPodHash") != rollout.text("status", "stableRS")
}

func (w *systemWorld) answer(path string) webAnswer {
	metric, ok := w.given.Metrics[path]
	if ok && w.hasBegun(metric.From) {
		return metric.Bad
	}
	return metric.Good
}

// keepPods simulates kube-controller-manager and the kubelets.
func (w *systemWorld) keepPods() error {
	replicaSets, _ := w.store.list(replicaSetResource, "")
	for _, replicaSet := range replicaSets {
		wanted := int(replicaSet.number("spec", "replicas"))
		known := w.pods[replicaSet.name()]
		for len(known) < wanted {
			known = append(known, w.newPod(replicaSet))
		}
		known = w.withoutPods(known, len(known)-wanted)
		w.pods[replicaSet.name()] = known
		ready, available := 0, 0
		for _, one := range known {
			if !one.isNeverReady && !one.readyAt.After(w.now) {
				ready++
				if !one.availableAt.After(w.now) {
					available++
				}
			}
		}
		if err := w.write(replicaSet, "status", func(now object) {
			for field, value := range map[string]int{
				"replicas":             len(known),
				"fullyLabeledReplicas": len(known),
				"readyReplicas":        ready,
				"availableReplicas":    available,
				"observedGeneration":   int(now.number("metadata", "generation")),
			} {
				now.set(json.Number(fmt.Sprint(value)), "status", field)
			}
		}); err != nil {
			return err
		}
	}
	return nil
}

func seconds(value float64) time.Duration { return time.Duration(value * float64(time.Second)) }

// keepJobs simulates the controller of Jobs.
func (w *systemWorld) keepJobs() error {
	jobs, _ := w.store.list(jobResource, "")
	for _, job := range jobs {
		due, ok := w.jobs[job.name()]
		if !ok {
			due = w.now.Add(seconds(w.given.JobSeconds))
			w.jobs[job.name()] = due
		}
		if due.After(w.now) || job.at("status", "conditions") != nil {
			continue
		}
		condition := "Complete"
		if w.hasBegun(w.given.Metrics[job.text("metadata", "annotations", jobMetric)].From) {
			condition = "Failed"
		}
		conditions := []any{map[string]any{"type": condition, "status": "True"}}
		if err := w.write(job, "status", func(now object) { now.set(conditions, "status", "conditions") }); err != nil {
			return err
		}
	}
	return nil
}

// holder is what has the pod template of the Rollout: itself, or its workload.
func (w *systemWorld) holder() object {
	rollout := w.rollouts()[0]
	name := rollout.text("spec", "workloadRef", "name")
	if name == "" {
		return rollout
	}
	workload, err := w.store.get(identity{schema.GroupResource{Group: "apps", Resource: "deployments"}, rollout.namespace(), name})
	if err != nil {
		return rollout
	}
	return workload
}

func (w *systemWorld) newPod(replicaSet object) pod {
	ready := w.now.Add(seconds(w.given.ReadyAfter))
	annotations := func(o object) any { return o.at("spec", "template", "metadata", "annotations") }
	isNew := w.isUpdating() && equal(annotations(replicaSet), annotations(w.holder()))
	return pod{
		readyAt:      ready,
		availableAt:  ready.Add(seconds(float64(replicaSet.number("spec", "minReadySeconds")))),
		isNeverReady: isNew && w.hasBegun(w.given.NoPods),
	}
}

// withoutPods deletes pods: first those that are not ready, then the youngest.
func (w *systemWorld) withoutPods(pods []pod, count int) []pod {
	for ; count > 0; count-- {
		victim := len(pods) - 1
		for index, one := range pods {
			if one.isNeverReady || one.readyAt.After(w.now) {
				victim = index
			}
		}
		pods = append(append([]pod{}, pods[:victim]...), pods[victim+1:]...)
	}
	return pods
}

// settleSystem runs all controllers until none writes.
func (w *systemWorld) settleSystem() (bool, error) {
	for _, queue := range w.queues {
		if queue.fire() && queue.resource == rolloutResource {
			w.met = ""
		}
	}
	before := w.fingerprint()
	w.idle++
	for range maxSystemRounds {
		w.errors = nil
		if err := w.keepPods(); err != nil {
			return false, err
		}
		if err := w.keepJobs(); err != nil {
			return false, err
		}
		for _, queue := range w.queues {
			objects, _ := w.store.list(queue.resource, "")
			if queue.resource == rolloutResource {
				if now := w.noticed(); now != w.met {
					w.met = now
				} else {
					continue
				}
			}
			for _, one := range objects {
				if err := w.passOf(queue, one.namespace()+"/"+one.name()); err != nil {
					return false, err
				}
			}
		}
		w.noteSteps()
		after := w.fingerprint()
		if after == before {
			return true, nil
		}
		before = after
		w.idle = 0
	}
	return false, nil
}

// noticed is what wakes the controller of Rollouts: every change, but of AnalysisRuns only that of their phase, and none of Jobs
// (https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go, NewController).
func (w *systemWorld) noticed() string {
	var text strings.Builder
	for _, o := range w.store.all() {
		switch o.resource() {
		case jobResource:
		case analysisRunResource:
			text.WriteString(o.name() + " " + o.text("status", "phase"))
		default:
			text.Write(o.without(nil, []string{"resourceVersion", "generation"}).encode())
		}
	}
	return text.String()
}

func (w *systemWorld) passOf(queue systemQueue, key string) error {
	if err := w.sync(); err != nil {
		return err
	}
	w.world.errors.take()
	w.balance()
	w.store.hold()
	ended := queue.run(key, passLimit)
	w.store.release()
	if !ended {
		return fmt.Errorf("a pass over %s did not end in %s", key, passLimit)
	}
	if text := w.world.errors.take(); text != "" {
		w.errors = append(w.errors, text)
	}
	return nil
}

// next is when something is due next.
func (w *systemWorld) next() (time.Time, bool) {
	var first time.Time
	note := func(due time.Time) {
		if first.IsZero() || due.Before(first) {
			first = due
		}
	}
	for _, queue := range w.queues {
		queue.mutex.Lock()
		for _, due := range queue.dues {
			switch {
			case due.Sub(w.now) > tooLate:
			case due.After(w.now):
				note(due.Add(systemTick))
			case w.idle <= maxIdleTicks:
				note(w.now.Add(systemTick))
			case w.idle <= maxIdle:
				note(w.now.Truncate(time.Second).Add(time.Second + systemTick))
			}
		}
		queue.mutex.Unlock()
	}
	jobs, _ := w.store.list(jobResource, "")
	for _, job := range jobs {
		if due := w.jobs[job.name()]; due.After(w.now) {
			note(due)
		}
	}
	for _, pods := range w.pods {
		for _, one := range pods {
			for _, due := range []time.Time{one.readyAt, one.availableAt} {
				if due.After(w.now) && !one.isNeverReady {
					note(due)
				}
			}
		}
	}
	return first, !first.IsZero()
}

// isScaling tells whether pods of the Rollout are to be created, or are not available.
func (w *systemWorld) isScaling() bool {
	for _, one := range w.owned(replicaSetResource, w.rollouts()[0]) {
		wanted := one.number("spec", "replicas")
		if one.number("status", "replicas") != wanted || one.number("status", "availableReplicas") != wanted {
			return true
		}
	}
	return false
}

// reasons of the pauses of the Rollout.
func (w *systemWorld) reasons() []string {
	conditions, _ := w.rollouts()[0].at("status", "pauseConditions").([]any)
	var reasons []string
	for _, condition := range conditions {
		fields, _ := condition.(map[string]any)
		reasons = append(reasons, object(fields).text("reason"))
	}
	return reasons
}

// waitsForPerson tells whether only a promotion continues the update: all pods are there, and nothing else is awaited.
func (w *systemWorld) waitsForPerson() bool {
	if len(w.reasons()) == 0 || w.isInconclusive() || w.isScaling() {
		return false
	}
	rollout := w.rollouts()[0]
	background := rollout.text("status", "canary", "currentBackgroundAnalysisRunStatus", "name")
	for _, resource := range []schema.GroupResource{experimentResource, analysisRunResource} {
		for _, one := range w.owned(resource, rollout) {
			if !isEnded(one) && one.at("spec", "terminate") != true && one.name() != background {
				return false
			}
		}
	}
	if blueGreen := rollout.fields("spec", "strategy", "blueGreen"); len(blueGreen) > 0 {
		return blueGreen["autoPromotionEnabled"] == false || object(blueGreen).number("autoPromotionSeconds") == 0
	}
	steps, _ := rollout.at("spec", "strategy", "canary", "steps").([]any)
	if index := int(rollout.number("status", "currentStepIndex")); index < len(steps) {
		fields, _ := steps[index].(map[string]any)
		return fields["pause"] != nil && object(fields).at("pause", "duration") == nil
	}
	return false
}

func (w *systemWorld) isInconclusive() bool {
	for _, reason := range w.reasons() {
		if strings.HasPrefix(reason, "Inconclusive") {
			return true
		}
	}
	return false
}

// shown is the state at this instant.
func (w *systemWorld) shown() moment {
	m := moment{At: w.now.Sub(w.began).Seconds(), ReplicaSets: map[string][4]int64{}, Errors: w.errors}
	rollout := w.rollouts()[0]
	status := pick(rollout.fields("status"), "phase", "message", "abort", "currentStepIndex", "stableRS", "currentPodHash", "pauseConditions")
	status["weights"] = rollout.at("status", "canary", "weights")
	status["active"] = rollout.at("status", "blueGreen", "activeSelector")
	m.Rollout, _ = compact(status).(map[string]any)
	replicaSets, _ := w.store.list(replicaSetResource, "")
	for _, one := range replicaSets {
		hash := one.text("metadata", "labels", podHashLabel)
		if owners := ownersOf(one); len(owners) > 0 && owners[0]["kind"] != "Rollout" {
			hash = one.name()
		}
		m.ReplicaSets[hash] = [4]int64{one.number("spec", "replicas"), one.number("status", "replicas"),
			one.number("status", "readyReplicas"), one.number("status", "availableReplicas")}
	}
	m.Experiments = w.shownAll(experimentResource, "phase", "message")
	m.Runs = w.shownAll(analysisRunResource, "phase", "message", "metricResults")
	m.Routed = w.routed()
	return m
}

func (w *systemWorld) shownAll(resource schema.GroupResource, fields ...string) map[string]any {
	all := map[string]any{}
	objects, _ := w.store.list(resource, "")
	for _, one := range objects {
		status := pick(one.fields("status"), fields...)
		if one.at("spec", "terminate") == true {
			status["terminate"] = true
		}
		if results, ok := status["metricResults"].([]any); ok {
			status["metricResults"] = byName(results)
		}
		all[one.name()] = compact(status)
	}
	return all
}

// byName has the counts of metrics by their names, because upstream measures in any order.
func byName(results []any) map[string]any {
	named := map[string]any{}
	for _, result := range results {
		fields, _ := result.(map[string]any)
		named[object(fields).text("name")] = pick(fields, "phase", "count", "successful", "failed", "error", "inconclusive", "consecutiveError")
	}
	return named
}

// routed is what routers were told, by the label of the object.
func (w *systemWorld) routed() map[string]any {
	told := map[string]any{}
	for _, o := range w.store.all() {
		switch {
		case o.is("virtualservices", "networking.istio.io"):
			told[o.label()] = o.at("spec", "http")
		case o.is("ingresses", "networking.k8s.io"):
			told[o.label()] = o.fields("metadata", "annotations")
		case o.is("destinationrules", "networking.istio.io"):
			told[o.label()] = o.at("spec", "subsets")
		case o.is("services", ""):
			told[o.label()] = o.text("spec", "selector", podHashLabel)
		}
	}
	return told
}

// install runs the first deployment.
func (w *systemWorld) install() error {
	for range 400 {
		settled, err := w.settleSystem()
		if err != nil {
			return err
		}
		rollout := w.rollouts()[0]
		if settled && !w.isScaling() && rollout.text("status", "phase") == "Healthy" {
			// The update begins at a whole second, and long after the first deployment: a timer of that, such as one for its
			// progress deadline, would make the controller look at the update up to a second before its own timer does.
			w.now = w.now.Add(time.Second - 1).Truncate(time.Second)
			for _, queue := range w.queues {
				queue.forget()
			}
			return nil
		}
		now, ok := w.next()
		if !ok {
			return fmt.Errorf("the first deployment does not end: %v", rollout.at("status", "conditions"))
		}
		w.now = now
	}
	return fmt.Errorf("the first deployment takes too long")
}

func recordSystem(s system) (moments []moment, hashes []string, err error) {
	w, err := newSystemWorld(s)
	if err != nil {
		return nil, nil, err
	}
	defer w.closeAll()
	provider.of = w.answer
	if err := w.install(); err != nil {
		return nil, nil, err
	}
	w.began = w.now
	if err := w.applyObject(s.Update); err != nil {
		return nil, nil, err
	}
	for range s.Instants {
		settled, err := w.settleSystem()
		if err != nil {
			return nil, nil, err
		}
		m := w.shown()
		m.Unsettled = !settled
		if w.waitsForPerson() {
			if err := w.world.apply(event{Do: "promote"}); err != nil {
				return nil, nil, err
			}
			m.Person = "promote"
			moments = append(moments, m)
			continue
		}
		moments = append(moments, m)
		if w.isInconclusive() && !w.isScaling() {
			break
		}
		now, ok := w.next()
		if !ok {
			break
		}
		w.now = now
	}
	return moments, w.store.hashes, nil
}

// Systems reads systems from standard input, one per line, and answers each with its moments, or an error.
func Systems(addTo func(*rollout.ControllerConfig)) {
	configure = addTo
	answerCases(func(s system) (map[string]any, error) {
		moments, hashes, err := recordSystem(s)
		return map[string]any{"moments": moments, "hashes": hashes}, err
	})
}
