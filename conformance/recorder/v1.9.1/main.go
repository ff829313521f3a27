package main

import "rolloutkit/conformance/recorder/common"

func main() { common.Main("v1.9.1") }
