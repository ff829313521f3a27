kubectl apply -f rollout.yaml
