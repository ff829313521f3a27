import fc from 'fast-check';
import {
  backend,
  container,
  deployment,
  destinationRule,
  gatewayRoute,
  hashLabel,
  headerRoute,
  httpRoute,
  ingress,
  ingressPath,
  owns,
  rollout,
  service,
  stored,
  subset,
  to,
  virtualService,
  widget,
  type Case,
  type IgnoreEntry,
  type Loose,
  type ManagedFields,
  type Manifest,
} from './case.js';

/** An object of the fields that are given. */
const fields = (shape: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Loose> =>
  fc.record(shape, { requiredKeys: [] });
const few = <T>(one: fc.Arbitrary<T>, max = 3): fc.Arbitrary<readonly T[]> => fc.array(one, { maxLength: max });
const texts = fc.constantFrom('a', 'b', '');
const numbers = fc.constantFrom(0, 1, 20, 80, 100);
const anyMetadata = fields({
  labels: fields({ app: texts, team: texts }),
  annotations: fields({ a: texts, 'b.c/d': texts }),
});

/** Anything that JSON can say, of few words, so that much of it is met on both sides. */
const anything: fc.Arbitrary<unknown> = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 1, 'a', '', {}, []),
    few(tie('node')),
    fields({ a: tie('node'), b: tie('node'), n: tie('node') }),
  ),
})).node;

const destinations = fc.constantFrom(
  to('web-stable'),
  to('web-stable', 100),
  to('web-stable', 80),
  to('web-canary', 0),
  to('web-canary', 20),
  to('web-canary', 20, { subset: 'canary' }),
  to('web-experiment', 5),
);
const anyRoute = fc.oneof(
  fc.tuple(fc.constantFrom('primary', 'other'), few(destinations)).map(([name, list]) => httpRoute(name, ...list)),
  fc.constantFrom<unknown>(headerRoute, { name: 'old', redirect: { uri: '/new' } }, { route: [to('web-stable')] }),
);
const anySubset = fc.tuple(
  fc.constantFrom('stable', 'canary', 'v2'),
  fc.option(fields({ app: texts, [hashLabel]: fc.constantFrom('h1', 'h2') }), { nil: undefined }),
);
const anyPort = fc.record(
  {
    name: fc.constantFrom('http', 'web'),
    nodePort: fc.constantFrom(30080),
    port: fc.constantFrom(80, 81),
    protocol: fc.constantFrom('TCP', 'UDP'),
    targetPort: fc.constantFrom<unknown>(8080, 'http'),
  },
  { requiredKeys: ['port', 'targetPort'] },
);
const anyPath = fc
  .tuple(fc.constantFrom('web-stable', 'canary-header', 'b'), fc.constantFrom('/', '/b'))
  .map(([name, path]) => ingressPath(name, path));
const anyContainer = fc
  .tuple(
    fc.constantFrom('web', 'istio-proxy'),
    fc.constantFrom('a:1', 'a:2'),
    fields({
      args: few(texts, 2),
      env: fc.uniqueArray(fields({ value: texts }).map((one) => ({ name: 'A', ...one })), { maxLength: 1 }),
      resources: fields({ limits: fields({ cpu: fc.constantFrom<unknown>('1', '1000m', 1) }) }),
      stdin: fc.boolean(),
    }),
  )
  .map(([name, image, more]) => container(name, image, more));
const someContainers = fc.uniqueArray(anyContainer, { selector: ({ name }) => name, minLength: 1, maxLength: 2 });
const scale = fields({ paused: fc.boolean(), replicas: fc.constantFrom(0, 2, 5) });

/** The same kind over and over, so that its sides have much in common. */
const manifests: readonly fc.Arbitrary<Manifest>[] = [
  few(anyRoute).map((http) => virtualService(...http)),
  few(anySubset).map((list) => destinationRule(...list.map(([name, labels]) => subset(name, labels)))),
  fc
    .tuple(
      fields({
        ports: fc.uniqueArray(anyPort, { selector: ({ port }) => port, minLength: 1, maxLength: 2 }),
        selector: fields({ app: texts, [hashLabel]: fc.constantFrom('h1', 'h2') }),
        type: fc.constantFrom('ClusterIP', 'NodePort'),
      }),
      anyMetadata,
    )
    .map(([spec, metadata]) => service(spec, metadata)),
  fc
    .tuple(fields({ a: texts, 'b.c/d': texts }), few(fc.tuple(texts, few(anyPath, 2)), 2))
    .map(([annotations, rules]) =>
      ingress(annotations as Readonly<Record<string, string>>, {
        rules: rules.map(([host, paths]) => ({ host, http: { paths } })),
      }),
    ),
  few(
    fc.tuple(fc.constantFrom('main', 'canary-route1'), few(fc.tuple(fc.constantFrom('web-stable', 'web-canary'), fc.option(numbers, { nil: undefined })), 2)),
    2,
  ).map((rules) =>
    gatewayRoute(
      ...rules.map(([name, refs]) => ({ backendRefs: refs.map(([ref, weight]) => backend(ref, weight)), name })),
    ),
  ),
  fc.tuple(scale, someContainers).map(([spec, list]) => deployment({ ...spec }, ...list)),
  fc.tuple(scale, someContainers).map(([spec, list]) => rollout(spec, ...list)),
  fc.tuple(fields({ a: anything, b: anything, n: anything }), anyMetadata).map(([spec, metadata]) => widget(spec, metadata)),
];

const pointers: readonly string[] = [
  '/spec/replicas',
  '/spec/http',
  '/spec/http/0',
  '/spec/subsets',
  `/spec/selector/${hashLabel}`,
  '/spec/selector',
  '/spec/ports/0/nodePort',
  '/spec/rules/0',
  '/spec/a',
  '/spec/a/b',
  '/spec/b/0',
  '/spec/n',
  '/spec',
  '/metadata/annotations',
  '/metadata/annotations/b.c~1d',
  '/metadata/labels/team',
  '/x/y',
];
const jqPaths: readonly string[] = [
  '.spec.http[]?.route[]?.weight',
  '.spec.http[].route[].weight',
  '.spec.http[]? | select(.name == "canary-header")',
  '.spec.http[] | select(.name | startswith("canary"))',
  '.spec.http[0]',
  `.spec.subsets[]?.labels["${hashLabel}"]`,
  '.spec.subsets[]?.labels',
  '.spec.rules[]?.http?.paths[]? | select(.backend.service.name == "canary-header")',
  '.spec.rules[]?.backendRefs[]?.weight',
  '.spec.rules[]? | select(.name == "canary-route1")',
  '.spec.template.spec.containers[] | select(.name == "istio-proxy")',
  '.spec.template.spec.containers[].image',
  '.spec.template.spec.containers[]?.env[]?.value',
  '.. | .a?',
  '.spec.a[]',
  '.spec | .a, .b',
  '.spec.n?',
  '.spec.b[1:]',
  '.metadata.annotations["b.c/d"]',
];

const anyRule = (kind: string): fc.Arbitrary<IgnoreEntry> =>
  fc.record(
    {
      group: fc.constant('*'),
      kind: fc.constantFrom(kind, '*'),
      jsonPointers: few(fc.constantFrom(...pointers), 2),
      jqPathExpressions: few(fc.constantFrom(...jqPaths), 2),
      managedFieldsManagers: fc.constantFrom(['rollouts-controller'], ['nobody']),
    },
    { requiredKeys: ['group', 'kind'] },
  );

const ownedPaths: readonly (readonly string[])[] = [
  ['spec', 'http'],
  ['spec', 'subsets'],
  ['spec', 'selector'],
  ['spec', 'replicas'],
  ['spec', 'rules'],
  ['spec', 'a'],
  ['spec', 'b'],
  ['metadata', 'labels', 'team'],
  ['metadata', 'annotations', 'a'],
];

const anyOwners = (apiVersion: string): fc.Arbitrary<readonly ManagedFields[]> =>
  fc
    .tuple(fc.subarray([...ownedPaths]), fc.subarray([...ownedPaths]))
    .map(([ours, theirs]) => [
      ...(ours.length > 0 ? [owns('argocd-controller', 'Apply', apiVersion, ours)] : []),
      ...(theirs.length > 0 ? [owns('rollouts-controller', 'Update', apiVersion, theirs)] : []),
    ]);

const anyCase: fc.Arbitrary<Omit<Case, 'name' | 'why'>> = fc
  .oneof(...manifests.map((one) => fc.tuple(one, one, one, fc.constantFrom(0, 1, 2))))
  .chain(([target, other, before, common]) =>
    fc.record(
      {
        live: fc.constant(stored(common === 0 ? target : other)),
        target: fc.constant(target),
        lastApplied: fc.constantFrom(target, before, other),
        managedFields: anyOwners(target.apiVersion),
        ignoreDifferences: few(anyRule(target.kind), 2),
        syncOptions: fc.subarray(['RespectIgnoreDifferences=true', 'ServerSideApply=true']),
        serverSideDiff: fc.boolean(),
      },
      { requiredKeys: ['live', 'target'] },
    ),
  );

/** Cases by chance; the same for the same seed. */
export function randomCases({ count, seed }: { readonly count: number; readonly seed: number }): readonly Case[] {
  return fc
    .sample(anyCase, { numRuns: count, seed })
    .map((one, index) => ({ name: `random ${String(seed)}/${String(index)}`, why: 'by chance', ...one }));
}
