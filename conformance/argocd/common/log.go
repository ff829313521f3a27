package common

import (
	"strings"

	log "github.com/sirupsen/logrus"
)

// skippedRules collects what upstream only logs: the rules that it could not apply.
type skippedRules struct{ messages []string }

var skipped = &skippedRules{}

func (*skippedRules) Levels() []log.Level { return log.AllLevels }

func (s *skippedRules) Fire(entry *log.Entry) error {
	if message, ok := strings.CutPrefix(entry.Message, "Failed to apply normalization patch: "); ok {
		s.messages = append(s.messages, message)
	}
	return nil
}

// take returns what was collected since the last time.
func (s *skippedRules) take() []string {
	messages := s.messages
	s.messages = nil
	return messages
}
