import { host, stories } from './story-list.js';
import { edited, example, type Files } from './stories.js';
import { blueGreen, nginx, replicaOnly, workload } from './systems.js';

const subset = example('istio-subset/corrected');
const rollout = 'rollout.yaml';

/** Files as text without a part that begins and ends with a line. */
function cut(files: Files, file: string, from: string, to: string): Files {
  const text = files[file] ?? '';
  const [start, end] = [text.indexOf(from), text.indexOf(to, text.indexOf(from))];
  if (start === -1 || end === -1) throw new Error(`${file} does not have ${from} … ${to}`);
  return { ...files, [file]: text.slice(0, start) + text.slice(end) };
}

const template = `---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
  namespace: shop
spec:
  metrics:
    - name: errors
      count: 1
      provider:
        web:
          url: http://web/errors
`;
const background = '    canary:\n      analysis:\n        templates:\n          - templateName: errors\n';
const analysed: Files = edited({ 'app.yaml': `${replicaOnly['app.yaml']}${template}` }, [
  'app.yaml',
  '    canary:\n',
  background,
]);

/** A Rollout with an experiment as a step. */
const tried: Files = edited(replicaOnly, [
  'app.yaml',
  '      steps:\n',
  '      steps:\n        - experiment:\n            templates:\n              - name: canary\n                specRef: canary\n',
]);

/** Changes of strategies, routers and analyses, which no story is about. */
const more: Readonly<Record<string, readonly [before: Files, after: Files]>> = {
  'a canary becomes blue-green': [
    replicaOnly,
    cut(
      edited(replicaOnly, [
        'app.yaml',
        '    canary:\n',
        '    blueGreen:\n      activeService: web\n      previewService: web-internal\n#',
      ]),
      'app.yaml',
      '#',
      '---\napiVersion: v1\nkind: Service\nmetadata:\n  name: web\n',
    ),
  ],
  'blue-green becomes a canary': [
    blueGreen,
    cut(
      edited(blueGreen, [
        'app.yaml',
        '    blueGreen:\n',
        '    canary:\n      steps: [{ setWeight: 50 }, { pause: {} }]\n#',
      ]),
      'app.yaml',
      '#',
      '---\napiVersion: v1\nkind: Service\nmetadata:\n  name: web-active\n',
    ),
  ],
  'blue-green promotes by itself from now on': [
    blueGreen,
    edited(blueGreen, ['app.yaml', '      autoPromotionEnabled: false\n', '']),
  ],
  'a canary loses its router': [nginx, cut(nginx, 'app.yaml', '      trafficRouting:\n', '      steps:\n')],
  'a canary gets a router': [cut(nginx, 'app.yaml', '      trafficRouting:\n', '      steps:\n'), nginx],
  'an analysis is added': [{ 'app.yaml': `${replicaOnly['app.yaml']}${template}` }, analysed],
  'an analysis is removed while it runs': [analysed, { 'app.yaml': `${replicaOnly['app.yaml']}${template}` }],
  'the template of a running analysis is deleted': [
    analysed,
    edited(replicaOnly, ['app.yaml', '    canary:\n', background]),
  ],
  'the stable pods scale with the traffic from now on': [
    subset,
    edited(subset, [rollout, '    canary:\n', '    canary:\n      dynamicStableScale: true\n']),
  ],
  'only the surge changes': [
    host,
    edited(host, [rollout, '    canary:\n', '    canary:\n      maxSurge: 1\n      maxUnavailable: 0\n']),
  ],
  'a Rollout takes its pods from a Deployment no more': [workload, replicaOnly],
  'the selector of the canary Service is changed': [
    host,
    edited(host, ['services.yaml', '    app: catalog\n', '    app: catalog\n    tier: web\n']),
  ],
};

/** An update in a pause when its canary Ingress turns out to be somebody else's. */
const foreign = `---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web-web-canary
  namespace: shop
  annotations:
    nginx.ingress.kubernetes.io/canary: "true"
spec:
  ingressClassName: nginx
  rules:
    - host: web.example.com
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: web-canary
                port:
                  number: 80
`;
const timed = edited({ 'app.yaml': `${nginx['app.yaml']}${foreign}` }, [
  'app.yaml',
  '- setWeight: 25\n        - pause: {}',
  '- pause: { duration: 10 }\n        - setWeight: 25',
]);

/** The stories whose courses are recorded: one for each kind of change. */
const chosen: readonly (keyof typeof stories)[] = [
  'an image is bumped while a header route leads testers to the canary of an ALB',
  'an Ingress is touched while its header route exists: a sync takes the route away',
  'steps are edited in mid-update',
  'a step that upstream refuses',
  'a VirtualService is touched in mid-canary, and weights are ignored',
  'the canary Service is renamed: it is pruned before the route leads to the new one',
  'a subset is renamed in the DestinationRule alone',
  'the VirtualService is removed, and prune is on',
  'only replicas change',
  'replicas are left to an autoscaler',
  'ping-pong: an image is bumped in mid-update',
  'blue-green: an image is bumped while the preview waits',
  'workloadRef: the image of the Deployment is a new revision',
  'a wave after the Rollout waits for the whole update',
];

/** All changes whose courses are recorded, by their name. */
export const recordedChanges: ReadonlyMap<string, readonly [before: Files, after: Files]> = new Map([
  ...chosen.map((name) => {
    const { before, after } = stories[name]!;
    return [name, [before, after]] as const;
  }),
  ...Object.entries(more),
  [
    'the Rollout is paused while an experiment runs: it runs again and again until the promotion',
    [tried, edited(tried, ['app.yaml', '  replicas: 4\n', '  replicas: 4\n  paused: true\n'])],
  ] as const,
  [
    "a canary Ingress that is somebody else's",
    [timed, edited(timed, ['app.yaml', 'replicas: 4', 'replicas: 12'])],
  ] as const,
]);
