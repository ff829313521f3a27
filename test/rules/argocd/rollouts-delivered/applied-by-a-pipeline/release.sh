kubectl apply -f rollouts/
