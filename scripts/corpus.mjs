// Writes a repository of manifests for benchmarks and tests: npm run corpus -- <folder> [--files 10000] [--seed 1].
// The same seed gives the same files. References resolve within each folder, as in a working repository.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

/** @typedef {{ readonly path: string, readonly text: string }} File */

/** @param {number} seed */
function random(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    /** @param {number} share */
    chance: (share) => next() < share,
    /** @param {number} from @param {number} to */
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    /** @template T @param {readonly T[]} items @returns {T} */
    pick: (items) => /** @type {T} */ (items[Math.floor(next() * items.length)]),
  };
}

/** @typedef {ReturnType<typeof random>} Random */

/** Leaves out everything optional. @type {Random} */
const bare = { ...random(0), chance: () => false };

/** @typedef {{ name: string, namespace: string, team: string, env: string, folder: string, random: Random }} App */

const words =
  'account billing cart catalog checkout delivery email feed gateway identity inventory ledger mobile notify order payment price profile queue report search session shipping stock tax token user video wallet web'.split(
    ' ',
  );
const teams = words.slice(0, 16).map((word) => `team-${word}`);
const envs = ['dev', 'staging', 'production', 'production-eu', 'production-us'];

/**
 * Generates folders of files without end.
 * @param {number} seed
 * @returns {Generator<File[], never>}
 */
export function* folders(seed = 1) {
  const dice = random(seed);
  let definitions = 0;
  for (let index = 0, written = 0; ; index += 1) {
    const team = teams[index % teams.length] ?? '';
    const name = `${dice.pick(words)}-${dice.pick(words)}-${index}`;
    for (const env of envs.slice(0, dice.between(1, 4))) {
      const folder = `apps/${team}/${name}/${env}`;
      const files = folderFiles({ name, team, env, namespace: `${team}-${env}`, folder, random: dice });
      if (written > definitions * 2500 + 100) {
        definitions += 1;
        files.push({
          path: `crds/crd-${definitions}.yaml`,
          text: customResourceDefinition(dice, definitions),
        });
      }
      yield files;
      written += files.length;
    }
  }
}

/** @param {App} app @returns {File[]} */
function folderFiles(app) {
  const { random: dice, folder } = app;
  const style = dice.pick(['subset', 'subset', 'subset', 'host', 'host', 'nginx', 'blue-green']);
  const hasAnalysis = style !== 'blue-green' && dice.chance(0.28);
  const steps = style === 'blue-green' ? '' : sixSteps(app, hasAnalysis);
  const files = rolloutFiles(app, style, rollout(app, style, steps));
  const hasBatch = dice.chance(0.72);
  if (style === 'nginx') files.push(['ingress', ingress(app, `${app.name}-stable`)]);
  else if (style === 'blue-green') files.push(['ingress', ingress(app, `${app.name}-active`)]);
  else if (hasBatch) files.push(['ingress', ingress(app, `${app.name}-batch`)]);
  if (hasAnalysis) files.push(['analysis-template', analysisTemplate(app)]);
  for (let index = dice.between(1, 3); index > 0; index -= 1)
    files.push([`deployment-worker-${index}`, deployment(app, `${app.name}-worker-${index}`)]);
  for (let index = dice.between(1, 4); index > 0; index -= 1)
    files.push([`config-${index}`, configMap(app, `${app.name}-config-${index}`)]);
  if (hasBatch) files.push(['batch', batch(app)]);
  const members = files.map(([name]) => name);
  if (dice.chance(0.6)) files.push(['application', application(app, style)]);
  if (dice.chance(0.6)) files.push(['values', values(app)]);
  if (dice.chance(0.12)) files.push(['workflow', workflow(app)]);
  /** @type {Map<string, string>} */
  const endings = new Map(files.map(([name]) => [name, dice.chance(0.1) ? 'yml' : 'yaml']));
  if (dice.chance(0.36))
    files.push(['kustomization', kustomization(members.map((name) => `${name}.${endings.get(name)}`))]);
  return files.map(([name, text]) => ({ path: `${folder}/${name}.${endings.get(name) ?? 'yaml'}`, text }));
}

/**
 * A Rollout with its traffic objects, except an Ingress.
 * @param {App} app @param {string} style @param {string} text @returns {[string, string][]}
 */
function rolloutFiles(app, style, text) {
  /** @type {[string, string][]} */
  const files = [['rollout', text]];
  if (style === 'subset') {
    files.push(['service', service(app, app.name)], ['destination-rule', destinationRule(app)]);
  } else {
    const [first, second] = style === 'blue-green' ? ['active', 'preview'] : ['stable', 'canary'];
    files.push([`service-${first}`, service(app, `${app.name}-${first}`)]);
    files.push([`service-${second}`, service(app, `${app.name}-${second}`)]);
  }
  if (style === 'subset' || style === 'host') files.push(['virtual-service', virtualService(app, style)]);
  return files;
}

/**
 * Rollouts of ten steps with only the objects that they refer to, each in its own folder, over all routers and without
 * one. Optionally with Applications that deploy them.
 * @param {number} count
 * @param {{ seed?: number, hasApplications?: boolean }} [options]
 * @returns {Generator<File>}
 */
export function* canaries(count, { seed = 1, hasApplications = false } = {}) {
  const dice = random(seed);
  const steps = [1, 5, 20, 50, 80]
    .map((weight) => `        - setWeight: ${weight}\n        - pause: {}\n`)
    .join('');
  for (let index = 0; index < count; index += 1) {
    const team = teams[index % teams.length] ?? '';
    const name = `${dice.pick(words)}-${dice.pick(words)}-${index}`;
    const folder = `apps/${team}/${name}`;
    const app = { name, team, env: 'production', namespace: team, folder, random: dice };
    const style = canaryStyles[index % canaryStyles.length] ?? '';
    const files = rolloutFiles(app, style, rollout(app, style, steps));
    if (style === 'nginx') files.push(['ingress', ingress(app, `${name}-stable`)]);
    if (style === 'alb') files.push(['ingress', albIngress(app)]);
    if (style === 'gateway') files.push(['http-route', httpRoute(app)]);
    if (hasApplications) files.push(['application', application(app, style)]);
    for (const [file, text] of files) yield { path: `${folder}/${file}.yaml`, text };
  }
}

const canaryStyles = ['subset', 'alb', 'nginx', 'plain', 'gateway', 'host'];

/** @param {App} app @param {string} kind @param {string} apiVersion @param {string} name */
function head({ namespace, team, env, name: app, random: dice }, apiVersion, kind, name) {
  const comment = dice.chance(0.3) ? `# ${kind} of ${app}, kept by ${team}.\n` : '';
  const labels = dice.chance(0.2)
    ? `  labels: {app.kubernetes.io/name: ${app}, team: "${team}", env: ${env}}\n`
    : `  labels:\n    app.kubernetes.io/name: ${app}\n    app.kubernetes.io/part-of: ${team}\n    team: "${team}" # who is called at night\n    env: ${env}\n`;
  const annotations = dice.chance(0.3)
    ? `  annotations:\n    docs.example.com/owner: 'the ${team} people'\n    docs.example.com/note: >-\n      Ask before you change\n      anything here: it is read by others.\n`
    : '';
  const quoted = dice.chance(0.1) ? `"${name}"` : name;
  return `${comment}apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${quoted}\n  namespace: ${namespace}\n${labels}${annotations}`;
}

/** @param {App} app @param {string} name @param {string} indent */
function podTemplate({ random: dice, team }, name, indent) {
  const env = Array.from({ length: dice.between(3, 14) }, (_, index) => {
    const key = `${dice.pick(words)}_${dice.pick(words)}_${index}`.toUpperCase();
    return dice.chance(0.2)
      ? `        - name: ${key}\n          valueFrom:\n            fieldRef: {fieldPath: metadata.namespace}\n`
      : `        - name: ${key}\n          value: "${dice.pick(words)} ${dice.between(1, 900)}"\n`;
  }).join('');
  const text = `template:
  metadata:
    labels:
      app: ${name}
      team: ${team}
    annotations:
      prometheus.io/scrape: "true"
      prometheus.io/port: "${dice.between(8000, 9999)}"
  spec:
    serviceAccountName: ${team}
    securityContext: {runAsNonRoot: true, runAsUser: 10001}
    containers:
      - name: app
        image: registry.example.com/${team}/${name}:v1.${dice.between(0, 99)}.${dice.between(0, 9)}
        imagePullPolicy: IfNotPresent
        args: ["--port=8080", "--log-level=info", '--name=${name}']
        ports:
          - name: http
            containerPort: 8080
            protocol: TCP
        env:
${env.replaceAll(/^/gm, '  ').replace(/ +$/, '')}        resources:
          requests:
            cpu: ${dice.between(1, 20) * 50}m
            memory: ${dice.between(1, 16) * 64}Mi
          limits:
            memory: ${dice.between(16, 32) * 64}Mi
        readinessProbe:
          httpGet: {path: /healthz, port: http}
          periodSeconds: 5
        livenessProbe:
          httpGet:
            path: /livez
            port: http
          failureThreshold: 3
    terminationGracePeriodSeconds: 30
`;
  return text.replaceAll(/^(?=.)/gm, indent);
}

/** @param {App} app @param {boolean} hasAnalysis */
function sixSteps({ name, namespace, random: dice }, hasAnalysis) {
  const first = `        - setWeight: 5
        - pause: {duration: ${dice.between(1, 10)}m}
`;
  const analysis = hasAnalysis
    ? `        - analysis:
            templates:
              - templateName: ${name}-success-rate
            args:
              - name: service-name
                value: ${name}.${namespace}.svc.cluster.local
              - name: canary-hash
                valueFrom: {podTemplateHashValue: Latest}
`
    : '';
  return `${first}${analysis}        - setWeight: ${dice.between(20, 40)}
        - pause:
            duration: 10m
        - setWeight: 60
        - pause: {}
`;
}

/** @param {App} app @param {string} style @param {string} steps */
function rollout(app, style, steps) {
  const { name, random: dice } = app;
  const routing = {
    subset: `      trafficRouting:
        istio:
          virtualService:
            name: ${name}
            routes:
              - primary
          destinationRule:
            name: ${name}
            canarySubsetName: canary
            stableSubsetName: stable
`,
    host: `      canaryService: ${name}-canary
      stableService: ${name}-stable
      trafficRouting:
        istio:
          virtualService:
            name: ${name}
            routes: [primary]
`,
    nginx: `      canaryService: ${name}-canary
      stableService: ${name}-stable
      trafficRouting:
        nginx:
          stableIngress: ${name}
`,
    alb: `      canaryService: ${name}-canary
      stableService: ${name}-stable
      trafficRouting:
        alb:
          ingress: ${name}
          rootService: ${name}-stable
          servicePort: 80
`,
    gateway: `      canaryService: ${name}-canary
      stableService: ${name}-stable
      trafficRouting:
        plugins:
          argoproj-labs/gatewayAPI:
            httpRoutes:
              - name: ${name}
`,
    plain: '',
  }[style];
  const strategy =
    style === 'blue-green'
      ? `    blueGreen:
      activeService: ${name}-active
      previewService: ${name}-preview
      autoPromotionEnabled: ${dice.pick(['true', 'false'])}
      scaleDownDelaySeconds: 60
`
      : `    canary:
${routing}      steps:
${steps}`;
  return `${head(app, 'argoproj.io/v1alpha1', 'Rollout', name)}spec:
  replicas: ${dice.between(1, 12)}
  revisionHistoryLimit: 3
  selector:
    matchLabels:
      app: ${name}
${podTemplate(app, name, '  ')}  strategy:
${strategy}`;
}

/** @param {App} app @param {string} name */
function deployment(app, name) {
  return `${head(app, 'apps/v1', 'Deployment', name)}spec:
  replicas: ${app.random.between(1, 8)}
  selector:
    matchLabels: {app: ${name}}
${podTemplate(app, name, '  ')}  strategy:
    type: RollingUpdate
    rollingUpdate: {maxSurge: 25%, maxUnavailable: 0}
`;
}

/** @param {App} app @param {string} name */
function service(app, name, selected = app.name) {
  return `${head(app, 'v1', 'Service', name)}spec:
  type: ClusterIP
  selector:
    app: ${selected}
  ports:
    - name: http
      port: 80
      targetPort: http
      protocol: TCP
`;
}

/** @param {App} app @param {string} backend */
function ingress(app, backend) {
  const host = `${app.name}.${app.env}.example.com`;
  return `${head(app, 'networking.k8s.io/v1', 'Ingress', app.name)}spec:
  ingressClassName: nginx
  tls:
    - hosts: ["${host}"]
      secretName: ${app.name}-tls
  rules:
    - host: ${host}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: ${backend}
                port: {number: 80}
`;
}

/** @param {App} app */
function albIngress(app) {
  return `${head({ ...app, random: bare }, 'networking.k8s.io/v1', 'Ingress', app.name)}  annotations:
    alb.ingress.kubernetes.io/scheme: internet-facing
    alb.ingress.kubernetes.io/target-type: ip
    alb.ingress.kubernetes.io/healthcheck-path: /healthz
spec:
  ingressClassName: alb
  rules:
    - host: ${app.name}.${app.env}.example.com
      http:
        paths:
          - path: /*
            pathType: ImplementationSpecific
            backend:
              service:
                name: ${app.name}-stable
                port: {name: use-annotation}
`;
}

/** @param {App} app */
function httpRoute(app) {
  return `${head(app, 'gateway.networking.k8s.io/v1', 'HTTPRoute', app.name)}spec:
  parentRefs:
    - {name: public, namespace: gateways}
  hostnames: [${app.name}.${app.env}.example.com]
  rules:
    - matches:
        - path: {type: PathPrefix, value: /}
      backendRefs:
        - {name: ${app.name}-stable, port: 80}
        - {name: ${app.name}-canary, port: 80}
`;
}

/** @param {App} app @param {string} style */
function virtualService(app, style) {
  const { name } = app;
  const destination =
    style === 'subset'
      ? `        - destination:
            host: ${name}
            subset: stable
          weight: 100
        - destination:
            host: ${name}
            subset: canary
          weight: 0
`
      : `        - destination: {host: ${name}-stable}
          weight: 100
        - destination: {host: ${name}-canary}
          weight: 0
`;
  return `${head(app, 'networking.istio.io/v1', 'VirtualService', name)}spec:
  hosts:
    - ${style === 'subset' ? name : `${name}-stable`}
  http:
    - name: primary
      match:
        - uri: {prefix: /}
      route:
${destination}      retries:
        attempts: 3
        perTryTimeout: 2s
`;
}

/** @param {App} app */
function destinationRule(app) {
  return `${head(app, 'networking.istio.io/v1', 'DestinationRule', app.name)}spec:
  host: ${app.name}
  trafficPolicy:
    connectionPool:
      http: {http2MaxRequests: 1000}
  subsets:
    - name: stable
      labels:
        app: ${app.name}
    - name: canary
      labels:
        app: ${app.name}
`;
}

/** @param {App} app */
function analysisTemplate(app) {
  return `${head(app, 'argoproj.io/v1alpha1', 'AnalysisTemplate', `${app.name}-success-rate`)}spec:
  args:
    - name: service-name
    - name: canary-hash
  metrics:
    - name: success-rate
      interval: 1m
      count: 5
      successCondition: len(result) == 0 || isNaN(result[0]) || result[0] >= 0.95
      failureLimit: 3
      provider:
        prometheus:
          address: http://prometheus.monitoring:9090
          query: |
            sum(irate(
              istio_requests_total{reporter="source",destination_service=~"{{args.service-name}}",destination_hash="{{args.canary-hash}}",response_code!~"5.*"}[5m]
            )) /
            sum(irate(
              istio_requests_total{reporter="source",destination_service=~"{{args.service-name}}",destination_hash="{{args.canary-hash}}"}[5m]
            ))
`;
}

/** @param {App} app @param {string} style */
function application(app, style) {
  const { name, env, namespace, team, folder } = app;
  const ignored =
    style === 'subset' || style === 'host'
      ? `  ignoreDifferences:
    - group: networking.istio.io
      kind: VirtualService
      name: ${name}
      jqPathExpressions:
        - .spec.http[].route[].weight
`
      : '';
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: ${name}-${env}
  namespace: argocd
  finalizers:
    - resources-finalizer.argocd.argoproj.io
spec:
  project: ${team}
  source:
    repoURL: https://git.example.com/platform/deployments.git
    targetRevision: main
    path: ${folder}
  destination:
    server: https://kubernetes.default.svc
    namespace: ${namespace}
${ignored}  syncPolicy:
    automated: {prune: true, selfHeal: true}
    syncOptions:
      - CreateNamespace=true
      - RespectIgnoreDifferences=true
`;
}

/** @param {App} app @param {string} name */
function configMap(app, name) {
  const { random: dice } = app;
  const entries = Array.from({ length: dice.between(4, 30) }, (_, index) => {
    const key = `${dice.pick(words)}.${dice.pick(words)}.${index}`;
    return dice.chance(0.5)
      ? `  ${key}: "${dice.between(1, 9999)}"\n`
      : `  ${key}: ${dice.pick(words)} and ${dice.pick(words)}, # since ${dice.between(2015, 2025)}\n`;
  }).join('');
  const settings = Array.from(
    { length: dice.between(10, 120) },
    () =>
      `    ${dice.pick(words)}:\n      ${dice.pick(words)}: [${dice.between(0, 99)}, ${dice.pick(words)}]\n`,
  ).join('');
  const manifest = dice.chance(0.3)
    ? `  sidecar.yaml: |
    apiVersion: argoproj.io/v1alpha1
    kind: Rollout
    metadata:
      name: not-a-resource
    ---
    kind: Service
    metadata: {name: neither}
`
    : '';
  return `${head(app, 'v1', 'ConfigMap', name)}data:\n${entries}${manifest}  application.yaml: |\n${settings}`;
}

/** @param {App} app */
function batch(app) {
  const { random: dice, namespace } = app;
  const name = `${app.name}-batch`;
  const autoscaler = () =>
    `${head(app, 'autoscaling/v2', 'HorizontalPodAutoscaler', name)}spec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${name}}\n  minReplicas: 2\n  maxReplicas: 10\n`;
  const simple = [
    () => `apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\n`,
    () => service(app, name, name),
    autoscaler,
    () =>
      `${head(app, 'policy/v1', 'PodDisruptionBudget', name)}spec:\n  minAvailable: 1\n  selector:\n    matchLabels:\n      app: ${name}\n`,
    () => configMap(app, `${name}-settings`),
    () =>
      `${head(app, 'networking.k8s.io/v1', 'NetworkPolicy', name)}spec:\n  podSelector: {}\n  policyTypes: [Ingress]\n`,
    () =>
      `${head(app, 'rbac.authorization.k8s.io/v1', 'Role', name)}rules:\n- apiGroups: [""]\n  resources: ["pods"]\n  verbs: ["get", "list"]\n`,
  ];
  // Made first, so that what else is drawn stays what it was.
  const withReplicas = deployment(app, name);
  const chosen = simple.slice(0, dice.between(2, simple.length));
  const own = chosen.includes(autoscaler) ? withReplicas.replace(/^  replicas: .*\n/m, '') : withReplicas;
  const documents = [own, ...chosen.map((make) => make())];
  return documents.join(dice.chance(0.2) ? '--- # next\n' : '---\n');
}

/** @param {App} app */
function values({ random: dice, name }) {
  const sections = Array.from(
    { length: dice.between(4, 20) },
    () =>
      `${dice.pick(words)}${dice.between(1, 99)}:\n  enabled: ${dice.pick(['true', 'false'])}\n  kind: ${dice.pick(['big', 'small'])}\n  hosts:\n  - ${dice.pick(words)}.example.com\n`,
  ).join('\n');
  return `# Values of the chart of ${name}.\nreplicaCount: 2\nimage:\n  repository: registry.example.com/${name}\n  tag: "1.${dice.between(0, 99)}"\n\n${sections}`;
}

/** @param {App} app */
function workflow({ name }) {
  return `name: build ${name}
on:
  push: {branches: [main]}
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: Build
        run: |
          make build
          echo "kind: Rollout"
        env:
          TOKEN: \${{ secrets.TOKEN }}
`;
}

/** @param {readonly string[]} members */
function kustomization(members) {
  return `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n${members.map((name) => `  - ${name}\n`).join('')}`;
}

/** @param {Random} dice @param {number} index */
function customResourceDefinition(dice, index) {
  /** @param {number} depth @returns {string} */
  const properties = (depth) =>
    Array.from({ length: 4 }, (_, at) => {
      const name = `${dice.pick(words)}${at}`;
      const description = `Describes the ${dice.pick(words)} of the ${dice.pick(words)}:\nit is optional and defaults to nothing.`;
      const text = `${name}:\n  description: |-\n${description.replaceAll(/^/gm, '    ')}\n`;
      return depth === 0
        ? `${text}  type: ${dice.pick(['string', 'integer', 'boolean'])}\n`
        : `${text}  type: object\n  properties:\n${properties(depth - 1).replaceAll(/^(?=.)/gm, '    ')}`;
    }).join('');
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: things${index}.example.com
spec:
  group: example.com
  names: {kind: Thing${index}, listKind: Thing${index}List, plural: things${index}, singular: thing${index}}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
${properties(5).replaceAll(/^(?=.)/gm, '            ')}`;
}

/**
 * Whole folders with at least this many files, and at most a dozen more; half a folder would have dangling references.
 * @param {number} count
 * @param {number} [seed]
 * @returns {Generator<File>}
 */
export function* take(count, seed) {
  let taken = 0;
  for (const files of folders(seed)) {
    yield* files;
    taken += files.length;
    if (taken >= count) return;
  }
}

/**
 * Writes files and returns their number and the number of characters.
 * @param {string} folder
 * @param {Iterable<File>} files
 */
export function write(folder, files) {
  const made = new Set();
  let chars = 0;
  let count = 0;
  for (const { path, text } of files) {
    const target = join(folder, path);
    const parent = dirname(target);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    writeFileSync(target, text);
    chars += text.length;
    count += 1;
  }
  return { count, chars };
}

if (process.argv[1] === import.meta.filename) {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: { files: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  });
  const [folder] = positionals;
  if (folder === undefined)
    throw new Error('Usage: node scripts/corpus.mjs <folder> [--files 10000] [--seed 1]');
  const { count, chars } = write(folder, take(Number(options.files), Number(options.seed)));
  console.log(`${count} files, ${(chars / 1e6).toFixed(1)} million characters`);
}
