#!/bin/sh
VERSION=$(grep '^image: ' values.txt | sed 's/image: *//')
CURRENT=$(yq '.spec.template.spec.containers[0].image' rollout.yaml)
yq -i '.version = "1.2.3"' charts/web/Chart.yaml
