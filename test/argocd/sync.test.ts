import { describe, expect, it } from 'vitest';
import { at, type JsonMap } from '../../src/kubernetes/objects/json.js';
import { asStored } from '../../src/argocd/server-side.js';
import { applyMode, applyTo, type ApplyMode } from '../../src/argocd/sync.js';
import { defaultArgoCdVersion, parseArgoCdVersion } from '../../src/argocd/version.js';
import {
  appliedFrom,
  destinationRule,
  headerRoute,
  httpRoute,
  ingress,
  route,
  service,
  virtualService,
} from './objects.js';

const hash = { 'rollouts-pod-template-hash': 'h1' };
const managedBy = { 'argo-rollouts.argoproj.io/managed-by-rollouts': 'web' };
const action = 'alb.ingress.kubernetes.io/actions.stable';
const modes = ['client-side', 'server-side', 'replace'] as const;

function synced(mode: ApplyMode, live: JsonMap, git: JsonMap): JsonMap {
  const syncOptions =
    { 'server-side': ['ServerSideApply=true'], replace: ['Replace=true'] }[mode as string] ?? [];
  const result = applyTo(appliedFrom(asStored(live, '1.36'), git), git, {
    version: defaultArgoCdVersion,
    syncOptions,
  });
  if (!('object' in result)) throw new Error(JSON.stringify(result));
  expect(result.mode).toBe(mode);
  return result.object;
}

interface Row {
  readonly what: string;
  readonly live: JsonMap;
  readonly git: JsonMap;
  /** What is left at a path after a sync: by client-side apply, by server-side apply, by replace. */
  readonly path: readonly string[];
  readonly expected: readonly [clientSide: unknown, serverSide: unknown, replace: unknown];
}

const backends = (...weights: readonly number[]): JsonMap => ({
  matches: [{ path: { type: 'PathPrefix', value: '/' } }],
  backendRefs: weights.map((weight, index) => ({
    group: '',
    kind: 'Service',
    name: `s${index}`,
    port: 80,
    weight,
  })),
});
const stable = { name: 'stable', labels: { app: 'x' } };
const withHash = { ...stable, labels: { app: 'x', ...hash } };
const bare = [route(undefined, undefined)];
const withoutRecord = (annotations: unknown): unknown =>
  Object.fromEntries(
    Object.entries((annotations ?? {}) as JsonMap).filter(([key]) => !key.startsWith('kubectl.')),
  );

const rows: readonly Row[] = [
  {
    what: 'the hash in the selector of a Service',
    git: service({ app: 'x' }),
    live: service({ app: 'x', ...hash }),
    path: ['spec', 'selector'],
    expected: [{ app: 'x', ...hash }, { app: 'x' }, { app: 'x' }],
  },
  {
    what: 'an annotation that Git leaves out',
    git: service({ app: 'x' }),
    live: service({ app: 'x' }, managedBy),
    path: ['metadata', 'annotations'],
    expected: [managedBy, managedBy, {}],
  },
  {
    what: 'an action annotation of Git',
    git: ingress(['stable'], { [action]: 'git' }),
    live: ingress(['stable'], { [action]: 'live' }),
    path: ['metadata', 'annotations'],
    expected: [{ [action]: 'git' }, { [action]: 'git' }, { [action]: 'git' }],
  },
  {
    what: 'the path of a header route',
    git: ingress(['stable']),
    live: ingress(['canary-header', 'stable']),
    path: ['spec', 'rules'],
    expected: [
      at(ingress(['stable']), 'spec', 'rules'),
      at(ingress(['stable']), 'spec', 'rules'),
      at(ingress(['stable']), 'spec', 'rules'),
    ],
  },
  {
    what: 'weights and a header route of a VirtualService',
    git: virtualService(route(100, 0)),
    live: virtualService(headerRoute, route(80, 20)),
    path: ['spec', 'http'],
    expected: [[route(100, 0)], [route(100, 0)], [route(100, 0)]],
  },
  {
    what: 'weights that Git leaves out',
    git: virtualService(...bare),
    live: virtualService(route(80, 20)),
    path: ['spec', 'http'],
    expected: [bare, bare, bare],
  },
  {
    what: 'the hash in the labels of a subset',
    git: destinationRule([stable]),
    live: destinationRule([withHash]),
    path: ['spec', 'subsets'],
    expected: [[stable], [stable], [stable]],
  },
  {
    what: 'weights and a header rule of an HTTPRoute',
    git: httpRoute([backends(100, 0)]),
    live: httpRoute([backends(80, 20), { name: 'canary-header', ...backends(100) }]),
    path: ['spec', 'rules'],
    expected: [[backends(100, 0)], [backends(100, 0)], [backends(100, 0)]],
  },
];

describe('what a sync leaves of a change of the controller', () => {
  for (const [index, mode] of modes.entries())
    it.each(rows)(`${mode}: $what`, ({ live, git, path, expected }) => {
      const left = at(synced(mode, live, git), ...path);
      expect(path.at(-1) === 'annotations' ? withoutRecord(left) : left).toEqual(expected[index]);
    });

  it('removes what Git had and has no more', () => {
    const before = service({ app: 'x', tier: 'web' });
    const git = service({ app: 'x' });
    const live = appliedFrom(asStored(service({ app: 'x', tier: 'web', ...hash }), '1.36'), before);
    const result = applyTo(live, git, { version: defaultArgoCdVersion, syncOptions: [] });
    expect('object' in result && at(result.object, 'spec', 'selector')).toEqual({ app: 'x', ...hash });
  });

  it('cannot tell what becomes of a built-in kind that is not known here', () => {
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'one' } };
    expect(applyTo(node, node, { version: defaultArgoCdVersion, syncOptions: [] })).toEqual({
      unknown: 'the type of Node is not known here',
    });
  });
});

/** The orders are those of kubectl's own patcher, which the recorder of Argo CD 3.6.1 runs. */
describe('the order of a list of which Git has changed some elements', () => {
  const deployment = (names: string): JsonMap => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { template: { spec: { containers: names.split(' ').map((name) => ({ name, image: name })) } } },
  });
  it.each([
    ['one in place of another one, before what the cluster adds', 'a x', 'a', 'b', 'x b'],
    ['one in place of another one, after what the cluster adds', 'x a', 'a', 'b', 'x b'],
    ['one before one that stays', 'a x b', 'a b', 'c b', 'x c b'],
    ['one that goes', 'a x c y', 'a c', 'b c', 'x y b c'],
    ['two that go', 'a x y b', 'a b', 'c d', 'x y c d'],
  ])('%s', (_, live, before, git, expected) => {
    const result = applyTo(appliedFrom(deployment(live), deployment(before)), deployment(git), {
      version: defaultArgoCdVersion,
      syncOptions: [],
    });
    if (!('object' in result)) throw new Error(JSON.stringify(result));
    const containers = at(result.object, 'spec', 'template', 'spec', 'containers') as { name: string }[];
    expect(containers.map(({ name }) => name).join(' ')).toBe(expected);
  });
});

describe('applyMode', () => {
  const annotated = (options: string): JsonMap =>
    service({ app: 'x' }, { 'argocd.argoproj.io/sync-options': options });
  const plain = service({ app: 'x' });

  it.each<[string, JsonMap, JsonMap, readonly string[], boolean, ApplyMode]>([
    ['by default', plain, plain, [], false, 'client-side'],
    ['an option of the Application', plain, plain, ['ServerSideApply=true'], false, 'server-side'],
    ['an option with another letter', plain, plain, ['ServerSideApply=True'], false, 'client-side'],
    ['an option with white space', plain, plain, ['ServerSideApply=true '], false, 'client-side'],
    [
      'an annotation, with white space',
      annotated('a, ServerSideApply=true '),
      plain,
      [],
      false,
      'server-side',
    ],
    [
      'an object that refuses it',
      annotated('ServerSideApply=false'),
      plain,
      ['ServerSideApply=true'],
      false,
      'client-side',
    ],
    ['replace before server-side', plain, plain, ['ServerSideApply=true', 'Replace=true'], false, 'replace'],
    [
      'replace, which no object can refuse',
      annotated('Replace=false'),
      plain,
      ['Replace=true'],
      false,
      'replace',
    ],
    ['an annotation of the live object', plain, annotated('Replace=true'), [], false, 'replace'],
    ['replace with force', annotated('Replace=true,Force=true'), plain, [], false, 'recreate'],
    ['replace in an operation with force', plain, plain, ['Replace=true'], true, 'recreate'],
    ['force as an option of the Application', plain, plain, ['Replace=true', 'Force=true'], false, 'replace'],
  ])('%s', (_, target, live, syncOptions, force, expected) => {
    expect(applyMode(target, live, { version: defaultArgoCdVersion, syncOptions, force })).toBe(expected);
  });

  it('no annotation of the live object before 3.3', () => {
    const version = parseArgoCdVersion('3.2.12')!;
    expect(applyMode(plain, annotated('Replace=true'), { version, syncOptions: [] })).toBe('client-side');
    expect(applyMode(annotated('Replace=true'), annotated('Force=true'), { version, syncOptions: [] })).toBe(
      'replace',
    );
  });
});
