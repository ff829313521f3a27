package common

import (
	"encoding/json"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
)

// Admit sets the defaults of an object, or rejects it, by the definition of its kind.
var Admit = func(object map[string]any) error { return nil }

// loopback serves the current simulated cluster to other processes, such as plugins.
var loopback switchboard

type switchboard struct {
	mutex  sync.Mutex
	server *server
}

func (s *switchboard) show(to *server) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.server = to
}

func (s *switchboard) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	s.mutex.Lock()
	current := s.server
	s.mutex.Unlock()
	response, err := current.RoundTrip(req)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer response.Body.Close()
	for key, values := range response.Header {
		w.Header()[key] = values
	}
	w.WriteHeader(response.StatusCode)
	_, _ = io.Copy(w, response.Body)
}

// ListenOnLoopback makes the cluster accessible to other processes of this machine, and writes a kubeconfig into a
// folder.
func ListenOnLoopback(folder string) (kubeconfig string, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go func() { _ = http.Serve(listener, &loopback) }()
	kubeconfig = filepath.Join(folder, "kubeconfig")
	text := `{"apiVersion": "v1", "kind": "Config", "current-context": "recorder",
"clusters": [{"name": "recorder", "cluster": {"server": "http://` + listener.Addr().String() + `"}}],
"contexts": [{"name": "recorder", "context": {"cluster": "recorder", "user": "recorder"}}],
"users": [{"name": "recorder", "user": {}}]}`
	return kubeconfig, os.WriteFile(kubeconfig, []byte(text), 0o600)
}

// Replace replaces the fields of an object by those of another one, which may contain Go's number types.
func Replace(place, by map[string]any) error {
	text, err := json.Marshal(by)
	if err != nil {
		return err
	}
	parsed, err := parse(text)
	if err != nil {
		return err
	}
	clear(place)
	maps.Copy(place, parsed)
	return nil
}
