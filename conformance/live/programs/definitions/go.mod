// Modules of which only the definitions of their kinds are read.
module rolloutkit/conformance/live/definitions

go 1.24.0

require (
	istio.io/api v1.30.3
	sigs.k8s.io/gateway-api v1.4.1
)
