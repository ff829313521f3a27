import type { Files } from './stories.js';

const service = (name: string): string => `---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: shop
spec:
  selector:
    app: web
  ports:
    - port: 80
      targetPort: http
`;

const pods = `  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: web:1
          ports:
            - name: http
              containerPort: 8080
`;

const rollout = (strategy: string, rest = pods): string => `---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
  namespace: shop
spec:
  replicas: 4
${rest}  strategy:
${strategy.trimEnd().replaceAll(/^/gm, '    ')}
`;

const steps = `  steps:
    - setWeight: 25
    - pause: {}
`;

const files = (...parts: readonly string[]): Files => ({ 'app.yaml': parts.join('') });

/** An Application that deploys all files of the repository, prunes and heals. */
export const application = (): Files => ({
  'argocd.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: shop
  namespace: argocd
spec:
  source:
    repoURL: https://git.example.com/shop.git
    targetRevision: main
    path: .
    directory:
      exclude: argocd.yaml
  destination:
    server: https://kubernetes.default.svc
    namespace: shop
  syncPolicy:
    automated:
      prune: true
      selfHeal: true
`,
});

export const replicaOnly = files(rollout(`canary:\n${steps}`), service('web'), service('web-internal'));

export const blueGreen = files(
  rollout(
    'blueGreen:\n  activeService: web-active\n  previewService: web-preview\n  autoPromotionEnabled: false',
  ),
  service('web-active'),
  service('web-preview'),
);

const albIngress = `---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web
  namespace: shop
  annotations:
    example.com/owner: one
spec:
  ingressClassName: alb
  rules:
    - host: web.example.com
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: web-root
                port:
                  name: use-annotation
`;

export const pingPong = files(
  rollout(`canary:
  pingPong:
    pingService: web-ping
    pongService: web-pong
  trafficRouting:
    alb:
      ingress: web
      rootService: web-root
      servicePort: 80
${steps}`),
  service('web-root'),
  service('web-ping'),
  service('web-pong'),
  albIngress,
);

export const nginx = files(
  rollout(`canary:
  stableService: web-stable
  canaryService: web-canary
  trafficRouting:
    nginx:
      stableIngress: web
${steps}`),
  service('web-stable'),
  service('web-canary'),
  albIngress
    .replace('className: alb', 'className: nginx')
    .replace('ClassName: alb', 'ClassName: nginx')
    .replace('name: web-root', 'name: web-stable')
    .replace('name: use-annotation', 'number: 80'),
);

/** A Rollout that takes its pods from a Deployment. */
export const workload = files(
  `---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  replicas: 0
${pods}`,
  rollout(
    `canary:\n${steps}`,
    `  workloadRef:
    apiVersion: apps/v1
    kind: Deployment
    name: web
`,
  ),
  service('web'),
);
