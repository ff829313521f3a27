package common

import (
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
)

// change is an event of a watch.
type change struct {
	kind    watch.EventType
	version int
	object  object
}

// store contains the state of an API server: objects with resource versions, generations and status subresources, and a
// history for watches.
type store struct {
	mutex   sync.Mutex
	wakened *sync.Cond
	objects map[identity]object
	// order lists identities in the order of their creation.
	order   []identity
	version int
	created int
	changes []change
	// told is the part of the history that watches see. It does not grow during a pass, as if every watch were slightly
	// late: the caches of a controller do not contain writes of the same pass.
	told int
	held bool
	now  func() time.Time
	last time.Time
	// hashes of pod templates in the order in which their ReplicaSets were created.
	hashes []string
	// defaults tells whether ReplicaSets get defaults.
	defaults bool
}

func newStore(now func() time.Time) *store {
	s := &store{objects: map[identity]object{}, now: now}
	s.wakened = sync.NewCond(&s.mutex)
	return s
}

// hasStatus tells whether a resource has a status subresource: those of Kubernetes and Istio have one, and of Argo
// Rollouts only the Rollout (https://github.com/argoproj/argo-rollouts/tree/v1.9.1/manifests/crds).
func hasStatus(resource schema.GroupResource) bool {
	return resource.Group != "argoproj.io" || resource.Resource == "rollouts"
}

// isTyped tells whether the server decodes the objects of a resource, so that an absent field equals an empty one.
func isTyped(resource schema.GroupResource) bool {
	switch resource.Group {
	case "", "apps", "autoscaling", "batch", "networking.k8s.io", "policy":
		return true
	}
	return false
}

func (s *store) get(id identity) (object, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found, ok := s.objects[id]
	if !ok {
		return nil, apierrors.NewNotFound(id.GroupResource, id.name)
	}
	return found, nil
}

// list returns the objects of a resource in the order of their creation, in one namespace or in all.
func (s *store) list(resource schema.GroupResource, namespace string) ([]object, int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var found []object
	for _, id := range s.order {
		if id.GroupResource == resource && (namespace == "" || id.namespace == namespace) {
			found = append(found, s.objects[id])
		}
	}
	return found, s.version
}

func (s *store) all() []object {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var found []object
	for _, id := range s.order {
		found = append(found, s.objects[id])
	}
	return found
}

// create stores a new object. Objects of a scenario keep their status; those of a client do not.
func (s *store) create(given object, keepStatus bool) (object, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	o := given.copy()
	id := o.identity()
	if o.name() == "" {
		return nil, apierrors.NewBadRequest("an object needs a name")
	}
	if _, ok := s.objects[id]; ok {
		return nil, apierrors.NewAlreadyExists(id.GroupResource, id.name)
	}
	if !keepStatus && hasStatus(id.GroupResource) {
		delete(o, "status")
	}
	s.created++
	if err := Admit(o); err != nil {
		return nil, err
	}
	o, err := s.stored(o)
	if err != nil {
		return nil, err
	}
	if o.at("metadata", "uid") == nil {
		o.set(fmt.Sprintf("00000000-0000-4000-8000-%012d", s.created), "metadata", "uid")
	}
	if o.at("metadata", "generation") == nil || !keepStatus {
		o.set(json.Number("1"), "metadata", "generation")
	}
	if o.at("metadata", "creationTimestamp") == nil {
		// Creation times differ by at least a second, so that the order of creation is always well defined.
		at := s.now()
		if !at.After(s.last) {
			at = s.last.Add(time.Second)
		}
		s.last = at
		o.set(at.UTC().Format(time.RFC3339), "metadata", "creationTimestamp")
	}
	if hash := o.text("metadata", "labels", podHashLabel); hash != "" && o.is("replicasets", "apps") {
		s.hashes = append(s.hashes, hash)
	}
	s.order = append(s.order, id)
	return s.write(watch.Added, id, o), nil
}

// update replaces an object as a client may: only its status or everything else, and only if it has not changed since
// it was read.
func (s *store) update(id identity, given object, subresource string) (object, error) {
	return s.change(id, subresource, func(object) (object, error) { return given, nil })
}

// change computes a new state from the current one and stores it.
func (s *store) change(id identity, subresource string, next func(now object) (object, error)) (object, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now, ok := s.objects[id]
	if !ok || subresource == "status" && !hasStatus(id.GroupResource) {
		return nil, apierrors.NewNotFound(id.GroupResource, id.name)
	}
	given, err := next(now.copy())
	if err != nil {
		return nil, err
	}
	o := given.copy()
	if version := o.version(); version != "" && version != now.version() {
		return nil, apierrors.NewConflict(id.GroupResource, id.name,
			fmt.Errorf("the object has been modified; please apply your changes to the latest version and try again"))
	}
	o["apiVersion"], o["kind"] = now["apiVersion"], now["kind"]
	switch {
	case subresource == "status":
		status := o["status"]
		o = now.copy()
		o["status"] = status
	case subresource == "" && hasStatus(id.GroupResource):
		o["status"] = now["status"]
	}
	if o["status"] == nil {
		delete(o, "status")
	}
	if err := Admit(o); err != nil {
		return nil, err
	}
	if o, err = s.stored(o); err != nil {
		return nil, err
	}
	for _, key := range []string{"name", "namespace", "uid", "creationTimestamp", "generation", "resourceVersion"} {
		if value := now.at("metadata", key); value != nil {
			o.set(value, "metadata", key)
		}
	}
	if isNewGeneration(now, o) {
		o.set(json.Number(strconv.FormatInt(now.number("metadata", "generation")+1, 10)), "metadata", "generation")
	}
	if same(now, o) {
		return now, nil
	}
	return s.write(watch.Modified, id, o), nil
}

func (s *store) delete(id identity) (object, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now, ok := s.objects[id]
	if !ok {
		return nil, apierrors.NewNotFound(id.GroupResource, id.name)
	}
	for index, other := range s.order {
		if other == id {
			s.order = append(append([]identity{}, s.order[:index]...), s.order[index+1:]...)
			break
		}
	}
	return s.write(watch.Deleted, id, now.copy()), nil
}

// write gives an object a version and notifies watches; the caller holds the lock and the only reference to the object.
func (s *store) write(kind watch.EventType, id identity, o object) object {
	s.version++
	o.set(strconv.Itoa(s.version), "metadata", "resourceVersion")
	if kind == watch.Deleted {
		delete(s.objects, id)
	} else {
		s.objects[id] = o
	}
	s.changes = append(s.changes, change{kind, s.version, o})
	if !s.held {
		s.told = len(s.changes)
		s.wakened.Broadcast()
	}
	return o
}

// hold suspends watches until release.
func (s *store) hold() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.held = true
}

func (s *store) release() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.held = false
	s.told = len(s.changes)
	s.wakened.Broadcast()
}

// isNewGeneration: a custom resource gets a new generation if anything except metadata and status differs, other
// objects if their spec differs (a PodTemplate: its template).
func isNewGeneration(before, after object) bool {
	rest := []string{"metadata"}
	if hasStatus(before.resource()) {
		rest = append(rest, "status")
	}
	if isTyped(before.resource()) {
		return !equal(compact(before.without(rest, nil)), compact(after.without(rest, nil)))
	}
	return !equal(before.without(rest, nil), after.without(rest, nil))
}

// same tells whether a write would change nothing, and so is none.
func same(before, after object) bool {
	if isTyped(before.resource()) {
		return equal(compact(before), compact(after))
	}
	return equal(before, after)
}
