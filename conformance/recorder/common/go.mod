module rolloutkit/conformance/recorder/common

go 1.23
