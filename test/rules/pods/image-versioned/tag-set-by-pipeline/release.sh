#!/bin/sh
cd overlays/prod && kustomize edit set image shop/web=shop/web:$VERSION
