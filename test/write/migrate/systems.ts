import type { MigrationRouter } from '../../../src/write/migrate/workload.js';

/** The routers that a Deployment may have a route of. */
/** What is said of an overlay with patches, which only a program builds; of other systems nothing is to be said. */
export const unreadOverlay =
  /^(?:[\w/]+\/kustomization\.yaml: not built here, so what it changes is unknown; check each commit with "rolloutkit lint --render"\.\n)?$/;

export const systemRouters = ['istio-host', 'alb', 'nginx', 'gateway'] as const satisfies MigrationRouter[];
export type SystemRouter = (typeof systemRouters)[number];

const deployment = `# The shop's checkout.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout # as the Service is called
  labels: { team: shop }
spec:
  replicas: 3 # measured in May
  selector:
    matchLabels:
      app: checkout
  strategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  template:
    metadata:
      labels:
        app: checkout
    spec:
      containers:
        - name: app
          image: ghcr.io/stefanprodan/podinfo:6.8.0 # bumped by the pipeline
          ports:
            - name: http
              containerPort: 9898
          readinessProbe:
            httpGet: { path: /readyz, port: http }
`;

const service = `apiVersion: v1
kind: Service
metadata:
  name: checkout
spec:
  selector:
    app: checkout
  ports:
    - name: http
      port: 80
      targetPort: http
`;

/** What leads to the Service, by router. */
const routes: Readonly<Record<SystemRouter, string>> = {
  'istio-host': `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: checkout
spec:
  hosts:
    - checkout
  http:
    # Everything.
    - timeout: 5s
      route:
        - destination:
            host: checkout # the Service
`,
  alb: `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: checkout
  annotations:
    alb.ingress.kubernetes.io/target-type: ip # pods
spec:
  ingressClassName: alb
  rules:
    - host: checkout.example.com
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: checkout
                port:
                  number: 80 # http
`,
  nginx: `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: checkout
spec:
  ingressClassName: nginx
  rules:
    - host: checkout.example.com
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: checkout
                port:
                  name: http
`,
  gateway: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  name: checkout
spec:
  parentRefs:
    - name: public
      namespace: infra
  hostnames: [checkout.example.com]
  rules:
    - matches:
        - path: { type: PathPrefix, value: / }
      # All of it.
      backendRefs:
        - name: checkout
          port: 80
`,
};

/** An Application that deploys a folder. */
function application(path: string, more = ''): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: checkout
  namespace: argocd
spec:
  project: default
  source:
    repoURL: https://git.example.com/shop.git
    targetRevision: HEAD
    path: ${path}
${more}  destination:
    server: https://kubernetes.default.svc
    namespace: shop
  syncPolicy:
    automated:
      prune: true
      selfHeal: true
`;
}

/** What creates the namespace of the Application. */
const setup = { 'setup.sh': 'kubectl create namespace shop\n' };

/** The files of a Deployment with a route, each object in a file. */
export function plainSystem(router: SystemRouter): Readonly<Record<string, string>> {
  return {
    ...setup,
    'argocd/checkout.yaml': application('checkout'),
    'checkout/deployment.yaml': deployment,
    'checkout/route.yaml': routes[router],
    'checkout/service.yaml': service,
  };
}

/** The same as the base of a kustomization, and an overlay that is deployed. */
export function kustomizeSystem(router: SystemRouter): Readonly<Record<string, string>> {
  return {
    ...setup,
    'argocd/checkout.yaml': application('checkout/production'),
    'checkout/base/deployment.yaml': deployment,
    'checkout/base/route.yaml': routes[router],
    'checkout/base/service.yaml': service,
    'checkout/base/kustomization.yaml': `# What all stages have in common.
resources:
  - deployment.yaml # the pods
  - service.yaml
  - route.yaml
`,
    'checkout/production/kustomization.yaml': `resources:
  - ../base
images:
  - name: ghcr.io/stefanprodan/podinfo
    newTag: 6.9.0
`,
  };
}

/** What a chart has in the place of names, and of labels. */
function templated(text: string): string {
  return text
    .replace(/^( +)(?:- )?(?:host|name): checkout(?=[ \n])/gm, (line) =>
      line.replace('checkout', '{{ include "checkout.fullname" . }}'),
    )
    .replace(
      /^( +)app: checkout$/gm,
      (_, indent: string) => `${indent}{{- include "checkout.selectorLabels" . | nindent ${indent.length} }}`,
    )
    .replace('  hosts:\n    - checkout\n', '  hosts:\n    - {{ include "checkout.fullname" . }}\n')
    .replace('replicas: 3', 'replicas: {{ .Values.replicaCount }}')
    .replace('podinfo:6.8.0', 'podinfo:{{ .Values.image.tag | default .Chart.AppVersion }}')
    .replace('checkout.example.com', '{{ .Values.host }}')
    .replace(/^( +)(port|number): 80(?=[ \n])/gm, '$1$2: {{ .Values.service.port }}');
}

/** The same as a chart, with what `helm create` writes for names, labels and replicas. */
export function helmSystem(router: SystemRouter): Readonly<Record<string, string>> {
  return {
    ...setup,
    'argocd/checkout.yaml': application('charts/checkout'),
    'charts/checkout/Chart.yaml': 'apiVersion: v2\nname: checkout\nversion: 1.0.0\nappVersion: 6.8.0\n',
    'charts/checkout/values.yaml': `replicaCount: 3
autoscaling: { enabled: false }
image: { tag: '' }
host: checkout.example.com
service: { port: 80 }
`,
    'charts/checkout/templates/_helpers.tpl': `{{- define "checkout.fullname" -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" }}
{{- end }}
{{- define "checkout.selectorLabels" -}}
app: {{ .Chart.Name }}
instance: {{ .Release.Name }}
{{- end }}
`,
    'charts/checkout/templates/deployment.yaml': templated(deployment).replace(
      /^ {2}replicas: .*\n/m,
      (line) => `  {{- if not .Values.autoscaling.enabled }}\n${line}  {{- end }}\n`,
    ),
    'charts/checkout/templates/route.yaml': templated(routes[router]),
    'charts/checkout/templates/service.yaml': templated(service),
  };
}

/** The same as the output of an app of cdk8s. */
export function cdk8sSystem(router: SystemRouter): Readonly<Record<string, string>> {
  return {
    ...setup,
    'argocd/checkout.yaml': application('dist'),
    'cdk8s.yaml': 'language: typescript\napp: npx ts-node main.ts\n',
    'dist/checkout.k8s.yaml': [deployment, service, routes[router]].join('---\n'),
  };
}
