/** A canary with a background analysis; docs/protect.md computes its figures by hand. */
export const rollout = `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
  namespace: shop
spec:
  replicas: 4
  selector: { matchLabels: { app: checkout } }
  template:
    metadata: { labels: { app: checkout } }
    spec: { containers: [{ name: checkout, image: 'ghcr.io/example/checkout:1.0.0' }] }
  strategy:
    canary:
      stableService: checkout-stable
      canaryService: checkout-canary
      trafficRouting: { nginx: { stableIngress: checkout } }
      analysis:
        startingStep: 1
        templates: [{ templateName: checkout }]
      steps:
        - setWeight: 20
        - pause: { duration: 1m }
        - setWeight: 60
        - pause: { duration: 1m }
`;

const service = (name: string): string => `
apiVersion: v1
kind: Service
metadata: { name: ${name}, namespace: shop }
spec: { selector: { app: checkout }, ports: [{ port: 80 }] }
`;

/** What stands beside the Rollout. */
export const routing = [
  service('checkout-stable'),
  service('checkout-canary'),
  `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: checkout, namespace: shop }
spec:
  ingressClassName: nginx
  rules:
    - host: shop.example.com
      http:
        paths:
          - { path: /, pathType: Prefix, backend: { service: { name: checkout-stable, port: { number: 80 } } } }
`,
].join('---');

export const template = `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: { name: checkout, namespace: shop }
spec:
  metrics:
    - name: successes
      interval: 30s
      failureLimit: 1
      successCondition: result[0] >= 0.99
      provider:
        prometheus:
          address: http://prometheus.monitoring:9090
          query: sum(rate(ok{service="checkout-canary"}[1m])) / sum(rate(all{service="checkout-canary"}[1m]))
`;

export const all = [rollout, routing, template].join('---');
