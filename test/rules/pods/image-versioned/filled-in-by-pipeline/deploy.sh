#!/bin/sh
envsubst < rollout.yaml | kubectl apply -f -
