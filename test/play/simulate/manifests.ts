/** A Rollout of ten replicas that splits traffic between two Services by Istio. */
export function istioRollout(steps: string, canary = '', replicas = 10): string {
  return `${rollout(
    `canary:
      stableService: checkout-stable
      canaryService: checkout-canary
      ${canary}
      trafficRouting:
        managedRoutes:
          - name: h
          - name: m
        istio:
          virtualService:
            name: checkout
            routes:
              - primary
      steps:
${steps.replaceAll(/^/gm, '        ')}`,
    replicas,
  )}
${service('checkout-stable')}
${service('checkout-canary')}
${virtualService}`;
}

export function rollout(strategy: string, replicas = 10): string {
  return `
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
  namespace: shop
spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      app: checkout
  strategy:
    ${strategy}
  template:
    metadata:
      labels:
        app: checkout
    spec:
      containers:
        - name: checkout
          image: checkout:1
          ports:
            - containerPort: 8080
`;
}

export function service(name: string): string {
  return `
---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: shop
spec:
  selector:
    app: checkout
  ports:
    - port: 80
`;
}

export const virtualService = `
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: checkout
  namespace: shop
spec:
  hosts:
    - checkout
  http:
    - name: primary
      route:
        - destination:
            host: checkout-stable
          weight: 100
        - destination:
            host: checkout-canary
          weight: 0
`;
