/** A name that is all that a name should not be; where it is printed as it is, the line after it is forged. */
export const hostileName = [
  'w\u001b[31m\u001b]0;t\u0007\u009b2J\u202e\u2066\u200b\u{e0041}',
  'FORGED',
  '::add-mask::m',
  '  ::error file=a::m\r::warning::m\u2028::notice::m\u0085::group::m',
  'e##[add-mask]m ##vso[task.x]m ##teamcity[y] ::error::m <img src=x onerror=alert(1)></script>',
].join('\n');

/** A repository of which every name, label, key and value is hostile. */
export function hostileFiles(image: string, called = hostileName): Readonly<Record<string, string>> {
  const name = JSON.stringify(called);
  const labels = `{${name}: ${name}, app: ${name}}`;
  const rollout = (own: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: ${own}, labels: ${labels}, annotations: {${name}: ${name}}}
spec:
  replicas: 4
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}, annotations: {text: ${name}}}
    spec:
      containers:
        - name: ${name}
          image: ${JSON.stringify(image)}
          env: [{name: ${name}, value: ${name}}]
  strategy:
    canary:
      canaryService: ${name}
      stableService: ${JSON.stringify(`${called}-stable`)}
      trafficRouting:
        managedRoutes: [{name: ${name}}]
        istio: {virtualService: {name: ${name}, routes: [${name}, other]}}
      steps:
        - setWeight: 20
        - setHeaderRoute: {name: ${name}, match: [{headerName: ${name}, headerValue: {exact: ${name}}}]}
        - pause: {duration: ${name}}
        - {${name}: ${name}}
        - pause: {}
`;
  const rest = `apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec: {selector: {app: ${name}}, ports: [{name: ${name}, port: 80, targetPort: ${name}}]}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: ${name}}
spec:
  hosts: [${name}]
  http: [{name: ${name}, route: [{destination: {host: ${name}}, weight: 100}]}]
---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: ${name}}
spec:
  project: ${name}
  destination: {namespace: ${name}, server: ${name}}
  source: {repoURL: x, path: .}
  ignoreDifferences: [{group: ${name}, kind: Service, name: ${name}, jsonPointers: [${name}], jqPathExpressions: [${name}]}]
  syncPolicy: {syncOptions: [${name}]}
---
apiVersion: v1
kind: ${name}
metadata: {name: ${name}}
`;
  const plain = rollout('twice').replace(/^.*(?:duration|- \{).*\n/gm, '');
  return {
    'all.yaml': `${rollout(name)}---\n${rest}`,
    'plain/a.yaml': plain,
    'other/b.yaml': plain,
    '::add-mask::e.yaml': rollout('e'),
    '##[add-mask]x.yaml': rollout('x'),
    'f\u001b[31m\nFORGED\n::error::f.yaml': rollout('f'),
    '  ::error::b.yaml': 'a: b: c\n',
    'broken/a.yaml': `kind: Rollout\napiVersion: argoproj.io/v1alpha1\nmetadata:\n  name: a\n  ::error::x: "\u202e\n`,
    'kustomization.yaml': `resources: [all.yaml]\nnamePrefix: ${name}\n`,
    'chart/Chart.yaml': `name: ${name}\n`,
    'chart/templates/::error::a.yaml': '{{ .Values.x }}\n::error::\n',
    '.pre-commit-config.yaml': 'repos:\n  ::error::a: "\u001b[31m"\n##[error]b\n',
  };
}
