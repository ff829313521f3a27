#!/bin/sh
sed -i "s|PASTE_YOUR_IMAGE_HERE|$1|" rollout.yaml
kubectl apply -f rollout.yaml
