import { edited, example, type Files, without } from './stories.js';
import { application, blueGreen, nginx, pingPong, replicaOnly, workload } from './systems.js';

export const host = example('istio-host/corrected');
const subset = example('istio-subset/corrected');
const alb = example('alb-header-route/corrected');
const config = example('configmap-revision/as-published');
const hashed = example('configmap-revision/corrected');
const gateway = example('gateway-header-route/corrected');
const rollout = 'rollout.yaml';

/** A Job for each phase of a sync. */
const hooks = ['PreSync', 'Sync', 'PostSync', 'SyncFail']
  .map(
    (phase) => `---
apiVersion: batch/v1
kind: Job
metadata:
  name: ${phase.toLowerCase()}
  namespace: shop
  annotations: { argocd.argoproj.io/hook: ${phase} }
spec:
  template:
spec:
  restartPolicy: Never
  containers: [{ name: job, image: job:1 }]
`,
  )
  .join('');

/** A file with a template for analyses named `smoke`. */
const smoke = (kind: string, namespace?: string): Files => ({
  'smoke.yaml': `apiVersion: argoproj.io/v1alpha1
kind: ${kind}
metadata:
  name: smoke
${namespace === undefined ? '' : `  namespace: ${namespace}\n`}spec:
  metrics:
    - name: up
      interval: 10s
      count: 3
      successCondition: result[0] > 0
      provider: { prometheus: { address: http://prometheus, query: up } }
`,
});

/** A Rollout without traffic routing that runs an analysis after its pause. */
const analysed = (reference: string): Files =>
  edited(replicaOnly, [
    'app.yaml',
    '    - pause: {}\n',
    `    - pause: {}\n        - analysis: { templates: [{ ${reference} }] }\n`,
  ]);

/** Its files, moved to another namespace by a kustomization. */
const moved: Files = {
  'kustomization.yaml': 'namespace: prod\nresources: [app.yaml, smoke.yaml]\n',
  ...edited(application(), ['argocd.yaml', '    directory:\n      exclude: argocd.yaml\n', '']),
};

/** A change that people make, what becomes of it, and what is said of that. */
export interface Story {
  readonly before: Files;
  readonly after: Files;
  /** Severity and kind of each effect, without those that are in every update under way. */
  readonly effects: readonly string[];
  /** Parts of what is said. */
  readonly says: readonly string[];
}

const bumped = (files: Files): Files => edited(files, [rollout, 'podinfo:6.9.0', 'podinfo:6.9.1']);

/** A Rollout with an Ingress beside it, without one of its Services if it is named, and the other annotated. */
export function ledBy(service: string, ingresses: readonly string[], gone?: string, option?: string): Files {
  const documents = (replicaOnly['app.yaml'] ?? '').split('---\n');
  const kept = documents.filter((text) => !text.includes(`name: ${gone}\n`));
  const annotations = `annotations:\n    argocd.argoproj.io/sync-options: ${option}`;
  const own = kept.map((text) =>
    option !== undefined && text.includes(`name: ${service}\n`)
      ? text.replace('metadata:\n', `metadata:\n  ${annotations}\n`)
      : text,
  );
  return { 'app.yaml': [...own, ...ingresses].join('---\n'), ...application() };
}

export const ingressTo = (service: string): string => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web
  namespace: shop
spec:
  rules:
    - host: web.example.com
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: ${service}
                port:
                  number: 80
`;

const account = (name: string): string =>
  `---\napiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: ${name}\n  namespace: shop\n`;

const runningAs = (name: string): Files => {
  const text = edited(replicaOnly, [
    'app.yaml',
    '      containers:',
    `      serviceAccountName: ${name}\n      containers:`,
  ])['app.yaml'];
  return { 'app.yaml': `${text ?? ''}${account(name)}` };
};

const withoutSelector = (all: Files, name: string): Files => ({
  'app.yaml': (all['app.yaml'] ?? '')
    .split('---\n')
    .map((text) =>
      text.includes(`name: ${name}\n`) ? text.replace(/ {2}selector:\n {4}app: .*\n/, '') : text,
    )
    .join('---\n'),
});

/** A Rollout that runs the pods of a Deployment. */
function referring(replicas: string): Files {
  return {
    'app.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web, namespace: argocd }
spec:
  source: { repoURL: https://git.example.com/web.git, path: ., targetRevision: HEAD }
  destination: { server: https://kubernetes.default.svc, namespace: shop }
  syncPolicy: { automated: { prune: true } }
`,
    'rollout.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: web, namespace: shop }
spec:
  replicas: 4
  workloadRef: { apiVersion: apps/v1, kind: Deployment, name: web, scaleDown: onsuccess }
  strategy: { canary: { steps: [{ setWeight: 20 }, { pause: {} }] } }
`,
    'deployment.yaml': `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
${replicas}  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: 'web:1' }] }
`,
  };
}

/** Requests from outside for Service "web". */
function route(name: string): string {
  return `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: { name: ${name}, namespace: shop }
spec:
  hosts: [web.example.com]
  gateways: [mesh/public]
  http: [{ name: primary, route: [{ destination: { host: web } }] }]
`;
}

/** Another host of it. */
function atHost(host: string): string {
  return route('web').replace('web.example.com', `'${host}'`);
}

const inMesh = route('web').replace('  gateways: [mesh/public]\n', '');

function ingressOf(name: string, host: string): string {
  return `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: ${name}, namespace: shop }
spec:
  ingressClassName: nginx
  rules:
    - host: ${host}
      http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 80 } } } }] }
`;
}

const ofAnyHost = { 'ingress.yaml': ingressOf('web', 'web').replace('- host: web\n      http', '- http') };

const nginxObjects = (nginx['app.yaml'] ?? '').split(/^---\n/m);
const nginxIngress = nginxObjects.find((text) => text.includes('kind: Ingress')) ?? '';

/** The files of `nginx` in a folder that the Application deploys, without the Ingress, which another folder has. */
const inFolders: Files = {
  ...edited(application(), ['argocd.yaml', 'path: .\n', 'path: deployed\n']),
  'deployed/app.yaml': nginxObjects.filter((text) => text !== nginxIngress).join('---\n'),
  'base/ingress.yaml': nginxIngress,
};

/** A Deployment with the pods of `replicaOnly`, and a Service. */
const deployed: Files = {
  'app.yaml': workload['app.yaml']!.split('---\n')
    .filter((part) => !part.includes('kind: Rollout'))
    .join('---\n')
    .replace('replicas: 0', 'replicas: 4'),
};

/** `replicaOnly` with its objects of a kind as hooks of a sync. */
function hooked(kind: string, policy: string): Files {
  const deletes = policy === '' ? '' : `, argocd.argoproj.io/hook-delete-policy: ${policy}`;
  const annotations = `  annotations: { argocd.argoproj.io/hook: Sync${deletes} }\n`;
  const marked = `kind: ${kind}\nmetadata:\n`;
  return edited(replicaOnly, ['app.yaml', marked, `${marked}${annotations}`]);
}

/** The Application, which prunes after everything else. */
const prunedLast = edited(application(), [
  'argocd.yaml',
  '  syncPolicy:\n',
  '  syncPolicy:\n    syncOptions: [PruneLast=true]\n',
]);

const autoscaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: catalog }
spec:
  minReplicas: 4
  maxReplicas: 9
  scaleTargetRef: { apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: catalog }
  metrics: [{ type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: 60 } } }]
`;

export const stories: Readonly<Record<string, Story>> = {
  'an image is bumped twice: the first canary gives way': {
    before: host,
    after: bumped(host),
    effects: ['info new-revision', 'info replaced'],
    says: [
      'The canary under way is replaced by the new revision, and the update starts over from its first step; its share of requests goes from up to 50 % to 0 %.',
      'Rollout "catalog" gets a new revision, because of spec.template.spec.containers[catalog].image.',
    ],
  },
  'an image is bumped while a header route leads testers to the canary of an ALB': {
    before: alb,
    after: bumped(alb),
    effects: ['info new-revision', 'info replaced', 'info routes-lost'],
    says: [
      'Route "ticket-api-preview" is removed until step-1: requests for the canary reach the stable pods.',
    ],
  },
  'an Ingress is touched while its header route exists: a sync takes the route away': {
    before: alb,
    after: edited(alb, ['ingress.yaml', 'annotations:', 'annotations:\n    example.com/owner: tickets']),
    effects: ['warning routes-lost', 'warning routes-lost', 'info no-revision'],
    says: ['In step-2..4', 'Route "ticket-api-preview" is removed permanently'],
  },
  // The header route leads all of its requests to the canary, but none without the header.
  'the header of a route is edited in mid-update': {
    before: alb,
    after: edited(alb, [rollout, 'headerName: X-Ticket-Preview', 'headerName: X-Preview']),
    effects: ['warning starts-over', 'warning routes-lost', 'info no-revision'],
    says: ['.headerName; its share of requests goes from up to 80 % to 0 %.'],
  },
  'a ConfigMap is changed in place: no canary, all pods at once': {
    before: config,
    after: edited(config, ['configmap.yaml', 'data:', 'data:\n  more.txt: x']),
    effects: ['info config-in-place'],
    says: ['no new revision starts, and all running pods get the new content within about a minute.'],
  },
  'a ConfigMap gets another name, and the old one is pruned under the stable pods': {
    before: hashed,
    after: edited(without(hashed, 'greeter-config-849c520685.yaml', 'greeter-config-c32a69c282.yaml'), [
      rollout,
      'greeter-config-849c520685',
      'greeter-config-0000000000',
    ]),
    effects: ['info new-revision', 'info replaced'],
    says: ['because of spec.template.spec.volumes'],
  },
  'steps are edited in mid-update': {
    before: host,
    after: edited(host, [rollout, 'setWeight: 50', 'setWeight: 60']),
    effects: ['warning starts-over', 'info no-revision'],
    says: [
      'The update under way starts over from its first step, because of spec.strategy.canary.steps[2].setWeight',
      'Only steps change: Rollout "catalog" gets no new revision, and the next update uses the new steps: spec.strategy.canary.steps[2].setWeight from 50 to 60.',
    ],
  },
  'a step that upstream refuses': {
    before: host,
    after: edited(host, [rollout, 'setWeight: 50', 'setWeight: 500']),
    effects: ['error refused', 'info no-revision'],
    says: ['At rest and in started, step-0..1', 'SetWeight needs to be between 0 and 100'],
  },
  'a VirtualService is touched in mid-canary, and weights are ignored': {
    before: host,
    after: edited(host, [
      'virtualservice.yaml',
      '    - name: primary\n',
      '    - name: primary\n      timeout: 7s\n',
    ]),
    effects: ['warning shift', 'info no-revision'],
    says: [
      'HTTP route "primary" of VirtualService "catalog" sends 0 % of its requests to the canary instead of up to 100 % until the controller\'s next pass, because the sync writes the weights of Git.',
    ],
  },
  'the canary Service is renamed: it is pruned before the route leads to the new one': {
    before: host,
    after: edited(
      host,
      ['services.yaml', 'name: catalog-canary', 'name: catalog-preview'],
      [rollout, 'canaryService: catalog-canary', 'canaryService: catalog-preview'],
      ['virtualservice.yaml', 'host: catalog-canary', 'host: catalog-preview'],
    ),
    effects: ['error gap', 'warning shift', 'info no-revision'],
    says: [
      'to Service "catalog-canary", which does not exist, after the sync has deleted Service "catalog-canary", while the sync applies the other objects.',
    ],
  },
  'a label is changed in the pods and in all selectors at once': {
    before: host,
    after: edited(
      host,
      [rollout, 'app: catalog', 'app: books'],
      ['services.yaml', 'app: catalog', 'app: books'],
    ),
    effects: ['error gap', 'error gap', 'error gap', 'error gap', 'info new-revision', 'info replaced'],
    says: [
      'Callers of Service "catalog" get no answer, because it selects no running pod, after the sync has applied',
    ],
  },
  'the target port of a Service gets a name that no container has': {
    before: replicaOnly,
    after: edited(replicaOnly, ['app.yaml', 'targetPort: http', 'targetPort: web']),
    effects: ['error gap', 'error gap', 'info no-revision'],
    says: [
      'Callers of Service "web" get no answer, because it has a targetPort that no running pod has, after the sync has applied Service "web", permanently.',
    ],
  },
  'the pods of an update have no port with the name that Services target': {
    before: replicaOnly,
    after: edited(replicaOnly, [
      'app.yaml',
      '          ports:\n            - name: http\n              containerPort: 8080\n',
      '',
    ]),
    effects: ['error gap', 'error gap', 'info new-revision', 'info replaced'],
    says: [
      'Callers of Service "web" get no answer, because it has a targetPort that no running pod has, from last-scaling-2 on, permanently.',
    ],
  },
  'a subset is renamed in the DestinationRule alone': {
    before: subset,
    after: edited(subset, ['destinationrule.yaml', 'name: canary', 'name: preview']),
    effects: ['error gap', 'error gap', 'warning shift', 'info no-revision', 'info out-of-sync'],
    says: [
      'to subset "canary" of Service "quotes", which does not exist, after the sync has applied DestinationRule "quotes"',
    ],
  },
  'the VirtualService is removed, and prune is on': {
    before: host,
    after: without(host, 'virtualservice.yaml'),
    effects: ['error refused', 'info no-revision'],
    says: ['virtualservices.networking.istio.io "catalog" not found'],
  },
  'a route beside the Rollout is removed, and prune is on': {
    before: { ...replicaOnly, ...application(), 'route.yaml': route('web') },
    after: { ...replicaOnly, ...application() },
    effects: ['warning route-gone', 'info no-revision'],
    says: [
      'VirtualService "web" is deleted, and no other object has its routes: requests that came by it reach Rollout "web" no more.',
    ],
  },
  'a route beside the Rollout loses one of its hosts': {
    before: {
      ...replicaOnly,
      ...application(),
      'route.yaml': route('web').replace('[web.example.com]', '[web.example.com, shop.example.com]'),
    },
    after: { ...replicaOnly, ...application(), 'route.yaml': route('web') },
    effects: ['warning route-gone', 'info no-revision'],
    says: [
      'VirtualService "web" has host "shop.example.com" no more, and no other object that leads to Rollout "web" has it: requests to it reach Rollout "web" no more.',
    ],
  },
  'a host of a route moves to another one': {
    before: { ...replicaOnly, ...application(), 'route.yaml': atHost('shop.example.com') },
    after: {
      ...replicaOnly,
      ...application(),
      'route.yaml': `${route('web')}---\n${atHost('*.example.com').replace('name: web', 'name: all')}`,
    },
    effects: ['info no-revision'],
    says: [],
  },
  // A VirtualService without gateways applies to sidecars alone, as below.
  'a route beside the Rollout loses its Gateway': {
    before: { ...replicaOnly, ...application(), 'route.yaml': route('web') },
    after: { ...replicaOnly, ...application(), 'route.yaml': inMesh },
    effects: ['warning route-gone', 'info no-revision'],
    says: [
      'VirtualService "web" is at no Gateway any more, and no other object leads requests from outside to "web.example.com" to Rollout "web": they reach it no more.',
    ],
  },
  'a route beside the Rollout gets another name': {
    before: { ...replicaOnly, ...application(), 'route.yaml': route('web') },
    after: { ...replicaOnly, ...application(), 'route.yaml': route('web-2') },
    effects: ['info no-revision'],
    says: [],
  },
  'an Ingress is removed that a folder has, too, which no Application deploys': {
    before: { ...inFolders, 'deployed/ingress.yaml': nginxIngress },
    after: inFolders,
    effects: ['error refused', 'info no-revision'],
    says: ['ingress.networking.k8s.io "web" not found'],
  },
  // A VirtualService without gateways applies to sidecars alone:
  // https://istio.io/latest/docs/reference/config/networking/virtual-service/#VirtualService
  'the only Ingress is removed for a VirtualService without gateways': {
    before: { ...replicaOnly, ...application(), ...ofAnyHost },
    after: { ...replicaOnly, ...application(), 'route.yaml': inMesh },
    effects: ['warning route-gone', 'info no-revision'],
    says: [
      'Ingress "web" is deleted, and no other object has its routes for requests from outside: requests that came by it reach Rollout "web" no more, because VirtualService "web" is only for callers in the mesh.',
    ],
  },
  'the only Ingress is removed for a VirtualService of one host': {
    before: { ...replicaOnly, ...application(), ...ofAnyHost },
    after: { ...replicaOnly, ...application(), 'route.yaml': atHost('shop.example.com') },
    effects: ['warning route-gone', 'info no-revision'],
    says: [
      'Ingress "web" is deleted, which routed requests to any host; of these only those to "shop.example.com" still reach Rollout "web".',
    ],
  },
  'the only Ingress is removed for a VirtualService of its host': {
    before: { ...replicaOnly, ...application(), 'ingress.yaml': ingressOf('web', 'shop.example.com') },
    after: { ...replicaOnly, ...application(), 'route.yaml': atHost('*.example.com') },
    effects: ['info no-revision'],
    says: [],
  },
  // ingress-nginx and ALB answer 404 to a host that no Ingress has.
  'an Ingress beside the Rollout gets another host': {
    before: { ...replicaOnly, ...application(), 'ingress.yaml': ingressOf('web', 'shop.example.com') },
    after: { ...replicaOnly, ...application(), 'ingress.yaml': ingressOf('web', 'www.example.com') },
    effects: ['warning route-gone', 'info no-revision'],
    says: [
      'Ingress "web" has no path for shop.example.com/ any more, and no other Ingress has one: requests to it reach Rollout "web" no more.',
    ],
  },
  'another Ingress takes over the host': {
    before: { ...replicaOnly, ...application(), 'ingress.yaml': ingressOf('web', 'shop.example.com') },
    after: {
      ...replicaOnly,
      ...application(),
      'ingress.yaml': `${ingressOf('web', 'www.example.com')}---\n${ingressOf('shop', 'shop.example.com')}`,
    },
    effects: ['info no-revision'],
    says: [],
  },
  'the Rollout is removed, and its Services stay without pods': {
    before: { ...replicaOnly, ...application() },
    after: {
      ...application(),
      'app.yaml': replicaOnly['app.yaml']!.split('---\n')
        .filter((part) => !part.includes('kind: Rollout'))
        .join('---\n'),
    },
    effects: ['error gap', 'error gap', 'info removed'],
    says: ['Callers of Service "web" get no answer, because it selects no running pod'],
  },
  'the Services are removed, and prune is on': {
    before: host,
    after: without(host, 'services.yaml'),
    effects: ['error refused', 'error gap', 'error gap', 'warning service-gone', 'info no-revision'],
    says: ['Service "catalog" is deleted: callers that use its name reach no pods any more.'],
  },
  'the Rollout that scaled a Deployment down is removed, and the Deployment stays': {
    before: referring(''),
    after: without(referring(''), 'rollout.yaml'),
    effects: ['error workload-idle', 'info removed'],
    says: [
      'Deployment "web" has no pods since Rollout "web" scaled it down, and nothing scales it up when Rollout "web" is deleted with its pods: requests reach no pods; set its replicas in Git first',
    ],
  },
  'the Deployment of a removed Rollout has no replicas in Git': {
    before: referring('  replicas: 0\n'),
    after: without(referring('  replicas: 0\n'), 'rollout.yaml'),
    effects: ['error workload-idle', 'info removed'],
    says: ['Deployment "web" has no pods in Git, and nothing scales it up'],
  },
  'the Rollout of a Deployment without pods is removed, and nothing prunes it': {
    before: without(referring(''), 'app.yaml'),
    after: without(without(referring(''), 'app.yaml'), 'rollout.yaml'),
    effects: ['info removed'],
    says: ['nothing deletes it'],
  },
  'the Deployment of a removed Rollout gets its replicas from Git': {
    before: referring('  replicas: 0\n'),
    after: without(referring('  replicas: 4\n'), 'rollout.yaml'),
    effects: ['error workload-late', 'info removed'],
    says: [
      'Rollout "web" is deleted in the same sync, with its pods, before those of Deployment "web" are ready: requests reach no pods meanwhile; add the workload first, and remove the Rollout in a later commit.',
    ],
  },
  'the Rollout is removed, and the route to it is not': {
    before: host,
    after: without(host, rollout),
    effects: ['error gap', 'info removed'],
    says: ['VirtualService "catalog" sends 100 % of its requests to the Rollout, which is deleted'],
  },
  'only replicas change': {
    before: host,
    after: edited(host, [rollout, 'replicas: 4', 'replicas: 6']),
    effects: ['info no-revision'],
    says: ['Only replicas change, from 4 to 6: Rollout "catalog" scales without a new revision.'],
  },
  'replicas are left to an autoscaler that Git has': {
    before: { ...host, 'autoscaler.yaml': autoscaler },
    after: { ...edited(host, [rollout, '  replicas: 4\n', '']), 'autoscaler.yaml': autoscaler },
    effects: ['error capacity', 'warning skips-ahead', 'info no-revision'],
    // As kubernetes.io says of moving workloads to an autoscaler, and as the rule about these replicas does.
    says: [
      'scales Rollout "catalog" from 4 pods to 1, until the autoscaler acts; before that sync, remove replicas from its last-applied configuration, once, with "kubectl apply edit-last-applied".',
    ],
  },
  'replicas are left to an autoscaler': {
    before: host,
    after: edited(host, [rollout, '  replicas: 4\n', '']),
    effects: ['error capacity', 'warning skips-ahead', 'info no-revision'],
    says: [
      'Git sets spec.replicas no more: the API server removes the field and the controller scales Rollout "catalog" from 4 pods to 1.',
      'In last-scaling: The new revision is promoted at once',
    ],
  },
  'promotion by a tag: the Application deploys another revision': {
    before: edited(host, ['application.yaml', 'targetRevision: main', 'targetRevision: v1.2.2']),
    after: edited(host, ['application.yaml', 'targetRevision: main', 'targetRevision: v1.2.3']),
    effects: ['info pinned', 'info application'],
    says: [
      'Application "catalog" deploys revision "v1.2.3" instead of "v1.2.2": the difference between the two revisions is not simulated, only that of the files.',
    ],
  },
  'a Gateway API route and a new image': {
    before: gateway,
    after: bumped(gateway),
    effects: ['info new-revision', 'info replaced', 'info routes-lost'],
    says: ['Route "fares-preview" is removed until step-1'],
  },
  'without an Application nothing is pruned': {
    before: without(host, 'application.yaml'),
    after: edited(
      without(host, 'application.yaml'),
      ['services.yaml', 'name: catalog-canary', 'name: catalog-preview'],
      [rollout, 'canaryService: catalog-canary', 'canaryService: catalog-preview'],
      ['virtualservice.yaml', 'host: catalog-canary', 'host: catalog-preview'],
    ),
    effects: ['warning shift', 'info no-revision', 'info orphan'],
    says: [
      'Service "catalog-canary" is removed from Git, but kubectl apply deletes nothing: it stays in the cluster.',
    ],
  },
  'ping-pong: an image is bumped in mid-update': {
    before: pingPong,
    after: edited(pingPong, ['app.yaml', 'web:1', 'web:2']),
    effects: ['info new-revision', 'info replaced'],
    says: ['The canary under way is replaced by the new revision'],
  },
  'blue-green: an image is bumped while the preview waits': {
    before: blueGreen,
    after: edited(blueGreen, ['app.yaml', 'web:1', 'web:2']),
    effects: ['info new-revision', 'info replaced'],
    says: ['In started, preview'],
  },
  'nginx: the stable Ingress is touched in mid-canary': {
    before: nginx,
    after: edited(nginx, ['app.yaml', '    example.com/owner: one', '    example.com/owner: two']),
    effects: ['info no-revision'],
    says: ['metadata.annotations["example.com/owner"] of Ingress "web"'],
  },
  'workloadRef: the selector of the Deployment cannot be changed': {
    before: { ...workload, ...application() },
    after: { ...edited(workload, ['app.yaml', 'app: web', 'app: site']), ...application() },
    effects: ['error sync-fails', 'error gap', 'info no-revision', 'info out-of-sync'],
    says: ['The sync fails: spec.selector of Deployment "web" cannot be changed.'],
  },
  'workloadRef: the image of the Deployment is a new revision': {
    before: workload,
    after: edited(workload, ['app.yaml', 'web:1', 'web:2']),
    effects: ['info new-revision', 'info replaced'],
    says: ['because of spec.template.spec.containers[web].image'],
  },
  'a Deployment becomes a Rollout in one commit, and prune is on': {
    before: { ...deployed, ...application() },
    after: { ...replicaOnly, ...application() },
    effects: ['error workload-gone', 'info first-deployment'],
    says: [
      'Deployment "web" is deleted in the same sync, before the pods of Rollout "web" are ready; add the Rollout first, and remove the workload in a later commit.',
    ],
  },
  'a Deployment becomes a Rollout in one commit, and is pruned last': {
    before: { ...deployed, ...application() },
    after: { ...replicaOnly, ...prunedLast },
    effects: ['info first-deployment'],
    says: [],
  },
  'a Deployment that has no pods is replaced by a Rollout': {
    before: { ...edited(deployed, ['app.yaml', 'replicas: 4', 'replicas: 0']), ...application() },
    after: { ...replicaOnly, ...application() },
    effects: ['info first-deployment'],
    says: [],
  },
  'a Deployment becomes a Rollout in one commit, and kubectl deletes nothing': {
    before: deployed,
    after: replicaOnly,
    effects: ['warning two-workloads', 'info first-deployment'],
    says: [
      'Deployment "web" stays in the cluster, because kubectl apply deletes nothing, and runs pods beside those of Rollout "web": Services that select both send requests to both; delete it once the new pods are ready.',
    ],
  },
  'a Rollout becomes a Deployment in one commit, and prune is on': {
    before: { ...replicaOnly, ...application() },
    after: { ...deployed, ...application() },
    effects: ['error workload-late', 'info removed'],
    says: [
      'Rollout "web" is deleted in the same sync, with its pods, before those of Deployment "web" are ready',
    ],
  },
  'a Rollout becomes a Deployment of an earlier wave, and prune is on': {
    before: { ...replicaOnly, ...application() },
    after: {
      ...edited(deployed, [
        'app.yaml',
        '  name: web\n',
        "  name: web\n  annotations: { argocd.argoproj.io/sync-wave: '-1' }\n",
      ]),
      ...application(),
    },
    // The sync waits for the Deployment before it comes to the wave of the Rollout.
    effects: ['info removed'],
    says: [],
  },
  'a Rollout becomes a Deployment in one commit, and is pruned last': {
    before: { ...replicaOnly, ...application() },
    after: { ...deployed, ...prunedLast },
    effects: ['info removed'],
    says: [],
  },
  'a Rollout becomes a Deployment in one commit, and nothing prunes it': {
    before: { ...replicaOnly, ...application() },
    after: { ...deployed, ...edited(application(), ['argocd.yaml', 'prune: true', 'prune: false']) },
    effects: ['warning two-workloads', 'info removed'],
    says: [
      'Rollout "web" stays in the cluster, because nothing prunes it, and runs pods beside those of Deployment "web"',
    ],
  },
  'a Rollout is removed, and a Deployment of other pods comes': {
    before: { ...replicaOnly, ...application() },
    after: { ...edited(deployed, ['app.yaml', 'app: web', 'app: other']), ...application() },
    effects: ['info removed'],
    says: [],
  },
  'a Service loses its selector': {
    before: { ...replicaOnly, ...application() },
    after: { ...withoutSelector(replicaOnly, 'web-internal'), ...application() },
    effects: ['warning selector-gone', 'info no-revision'],
    says: [
      'Service "web-internal" has no selector any more: Kubernetes keeps its endpoints as they are, so requests reach no pods once the present ones are gone',
    ],
  },
  'the ServiceAccount of the pods is removed': {
    before: { ...runningAs('web'), ...application() },
    after: { ...edited(runningAs('web'), ['app.yaml', account('web'), '']), ...application() },
    effects: ['error config-gone'],
    says: [
      'ServiceAccount "web" is deleted, but the pods of the stable revision use it: they do not start again',
    ],
  },
  'the Service is a hook: the sync deletes it and creates it again': {
    before: { ...hooked('Service', ''), ...application() },
    after: { ...edited(hooked('Service', ''), ['app.yaml', 'web:1', 'web:2']), ...application() },
    effects: [
      'warning service-gone',
      'warning service-gone',
      'info new-revision',
      'info hooks',
      'info replaced',
    ],
    says: [
      'Service "web" is a hook, which the sync deletes and creates again: callers that use its name reach no pods meanwhile.',
    ],
  },
  'the Service is a hook that the sync deletes when it has succeeded': {
    before: { ...hooked('Service', 'HookSucceeded'), ...application() },
    after: {
      ...edited(hooked('Service', 'HookSucceeded'), ['app.yaml', 'web:1', 'web:2']),
      ...application(),
    },
    effects: [
      'warning service-gone',
      'warning service-gone',
      'info new-revision',
      'info hooks',
      'info replaced',
    ],
    says: ['Service "web" is deleted: callers that use its name reach no pods any more.'],
  },
  'the Rollout is a hook: the sync deletes its pods': {
    before: { ...hooked('Rollout', ''), ...application() },
    after: {
      ...edited(hooked('Rollout', ''), ['app.yaml', 'web:1', 'web:2'], ['app.yaml', 'port: 80', 'port: 81']),
      ...application(),
    },
    effects: ['error gap', 'error gap', 'info new-revision', 'info hooks'],
    says: [
      'Callers of Service "web" get no answer, because it selects no running pod, after the sync has deleted Rollout "web", until the update ends.',
    ],
  },
  'the Rollout is a hook: a change of it alone starts no sync': {
    before: { ...hooked('Rollout', ''), ...application() },
    after: { ...edited(hooked('Rollout', ''), ['app.yaml', 'web:1', 'web:2']), ...application() },
    effects: ['info no-revision'],
    says: [],
  },
  'hooks run around the change, and the last one waits for the whole update': {
    before: { ...replicaOnly, ...application() },
    after: {
      ...edited(replicaOnly, ['app.yaml', 'web:1', 'web:2']),
      ...application(),
      'hooks.yaml': hooks,
    },
    effects: ['info new-revision', 'info hooks', 'info hooks', 'info hooks', 'info replaced'],
    says: [
      'PreSync hook Job "presync" runs before anything is applied; if it fails, the sync fails, and nothing is.',
      'Sync hook Job "sync" runs in the order of waves; if it fails, the sync fails, and what comes later is not applied.',
      'PostSync hook Job "postsync" runs when Rollout "web" is healthy, which it is when its update is complete: until then the sync goes on, and no other one starts.',
    ],
  },
  'hooks of an Application that is taken to deploy the Rollout run, too': {
    before: { ...replicaOnly, ...edited(application(), ['argocd.yaml', 'path: .', 'path: other']) },
    after: {
      ...edited(replicaOnly, ['app.yaml', 'web:1', 'web:2']),
      ...edited(application(), ['argocd.yaml', 'path: .', 'path: other']),
      'hooks.yaml': hooks,
    },
    effects: ['info new-revision', 'info hooks', 'info hooks', 'info hooks', 'info replaced'],
    says: ['PreSync hook Job "presync" runs'],
  },
  'a wave after the Rollout waits for the whole update': {
    before: { ...replicaOnly, ...application() },
    after: {
      ...edited(
        replicaOnly,
        ['app.yaml', 'web:1', 'web:2'],
        [
          'app.yaml',
          '  name: web-internal',
          '  name: web-internal\n  annotations: { argocd.argoproj.io/sync-wave: "1" }',
        ],
      ),
      ...application(),
    },
    effects: ['info new-revision', 'info waits', 'info replaced'],
    says: [
      'Service "web-internal" of later waves waits until the update is complete, because Argo CD waits for a healthy Rollout.',
    ],
  },
  'an Ingress leads to another workload from now on, and the Service before is pruned first': {
    before: ledBy('web-internal', [ingressTo('web-internal')]),
    after: ledBy('web-internal', [ingressTo('other')], 'web-internal'),
    effects: ['error gap', 'info no-revision'],
    says: [
      'which does not exist, after the sync has deleted Service "web-internal", while the sync applies the other objects.',
    ],
  },
  'the same, and the Service is pruned last': {
    before: ledBy('web-internal', [ingressTo('web-internal')], undefined, 'PruneLast=true'),
    after: ledBy('web-internal', [ingressTo('other')], 'web-internal', 'PruneLast=true'),
    effects: ['info no-revision'],
    says: ['spec.rules[0].http.paths[0].backend.service.name of Ingress "web"'],
  },
  'pruning has to be confirmed: the sync stops, and what comes then is not synced': {
    before: ledBy('web-internal', [ingressTo('web')], undefined, 'Prune=confirm'),
    after: ledBy('web-internal', [ingressTo('other')], 'web-internal', 'Prune=confirm'),
    effects: ['warning unconfirmed', 'info no-revision'],
    says: [
      'The sync stops before it prunes Service "web-internal", because of Prune=confirm: Service "web", Ingress "web", Rollout "web" are not synced until then; confirm the pruning in Argo CD.',
    ],
  },
  'an analysis is no longer run, and a kustomization sets the namespace of its template, which stays': {
    before: { ...analysed('templateName: smoke'), ...smoke('AnalysisTemplate', 'dev'), ...moved },
    after: { ...replicaOnly, ...smoke('AnalysisTemplate', 'dev'), ...moved },
    effects: [
      ...['warning gate-lost', 'warning starts-over', 'warning analysis-ended'],
      ...['info no-revision', 'info not-compared'],
    ],
    says: ['Only steps change: Rollout "web" gets no new revision'],
  },
  'an analysis is no longer run, and its template, which has no namespace, stays': {
    before: {
      ...analysed('templateName: smoke, clusterScope: true'),
      ...smoke('ClusterAnalysisTemplate'),
      ...application(),
    },
    after: { ...replicaOnly, ...smoke('ClusterAnalysisTemplate'), ...application() },
    effects: [
      ...['warning gate-lost', 'warning starts-over', 'warning analysis-ended'],
      ...['info no-revision', 'info not-compared'],
    ],
    says: ['Only steps change: Rollout "web" gets no new revision'],
  },
};
