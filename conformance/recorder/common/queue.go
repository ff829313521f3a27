package common

import (
	"sync"
	"time"
)

// gate is a work queue that returns only given keys. It ignores what the controller queues, because passes are run
// until nothing changes.
type gate struct {
	items chan string
	done  chan struct{}
	once  sync.Once
	shut  chan struct{}
}

func newGate() *gate {
	return &gate{items: make(chan string), done: make(chan struct{}, 1), shut: make(chan struct{})}
}

// run processes one key and waits for the end.
func (g *gate) run(key string, limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case g.items <- key:
	case <-timer.C:
		return false
	}
	select {
	case <-g.done:
		return true
	case <-timer.C:
		return false
	}
}

func (g *gate) Get() (any, bool) {
	select {
	case key := <-g.items:
		return key, false
	case <-g.shut:
		return nil, true
	}
}

func (g *gate) Done(any) { g.done <- struct{}{} }

func (g *gate) ShutDown()          { g.once.Do(func() { close(g.shut) }) }
func (g *gate) ShutDownWithDrain() { g.ShutDown() }
func (g *gate) ShuttingDown() bool {
	select {
	case <-g.shut:
		return true
	default:
		return false
	}
}

func (g *gate) Add(any)                     {}
func (g *gate) AddAfter(any, time.Duration) {}
func (g *gate) AddRateLimited(any)          {}
func (g *gate) Forget(any)                  {}
func (g *gate) Len() int                    { return 0 }
func (g *gate) NumRequeues(any) int         { return 0 }
