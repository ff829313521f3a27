import { expect, test } from 'vitest';
import { simulate } from '../../src/play/simulate/simulate.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { outcomeConclusions } from '../../src/report/outcome-conclusions.js';
import { simulationConclusions } from '../../src/report/simulation-conclusions.js';
import { textSource } from '../support/sources.js';

const rollout = (strategy: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
  namespace: shop
spec:
  replicas: 4
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.0
  strategy:
    canary:
${strategy}`;

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
`;

function told(text: string): readonly string[] {
  const { graph } = readGraph([textSource('/repository/web.yaml', text)]);
  const trace = simulate(graph, graph.rollouts[0]!);
  const outcomes = outcomeConclusions(trace.frames);
  const texts = simulationConclusions(trace).map((conclusion) => conclusion.text);
  expect(outcomes.every((one) => texts.includes(one.text))).toBe(true);
  return outcomes.map(({ kind, level, text: words }) => `${level} ${kind} ${words}`);
}

// Without a router the controller scales the stable pods to 0 at weight 100, and the stable Service still selects their hash
// (rollout/canary.go and rollout/service.go of v1.9.1).
test('a stable Service without pods at the last step has callers that get no answer', () => {
  const steps = (last: number): string => `      stableService: stable
      canaryService: canary
      steps:
        - setWeight: ${last}
        - pause: {}
`;
  const services = service('stable') + service('canary');
  expect(told(rollout(steps(100)) + services)).toEqual([
    'warning unanswered step-0, step-1, step-0-aborted-scaling and 3 more frames: callers of Service "stable" get no answer, because it selects no running pod.',
  ]);
  expect(told(rollout(steps(50)) + services)).toEqual([]);
});

// Pods that are on their way are no loss: the user allows three of them to be unavailable.
test('fewer pods are told only where the update waits without asking for more', () => {
  const steps = `      maxSurge: 0
      maxUnavailable: 3
      steps:
        - setWeight: 90
        - pause: {}
        - setWeight: 10
        - pause: {}
`;
  expect(told(rollout(steps))).toEqual([]);
  const { graph } = readGraph([textSource('/repository/web.yaml', rollout(steps))]);
  const { frames } = simulate(graph, graph.rollouts[0]!);
  const lost = frames.map((frame) => {
    const three = { desired: 3, available: 3 };
    const none = { desired: 0, available: 0 };
    return frame.id === 'step-1'
      ? { ...frame, replicas: { stable: three, canary: none, others: none } }
      : frame;
  });
  expect(outcomeConclusions(lost).map(({ text }) => text)).toEqual([
    'step-1: 3 pods are available, fewer than the 4 before the update.',
  ]);
});

const virtualService = (stable: number, canary: number): string => `---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: web
  namespace: shop
spec:
  hosts:
    - web.example.com
  http:
    - name: primary
      route:
        - destination:
            host: stable
          weight: ${stable}
        - destination:
            host: canary
          weight: ${canary}
`;

const routed = (router: string, steps: string): string =>
  rollout(`      stableService: stable
      canaryService: canary
      trafficRouting:
${router}${steps}`) +
  service('stable') +
  service('canary');

const istio = `        istio:
          virtualService:
            name: web
`;
const halfway = `      steps:
        - setWeight: 50
        - pause: {}
`;
const leftBehind =
  'info left-behind step-0-deleted, step-1-deleted: the deleted Rollout leaves the share of its canary in the routers, and the pods are gone; promote or abort an update before you delete its Rollout.';

// docs/features/traffic-management/istio.md of v1.9.1 (Integrating with GitOps): the controller sets 100 and 0 between updates.
test('weights in Git that the controller does not keep between updates are told, and those that it keeps are not', () => {
  expect(told(routed(istio, halfway) + virtualService(100, 0))).toEqual([leftBehind]);
  expect(told(routed(istio, halfway) + virtualService(75, 25))).toEqual([
    'warning astray installed: HTTP route "primary" of VirtualService "web" gives Service "canary" 25 % of its requests in Git and 0 % between updates; a sync that writes these weights sends requests there until the next pass of the controller, also during an update; write the weights between updates.',
    leftBehind,
  ]);
});

// Each promotion swaps ping and pong (rollout/trafficrouting.go of v1.9.1), so Git may have either order.
test('ping and pong may have either order of the weights in Git', () => {
  const text = routed(istio, halfway).replace(
    '      stableService: stable\n      canaryService: canary\n',
    '      pingPong:\n        pingService: stable\n        pongService: canary\n',
  );
  expect(told(text + virtualService(0, 100))).toEqual([leftBehind]);
  expect(told(text + virtualService(100, 0))).toEqual([leftBehind]);
  expect(told(text + virtualService(50, 50))[0]).toMatch(/^warning astray /);
});

// The controller adds the annotation of the action, and kubectl apply leaves annotations that Git never had.
test('an Ingress without the annotation of its action is left to the controller', () => {
  const alb = `        alb:
          ingress: web
          rootService: stable
          servicePort: 80
`;
  const ingress = `---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web
  namespace: shop
spec:
  rules:
    - http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: stable
                port:
                  name: use-annotation
`;
  expect(told(routed(alb, halfway) + ingress)).toEqual([leftBehind]);
});

// Without steps the weight stays 0 until all pods are there (rollout/trafficrouting.go of v1.9.1).
test('a canary with a router and without steps gives the new version all requests at once', () => {
  expect(told(routed(istio, '') + virtualService(100, 0))).toEqual([
    'warning at-once promoted: the new version gets all requests at once, because no step stops the update before; add steps, such as "setWeight: 20" and "pause: {duration: 10m}".',
  ]);
});

test('an update that ends without a promotion is told with the reason, or with the error that has it', () => {
  const text = rollout(`      steps:
        - setWeight: 50
        - pause: {}
`);
  const { graph } = readGraph([textSource('/repository/web.yaml', text)]);
  const { frames } = simulate(graph, graph.rollouts[0]!, { branches: false });
  const stopped = (errors: (typeof frames)[number]['errors']): readonly string[] =>
    outcomeConclusions(
      frames
        .filter(({ kind }) => kind === 'installed' || kind === 'started')
        .map((frame) =>
          frame.kind === 'started'
            ? { ...frame, errors, stopsFor: 'no simulated event continues it' }
            : frame,
        ),
    ).map((one) => `${one.level} ${one.kind} ${one.text}`);
  expect(stopped([])).toEqual([
    'warning unfinished started: the update stops here, and the new version never becomes the stable one: no simulated event continues it.',
  ]);
  const message = 'services "web" not found';
  expect(stopped([{ condition: undefined, message, isTransient: false }])).toEqual([
    'warning unfinished started: the update stops here, and the new version never becomes the stable one, because the controller fails with this error.',
  ]);
});
