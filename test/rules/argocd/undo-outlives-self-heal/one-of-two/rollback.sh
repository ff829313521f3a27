kubectl argo rollouts undo web -n "$1"
kubectl argo rollouts undo web -n dev # expect: healed
