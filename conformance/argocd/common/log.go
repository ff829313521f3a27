package common

import (
	"strings"

	log "github.com/sirupsen/logrus"
)

// skippedRules collects the rules that upstream could not apply, which it only logs.
type skippedRules struct{ messages []string }

var skipped = &skippedRules{}

func (*skippedRules) Levels() []log.Level { return log.AllLevels }

func (s *skippedRules) Fire(entry *log.Entry) error {
	if message, ok := strings.CutPrefix(entry.Message, "Failed to apply normalization patch: "); ok {
		s.messages = append(s.messages, message)
	}
	return nil
}

// take returns the messages collected since the last call.
func (s *skippedRules) take() []string {
	messages := s.messages
	s.messages = nil
	return messages
}
