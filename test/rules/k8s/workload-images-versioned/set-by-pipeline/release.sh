yq -i ".spec.template.spec.containers[0].image = \"shop/cache:$VERSION\"" cache.yaml
