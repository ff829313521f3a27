module rolloutkit/conformance/recorder/types

go 1.26.0
