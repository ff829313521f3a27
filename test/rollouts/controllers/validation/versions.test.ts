import { expect, test } from 'vitest';
import { Cluster } from '../../../../src/kubernetes/objects/cluster.js';
import type { KubeObject } from '../../../../src/kubernetes/objects/object.js';
import type { CanaryStrategy, RolloutObject } from '../../../../src/kubernetes/objects/rollout-object.js';
import { rolloutsVersions } from '../../../../src/kubernetes/objects/version.js';
import { validateRollout } from '../../../../src/rollouts/controllers/validation/validate-rollout.js';

/** What versions say, without the words that all messages begin with: the first, and each that says something else. */
function said(
  canary: CanaryStrategy,
  others: readonly KubeObject[] = [],
  problem?: string,
  container: object = {},
): unknown {
  const rollout: RolloutObject = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      ...(problem === undefined
        ? {
            selector: { matchLabels: { app: 'web' } },
            template: {
              metadata: { labels: { app: 'web' } },
              spec: {
                volumes: [{ name: 'host' }],
                containers: [{ name: 'web', image: 'web:1', ...container }],
              },
            },
          }
        : { workloadRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } }),
      strategy: { canary },
    },
  };
  const start = 'The Rollout "web" is invalid: ';
  const all = rolloutsVersions.map((version) => {
    const invalid = validateRollout(new Cluster([rollout, ...others]), rollout, version, problem);
    return [version, invalid?.message.replace(start, '') ?? 'nothing'] as const;
  });
  return Object.fromEntries(all.filter(([, words], index) => words !== all[index - 1]?.[1]));
}

const meta = (name: string) => ({ name, namespace: 'shop' });
const service = (name: string): KubeObject & { spec: unknown } => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: meta(name),
  spec: { selector: { app: 'web' } },
});
const ingress = (name: string, leadsTo: string): KubeObject & { spec: unknown } => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: meta(name),
  spec: { rules: [{ http: { paths: [{ backend: { service: { name: leadsTo } } }] } }] },
});
const plugins = { 'argoproj-labs/gatewayAPI': {} };
const services = { stableService: 'stable', canaryService: 'canary' };

// Expected: the sources of v1.7.2, v1.8.4, v1.9.1, v1.10.2 and of commit 9f8d111d8 on the way to 1.11.
test('ping-pong with plugins', () => {
  const pingPong = { pingService: 'ping', pongService: 'pong' };
  const before =
    'spec.strategy.trafficRouting.alb: Invalid value: null: Ping-pong feature works with the ALB and Istio traffic routers only';
  const found = [service('ping'), service('pong')];
  expect(said({ pingPong, trafficRouting: { plugins } }, found)).toEqual({
    '1.7': before,
    '1.10': 'nothing',
  });
  expect(said({ pingPong, trafficRouting: {} }, found)).toEqual({
    '1.7': before,
    '1.10':
      'spec.strategy.trafficRouting.alb: Invalid value: null: Ping-pong feature works with the ALB, Istio, and plugin-based traffic routers only',
  });
});

test('a mirror step with plugins', () => {
  const canary = { steps: [{ setMirrorRoute: { name: 'm' } }], ...services };
  const trafficRouting = { managedRoutes: [{ name: 'm' }] };
  const found = [service('stable'), service('canary'), ingress('web', 'stable')];
  const start =
    'spec.strategy.steps[0].setMirrorRoute: Invalid value: {"name":"m"}: SetMirrorRoute requires TrafficRouting, supports Istio';
  expect(said({ ...canary, trafficRouting: { ...trafficRouting, plugins } }, found)).toEqual({
    '1.7': `${start} only`,
    '1.10': 'nothing',
  });
  expect(
    said({ ...canary, trafficRouting: { ...trafficRouting, nginx: { stableIngress: 'web' } } }, found),
  ).toEqual({
    '1.7': `${start} only`,
    '1.10': `${start} and Plugins`,
  });
});

test('a VirtualService with dots in its name', () => {
  const canary = { ...services, trafficRouting: { istio: { virtualService: { name: 'a.b.shop' } } } };
  const found = [service('stable'), service('canary')];
  const path = 'spec.strategy.canary.trafficRouting.istio.virtualService.name';
  const missing = (name: string): string =>
    `${path}: Invalid value: "${name}": virtualservices.networking.istio.io "${name}" not found`;
  expect(said(canary, found)).toEqual({ '1.7': missing('a'), '1.10': missing('a.b') });
});

test('nginx and ALB with an Ingress each', () => {
  const canary = {
    ...services,
    trafficRouting: {
      nginx: { stableIngress: 'of-nginx' },
      alb: { ingress: 'of-alb', servicePort: 80, rootService: 'root' },
    },
  };
  const found = [service('stable'), service('canary'), ingress('of-alb', 'root')];
  expect(said(canary, found)).toEqual({
    '1.7':
      'spec.strategy.canary.trafficRouting.nginx.stableIngress: Invalid value: "of-nginx": ingress `of-alb` has no rules using service stable backend',
    '1.9': 'nothing',
  });
});

test('a workload that is missing', () => {
  const problem = 'deployments.apps "web" not found';
  const found = [service('stable'), service('canary')];
  expect(said(services, found, problem)).toEqual({
    '1.7': problem,
    // Without a template there are no labels.
    '1.8':
      'spec.strategy.canary.stableService: Invalid value: "stable": Service "stable" has unmatch label "app" in rollout',
    '1.9': problem,
  });
  expect(said({}, [], problem)).toEqual({ '1.7': problem });
});

test('mounts that containers hand on', () => {
  const mounted = (mountPropagation: string, privileged: boolean) => ({
    volumeMounts: [{ name: 'host', mountPath: '/host', mountPropagation }],
    securityContext: { privileged },
  });
  const path = 'spec.template.spec.containers[0].volumeMounts.mountPropagation';
  const refused = `${path}: Forbidden: Bidirectional mount propagation is available only to privileged containers`;
  expect(said({}, [], undefined, mounted('Bidirectional', true))).toEqual({
    '1.7': refused,
    '1.10': 'nothing',
  });
  expect(said({}, [], undefined, mounted('Bidirectional', false))).toEqual({ '1.7': refused });
  expect(said({}, [], undefined, mounted('HostToContainer', false))).toEqual({ '1.7': 'nothing' });
  expect(said({}, [], undefined, mounted('Both', false))).toEqual({
    '1.7': `${path}: Unsupported value: "Both": supported values: "Bidirectional", "HostToContainer", "None"`,
  });
});

test('a step without an action', () => {
  const given = (...names: readonly string[]) => names.map((name) => `step.${name}: true`).join(' ');
  const actions = ['Experiment', 'Pause', 'SetWeight', 'Analysis', 'SetCanaryScale', 'SetHeaderRoute'];
  const before = given(...actions, 'SetMirrorRoutes');
  const after = given(...actions, 'SetMirrorRoute', 'Plugin');
  const start = 'Step must have one of the following set: experiment, setWeight, setCanaryScale';
  expect(said({ steps: [{}] })).toEqual({
    '1.7': `spec.strategy.steps[0]: Invalid value: "${before}": ${start} or pause`,
    '1.8': `spec.strategy.steps[0]: Invalid value: "${after}": ${start}, plugin or pause`,
  });
  expect(said({ steps: [{ plugin: { name: 'org/wait' } }] })).toEqual({
    '1.7': `spec.strategy.steps[0]: Invalid value: "${before}": ${start} or pause`,
    '1.8': 'nothing',
  });
});

test('the weight of an experiment with plugins', () => {
  const template = { name: 'v2', specRef: 'canary', weight: 5 } as const;
  const canary = {
    ...services,
    steps: [{ experiment: { duration: '1h', templates: [template] } }],
    trafficRouting: { plugins },
  };
  expect(said(canary, [service('stable'), service('canary')])).toEqual({
    '1.7':
      'spec.strategy.steps[0].experiment.templates[0].weight: Invalid value: 5: Experiment template weight is only available for TrafficRouting with SMI, ALB, and Istio at this time',
    '1.8': 'nothing',
  });
});
