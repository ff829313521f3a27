module rolloutkit/conformance/argocd/common

go 1.25
