import { describe, expect, it } from 'vitest';
import type { JsonMap } from '../../src/kubernetes/objects/json.js';
import { prepare } from '../../src/argocd/normalize.js';
import { asStored } from '../../src/argocd/server-side.js';
import {
  destinationRule,
  headerRoute,
  httpRoute,
  ingress,
  route,
  service,
  settings,
  strategies,
  verdict,
  virtualService,
  type Strategy,
} from './objects.js';

const hash = { 'rollouts-pod-template-hash': 'h1' };
const managedBy = { 'argo-rollouts.argoproj.io/managed-by-rollouts': 'web' };
const action = 'alb.ingress.kubernetes.io/actions.stable';

const backends = (...weights: readonly (number | undefined)[]): JsonMap => ({
  matches: [{ path: { type: 'PathPrefix', value: '/' } }],
  backendRefs: weights.map((weight, index) => ({
    group: '',
    kind: 'Service',
    name: index === 0 ? 'stable' : 'canary',
    port: 80,
    ...(weight === undefined ? {} : { weight }),
  })),
});
const traefik = (...weights: readonly (number | undefined)[]): JsonMap => ({
  apiVersion: 'traefik.io/v1alpha1',
  kind: 'TraefikService',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    weighted: {
      services: weights.map((weight, index) => ({
        name: `s${index}`,
        ...(weight === undefined ? {} : { weight }),
      })),
    },
  },
});
const rollout = (spec: JsonMap, more: JsonMap = {}): JsonMap => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Rollout',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { selector: { matchLabels: { app: 'x' } }, ...spec },
  ...more,
});
const deployment = (spec: JsonMap): JsonMap => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { selector: { matchLabels: { app: 'x' } }, ...spec },
});

interface Row {
  readonly row: string;
  readonly what: string;
  readonly git: JsonMap;
  readonly live: JsonMap;
  /** Whether it is drift in the diffs that follow kubectl, and in those that follow a server-side apply. */
  readonly legacy: boolean;
  readonly serverSide: boolean;
  readonly structuredMerge?: boolean;
}

const stable = { name: 'stable', labels: { app: 'x' } };
const canary = { name: 'canary', labels: { app: 'x' } };
const withHash = { ...canary, labels: { app: 'x', ...hash } };

/** One change of the controller, Git as before, nothing ignored. */
const rows: readonly Row[] = [
  {
    row: '1',
    what: 'the hash in the selector of a Service',
    git: service({ app: 'x' }),
    live: service({ app: 'x', ...hash }),
    legacy: false,
    serverSide: true,
  },
  {
    row: '2',
    what: 'the annotation managed-by-rollouts on a Service',
    git: service({ app: 'x' }),
    live: service({ app: 'x' }, managedBy),
    legacy: false,
    serverSide: false,
  },
  {
    row: '3',
    what: 'an action annotation that Git leaves out',
    git: ingress(['stable']),
    live: ingress(['stable'], { [action]: '{}' }),
    legacy: false,
    serverSide: false,
  },
  {
    row: '4',
    what: 'an action annotation of Git, written anew',
    git: ingress(['stable'], { [action]: '{"weight": 100}' }),
    live: ingress(['stable'], { [action]: '{"weight":100}' }),
    legacy: true,
    serverSide: true,
  },
  {
    row: '5',
    what: 'the record of managed annotations',
    git: ingress(['stable']),
    live: ingress(['stable'], { 'rollouts.argoproj.io/managed-alb-annotations': '{}' }),
    legacy: false,
    serverSide: false,
  },
  {
    row: '6',
    what: 'a path for a header route',
    git: ingress(['stable']),
    live: ingress(['canary-header', 'stable']),
    legacy: true,
    serverSide: true,
  },
  {
    row: '8',
    what: 'weights of a VirtualService',
    git: virtualService(route(100, 0)),
    live: virtualService(route(80, 20)),
    legacy: true,
    serverSide: true,
  },
  {
    row: '9',
    what: 'a weight that Git leaves out',
    git: virtualService(route(undefined, undefined)),
    live: virtualService(route(80, 20)),
    legacy: false,
    serverSide: true,
  },
  {
    row: '10',
    what: 'a header route of a VirtualService',
    git: virtualService(route(100, 0)),
    live: virtualService(headerRoute, route(100, 0)),
    legacy: true,
    serverSide: true,
  },
  {
    row: '11',
    what: 'nothing while a VirtualService rests',
    git: virtualService(route(100, 0)),
    live: virtualService(route(100, 0)),
    legacy: false,
    serverSide: false,
  },
  {
    row: '12',
    what: 'a VirtualService at rest whose weights are others in Git',
    git: virtualService(route(95, 5)),
    live: virtualService(route(100, 0)),
    legacy: true,
    serverSide: true,
  },
  {
    row: '13',
    what: 'the hash in the labels of a subset',
    git: destinationRule([canary, stable]),
    live: destinationRule([withHash, stable]),
    legacy: false,
    serverSide: true,
  },
  {
    row: '14',
    what: 'the annotation managed-by-rollouts on a DestinationRule',
    git: destinationRule([canary, stable]),
    live: destinationRule([canary, stable], managedBy),
    legacy: false,
    serverSide: false,
  },
  {
    row: '15a',
    what: 'a subset for an experiment',
    git: destinationRule([canary, stable]),
    live: destinationRule([canary, stable, { name: 'experiment' }]),
    legacy: true,
    serverSide: true,
  },
  {
    row: '15b',
    what: 'a third subset that the controller removes',
    git: destinationRule([canary, stable, { name: 'third' }]),
    live: destinationRule([canary, stable]),
    legacy: true,
    serverSide: true,
  },
  {
    row: '16',
    what: 'weights of an HTTPRoute',
    git: httpRoute([backends(100, 0)]),
    live: httpRoute([backends(80, 20)]),
    legacy: true,
    serverSide: true,
  },
  {
    row: '17',
    what: 'weights of an HTTPRoute that Git leaves out',
    git: httpRoute([backends(undefined, undefined)]),
    live: httpRoute([backends(80, 20)]),
    legacy: false,
    serverSide: true,
  },
  {
    row: '17, at rest',
    what: 'defaults of an HTTPRoute, which a structured merge does not know',
    git: httpRoute([backends(undefined)]),
    live: httpRoute([backends(undefined)]),
    legacy: false,
    serverSide: false,
    structuredMerge: true,
  },
  {
    row: '18',
    what: 'a rule for a header route',
    git: httpRoute([backends(100, 0)]),
    live: httpRoute([backends(100, 0), { name: 'canary-header', ...backends(100) }]),
    legacy: true,
    serverSide: true,
  },
  {
    row: '19',
    what: 'the label gatewayapi-canary',
    git: httpRoute([backends(100, 0)]),
    live: httpRoute([backends(100, 0)], { 'rollouts.argoproj.io/gatewayapi-canary': 'in-progress' }),
    legacy: false,
    serverSide: false,
  },
  {
    row: '21a',
    what: 'weights of a TraefikService',
    git: traefik(100, 0),
    live: traefik(80, 20),
    legacy: true,
    serverSide: true,
  },
  {
    row: '21b',
    what: 'weights of a TraefikService that Git leaves out',
    git: traefik(undefined, undefined),
    live: traefik(80, 20),
    legacy: false,
    serverSide: true,
  },
  {
    row: '22',
    what: 'status and revision of a Rollout',
    git: rollout({ replicas: 2 }),
    live: rollout(
      { replicas: 2 },
      {
        metadata: { name: 'web', namespace: 'shop', annotations: { 'rollout.argoproj.io/revision': '2' } },
        status: { phase: 'Paused' },
      },
    ),
    legacy: false,
    serverSide: false,
  },
  {
    row: '23',
    what: 'a Rollout that somebody paused or restarted',
    git: rollout({ replicas: 2 }),
    live: rollout({ replicas: 2, paused: true, restartAt: '2030-01-01T00:00:00Z' }),
    legacy: false,
    serverSide: false,
  },
  {
    row: '24a',
    what: 'replicas that Git sets',
    git: deployment({ replicas: 2 }),
    live: deployment({ replicas: 5 }),
    legacy: true,
    serverSide: true,
  },
  {
    row: '24b',
    what: 'replicas that Git leaves out',
    git: deployment({}),
    live: deployment({ replicas: 5 }),
    legacy: false,
    serverSide: false,
  },
];

describe('what a change of the controller is to Argo CD', () => {
  const expected = (strategy: Strategy, { legacy, serverSide, structuredMerge = serverSide }: Row): string =>
    ({
      'three-way': legacy,
      'two-way': legacy,
      'structured-merge': structuredMerge,
      'server-side': serverSide,
    })[strategy]
      ? 'OutOfSync'
      : 'Synced';

  for (const strategy of Object.keys(strategies) as Strategy[])
    it.each(rows)(`${strategy}: row $row, $what`, (row) => {
      const comparison = strategies[strategy](asStored(row.live, '1.36'), row.git);
      expect(verdict(comparison)).toBe(expected(strategy, row));
      expect(comparison).toMatchObject({ strategy });
    });
});

// https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/diff/diff.go (normalizeTypedValue, patchDefaultValues)
it('defaults that cannot be patched in stop a structured merge diff, as they do in Argo CD', () => {
  const live: JsonMap = { ...service({ app: 'x' }), spec: { ports: [{}] } };
  const git: JsonMap = { ...service({ app: 'x' }, { team: 'a' }), spec: { ports: [{}] } };
  expect(verdict(strategies['structured-merge'](live, git))).toMatch(
    /^error: .*failed to calculate diff: error calculating structured merge diff: error applying default values in predicted live: error applying defaults: error applying patch for default values: map: .* does not contain declared merge key: port$/,
  );
});

// https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/diff/diff.go (normalizeRole)
it.each(['Role', 'ClusterRole'])('an empty list of rules of a %s is none', (kind) => {
  const role = (rules: readonly JsonMap[]): JsonMap => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind,
    rules,
  });
  expect(prepare(role([]), settings())).toEqual({ ...role([]), rules: null });
  expect(prepare(role([{ verbs: ['get'] }]), settings())).toEqual(role([{ verbs: ['get'] }]));
});
