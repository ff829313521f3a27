/** Indents lines by so many spaces. */
function indented(lines: readonly string[], spaces: number): string {
  return lines.map((line) => `${' '.repeat(spaces)}${line}\n`).join('');
}

function head(apiVersion: string, kind: string, name: string, namespace?: string): string {
  const line = namespace === undefined ? '' : `  namespace: ${namespace}\n`;
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${line}`;
}

interface InNamespace {
  readonly namespace?: string | undefined;
}

/** A Rollout whose pods carry its name; `canary` are the lines of its strategy. */
export function rollout(
  name: string,
  { namespace, canary = ['maxSurge: 1'] }: InNamespace & { readonly canary?: readonly string[] } = {},
): string {
  return `${head('argoproj.io/v1alpha1', 'Rollout', name, namespace)}spec:
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      containers:
        - name: ${name}
          image: ${name}:1
          ports:
            - containerPort: 80
          readinessProbe:
            tcpSocket: { port: 80 }
  strategy:
    canary:
${indented(canary, 6)}`;
}

export const steps = ['steps:', '  - setWeight: 50', '  - pause: {}'];

/** The canary of a Rollout with two Services, whose traffic a VirtualService splits. */
export function istio(name: string, ...more: readonly string[]): readonly string[] {
  return [
    `canaryService: ${name}-canary`,
    `stableService: ${name}-stable`,
    'trafficRouting:',
    ...more,
    '  istio:',
    '    virtualService:',
    `      name: ${name}`,
    '      routes: [primary]',
    ...steps,
  ];
}

export function service(name: string, app: string, { namespace }: InNamespace = {}): string {
  return `${head('v1', 'Service', name, namespace)}spec:
  selector:
    app: ${app}
  ports:
    - port: 80
      name: http
`;
}

/** The two Services of a canary. */
export function services(app: string, options: InNamespace = {}): string {
  return `${service(`${app}-stable`, app, options)}---\n${service(`${app}-canary`, app, options)}`;
}

/** A VirtualService that splits between the two; `before` are lines of earlier routes. */
export function virtualService(
  name: string,
  {
    namespace,
    before = [],
    more = [],
  }: InNamespace & { readonly before?: readonly string[]; readonly more?: readonly string[] } = {},
): string {
  return `${head('networking.istio.io/v1', 'VirtualService', name, namespace)}spec:
  hosts:
    - ${name}-stable
${indented(more, 2)}  http:
${indented(before, 4)}    - name: primary
      route:
        - destination:
            host: ${name}-stable
          weight: 100
        - destination:
            host: ${name}-canary
          weight: 0
`;
}

export function deployment(name: string, replicas = 2): string {
  return `${head('apps/v1', 'Deployment', name)}spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      containers:
        - name: ${name}
          image: ${name}:1
`;
}

export function ingress(name: string, backend: string, annotations: readonly string[] = []): string {
  const lines = annotations.length === 0 ? '' : `  annotations:\n${indented(annotations, 4)}`;
  return `${head('networking.k8s.io/v1', 'Ingress', name)}${lines}spec:
  ingressClassName: nginx
  rules:
    - host: web.example.com
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: ${backend}
                port:
                  number: 80
`;
}

/** An Application of the repository that is called `repo`; `more` are lines of its spec. */
export function application(
  name: string,
  path: string,
  { namespace = 'shop', more = [] }: { readonly namespace?: string; readonly more?: readonly string[] } = {},
): string {
  return `${head('argoproj.io/v1alpha1', 'Application', name, 'argocd')}spec:
  project: default
  source:
    repoURL: https://git.example.com/repo.git
    targetRevision: HEAD
    path: ${path}
  destination:
    server: https://kubernetes.default.svc
    namespace: ${namespace}
${indented(more, 2)}`;
}

/** Several objects in one file. */
export function documents(...texts: readonly string[]): string {
  return texts.join('---\n');
}
