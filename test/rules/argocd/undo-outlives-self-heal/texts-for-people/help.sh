#!/bin/sh
# To roll back: kubectl argo rollouts undo web -n shop
echo "Roll back with: kubectl argo rollouts undo web -n shop"
cat <<EOF
kubectl argo rollouts undo web -n shop
EOF
print_info "then" && echo kubectl argo rollouts undo web
kubectl argo rollouts abort web -n shop
kubectl argo rollouts status web -n shop
