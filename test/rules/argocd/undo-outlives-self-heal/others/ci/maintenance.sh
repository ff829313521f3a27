#!/bin/sh
argocd app set shop --sync-policy none
kubectl argo rollouts undo web -n shop
