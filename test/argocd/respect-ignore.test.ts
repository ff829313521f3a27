import { describe, expect, it } from 'vitest';
import { at, type JsonMap } from '../../src/kubernetes/objects/json.js';
import { respectingIgnored } from '../../src/argocd/respect-ignore.js';
import {
  destinationRule,
  headerRoute,
  route,
  service,
  settings,
  virtualService,
  type RuleText,
} from './objects.js';

const weights: RuleText = {
  group: 'networking.istio.io',
  kind: 'VirtualService',
  jqPathExpressions: ['.spec.http[]?.route[]?.weight'],
};
const header: RuleText = {
  group: 'networking.istio.io',
  kind: 'VirtualService',
  jqPathExpressions: ['.spec.http[]? | select(.name == "canary-header")'],
};
const hash = { 'rollouts-pod-template-hash': 'h1' };

function http(live: JsonMap, git: JsonMap, version: string, ...rules: readonly RuleText[]): unknown {
  return at(respectingIgnored({ live, target: git }, settings({ rules, version })), 'spec', 'http');
}

const timeout = (seconds: number): JsonMap => ({ ...route(100, 0), timeout: `${seconds}s` });
const before = { pre: '3.5.0-rc1', after: '3.5.1' } as const;

describe('a list of a custom resource with a rule that points into it', () => {
  const live = virtualService({ ...route(80, 20), timeout: '5s' });

  it.each(Object.values(before))(
    '%s: comes from the cluster when the rule finds something on both sides',
    (version) => {
      expect(http(live, virtualService(timeout(9)), version, weights)).toEqual(at(live, 'spec', 'http'));
    },
  );

  it('comes from the cluster when the rule finds something there only, in earlier versions', () => {
    const inserted = virtualService(headerRoute, timeout(5));
    expect(http(inserted, virtualService(timeout(9)), before.pre, header)).toEqual([headerRoute, timeout(5)]);
  });

  it('is that of Git when the rule finds something in the cluster only', () => {
    const inserted = virtualService(headerRoute, timeout(5));
    expect(http(inserted, virtualService(timeout(9)), before.after, header)).toEqual([timeout(9)]);
  });

  it.each(Object.values(before))('%s: lacks what the rule finds in Git only', (version) => {
    const bare = virtualService({ ...route(undefined, undefined), timeout: '5s' });
    expect(http(bare, virtualService(timeout(5)), version, weights)).toEqual([
      { ...route(undefined, undefined), timeout: '5s' },
    ]);
  });

  it.each(Object.values(before))('%s: is that of Git when the rule finds nothing', (version) => {
    const git = virtualService({ name: 'other' });
    expect(http(virtualService({ name: 'live' }), git, version, weights)).toEqual([{ name: 'other' }]);
  });

  it.each(Object.values(before))('%s: comes from the cluster when two rules share the work', (version) => {
    const inserted = virtualService(headerRoute, route(80, 20));
    expect(http(inserted, virtualService(timeout(9)), version, weights, header)).toEqual([
      headerRoute,
      route(80, 20),
    ]);
  });

  it('is that of Git for hash labels that only the cluster has', () => {
    const subset = { name: 'stable', labels: { app: 'x' } };
    const rule: RuleText = {
      group: 'networking.istio.io',
      kind: 'DestinationRule',
      jqPathExpressions: ['.spec.subsets[]?.labels["rollouts-pod-template-hash"]'],
    };
    const pair = {
      live: destinationRule([{ ...subset, labels: { app: 'x', ...hash } }]),
      target: destinationRule([subset]),
    };
    const subsets = (version: string): unknown =>
      at(respectingIgnored(pair, settings({ rules: [rule], version })), 'spec', 'subsets');
    expect(subsets(before.after)).toEqual([subset]);
    expect(subsets(before.pre)).toEqual([{ ...subset, labels: { app: 'x', ...hash } }]);
  });
});

describe('a map', () => {
  const rule: RuleText = { kind: 'Service', jsonPointers: ['/spec/selector/rollouts-pod-template-hash'] };

  it.each(Object.values(before))(
    '%s: has what is ignored from the cluster, and the rest from Git',
    (version) => {
      const pair = { live: service({ app: 'x', ...hash }), target: service({ app: 'y' }) };
      const result = respectingIgnored(pair, settings({ rules: [rule], version }));
      expect(at(result, 'spec', 'selector')).toEqual({ app: 'y', ...hash });
    },
  );

  it('is gone with what is not ignored when Git has none', () => {
    const rule: RuleText = { kind: 'Service', jsonPointers: ['/metadata/annotations/a'] };
    const pair = { live: service({ app: 'x' }, { a: '1', b: '2' }), target: service({ app: 'x' }) };
    const annotations = (version: string): unknown =>
      at(respectingIgnored(pair, settings({ rules: [rule], version })), 'metadata', 'annotations');
    expect(annotations(before.pre)).toEqual({ a: '1' });
    expect(annotations(before.after)).toBeUndefined();
  });
});

describe('a list of a built-in kind that is merged by key', () => {
  const deployment = (...containers: readonly JsonMap[]): JsonMap => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { template: { spec: { containers } } },
  });
  const containers = (live: JsonMap, git: JsonMap, version: string, expression: string): unknown =>
    at(
      respectingIgnored(
        { live, target: git },
        settings({
          version,
          rules: [{ group: 'apps', kind: 'Deployment', jqPathExpressions: [expression] }],
        }),
      ),
      'spec',
      'template',
      'spec',
      'containers',
    );

  it.each(Object.values(before))('%s: follows Git but for what is ignored on both sides', (version) => {
    const live = deployment({ name: 'web', image: 'web:1', command: ['a'] });
    const git = deployment({ name: 'web', image: 'web:2', command: ['b'] });
    const expression = '.spec.template.spec.containers[] | select(.name == "web") | .image';
    expect(containers(live, git, version, expression)).toEqual([
      { name: 'web', image: 'web:1', command: ['b'] },
    ]);
  });

  it('is that of Git when only the cluster has what is ignored', () => {
    const live = deployment({ name: 'web', image: 'web:1' }, { name: 'proxy', image: 'proxy:1' });
    const git = deployment({ name: 'web', image: 'web:1' });
    const expression = '.spec.template.spec.containers[] | select(.name == "proxy")';
    expect(containers(live, git, before.after, expression)).toEqual([{ name: 'web', image: 'web:1' }]);
    expect(containers(live, git, before.pre, expression)).toEqual([
      { name: 'web', image: 'web:1' },
      { name: 'proxy', image: 'proxy:1' },
    ]);
  });
});

describe('the status', () => {
  it('is left out since 3.5.0-rc1, and comes from the cluster before', () => {
    const live = { ...virtualService(route(80, 20)), status: { phase: 'ok' } };
    const pair = { live, target: virtualService(route(100, 0)) };
    expect(respectingIgnored(pair, settings({ version: '3.5.0-rc1' }))).not.toHaveProperty('status');
    expect(respectingIgnored(pair, settings({ version: '3.4.3' }))).toHaveProperty('status', { phase: 'ok' });
    // Nothing ignores the status of a custom resource by default before 3.0.
    expect(respectingIgnored(pair, settings({ version: '2.14.0' }))).not.toHaveProperty('status');
  });
});

// Argo CD converts the pod template of a Rollout to its Kubernetes type, where Go decodes integers to another type: a list with one
// never counts as unchanged, so it is not restored from Git.
it.each([
  ['with an integer comes from the cluster', { defaultMode: 420 }, true],
  ['without integers is that of Git', {}, false],
])('a list of volumes %s if only the cluster has what is ignored', (_, mode, isFromCluster) => {
  const own = [
    { name: 'cache', emptyDir: { medium: 'Memory' } },
    { name: 'keys', secret: { secretName: 'keys', ...mode } },
  ];
  const pods = (volumes: readonly JsonMap[]): JsonMap => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { template: { spec: { volumes } } },
  });
  const live = pods([...own, { name: 'proxy', emptyDir: { medium: 'Memory' } }]);
  const proxy: RuleText = {
    group: 'argoproj.io',
    kind: 'Rollout',
    jqPathExpressions: ['.spec.template.spec.volumes[] | select(.name == "proxy")'],
  };
  const git = pods(own);
  const applied = respectingIgnored({ live, target: git }, settings({ rules: [proxy], version: '3.5.1' }));
  const volumes = ['spec', 'template', 'spec', 'volumes'];
  expect(at(applied, ...volumes)).toEqual(at(isFromCluster ? live : git, ...volumes));
});
