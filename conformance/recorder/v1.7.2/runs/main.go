// Records what the AnalysisRun controller of Argo Rollouts v1.7.2 does; see ../../README.md.
package main

import "rolloutkit/conformance/recorder/common"

func main() { common.AnalysisRuns() }
