import fc from 'fast-check';
import {
  backend,
  changed,
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
  set,
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
const anyAnnotations = fields({
  a: texts,
  'b.c/d': texts,
  'argocd.argoproj.io/sync-options': fc.constantFrom('ServerSideApply=true', 'ServerSideApply=false, Prune=false'),
});
const anyMetadata = fields({
  labels: fields({ app: texts, team: texts }),
  annotations: anyAnnotations,
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
  fc.constantFrom<unknown>(
    headerRoute,
    { name: 'old', redirect: { uri: '/new' } },
    { route: [to('web-stable')] },
    { name: 'primary', route: null },
    { name: 'primary', route: [{ ...to('web-stable'), weight: null }, to('web-canary', 20)] },
    { mirror: { host: 'web-canary' }, mirrorPercentage: { value: 20.5 }, name: 'canary-mirror', route: [to('web-stable')] },
  ),
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
const anyContainerPort: fc.Arbitrary<Loose> = fc.record(
  
  {
    containerPort: fc.constantFrom(80, 81),
    name: fc.constantFrom('http', 'web'),
    protocol: fc.constantFrom('TCP', 'UDP'),
  },
  { requiredKeys: ['containerPort'] },
);
const anyContainer = fc
  .tuple(
    fc.constantFrom('web', 'istio-proxy'),
    fc.constantFrom('a:1', 'a:2'),
    fields({
      args: few(texts, 2),
      ports: fc.uniqueArray(anyContainerPort, {
        selector: ({ containerPort, protocol = 'TCP' }) => `${String(containerPort)}/${String(protocol)}`,
        maxLength: 2,
      }),
      env: fc.uniqueArray(fields({ value: texts }).map((one) => ({ name: 'A', ...one })), { maxLength: 1 }),
      resources: fields({ limits: fields({ cpu: fc.constantFrom<unknown>('1', '1000m', 1) }) }),
      stdin: fc.boolean(),
    }),
  )
  .map(([name, image, more]) => container(name, image, more));
const someContainers = fc.uniqueArray(anyContainer, { selector: ({ name }) => name, minLength: 1, maxLength: 2 });
const scale = fields({ paused: fc.boolean(), replicas: fc.constantFrom(0, 2, 5) });

const anyFilter = fc.constantFrom<unknown>(
  { type: 'RequestMirror', requestMirror: { backendRef: { name: 'web-canary', port: 80 }, fraction: { numerator: 1 } } },
  { type: 'RequestRedirect', requestRedirect: { hostname: 'b.example.com' } },
);
const anyMatch = fc.constantFrom<unknown>(
  { path: { type: 'PathPrefix', value: '/' } },
  { path: { value: '/b' } },
  { headers: [{ name: 'x-canary', value: 'yes' }] },
  {},
);
const anyRule = fc
  .tuple(
    fc.constantFrom('main', 'canary-route1'),
    few(
      fc.tuple(
        fc.constantFrom('web-stable', 'web-canary'),
        fc.option(numbers, { nil: undefined }),
        fields({ filters: few(anyFilter, 1), group: fc.constant(''), kind: fc.constant('Service') }),
      ),
      2,
    ),
    fields({ filters: few(anyFilter, 1), matches: few(anyMatch, 2) }),
  )
  .map(([name, refs, more]) => ({
    backendRefs: refs.map(([ref, weight, own]) => ({ ...backend(ref, weight), ...own })),
    name,
    ...more,
  }));

const kindOf = (apiVersion: string, kind: string, spec?: Loose, metadata: Loose = {}): Manifest => ({
  apiVersion,
  kind,
  metadata: { name: 'web', namespace: 'shop', ...metadata },
  ...(spec && { spec }),
});
const pods = (containers: readonly unknown[], more: Loose = {}): Loose => ({
  selector: { matchLabels: { app: 'web' } },
  template: { metadata: { labels: { app: 'web' } }, spec: { containers, ...more } },
});
const anyJob = fields({
  backoffLimit: fc.constantFrom(2, 6),
  completions: fc.constantFrom(1, 3),
  parallelism: fc.constantFrom(1, 2),
  suspend: fc.boolean(),
});
const job = (spec: Loose, containers: readonly unknown[]): Loose => ({
  template: { spec: { containers, restartPolicy: 'Never' } },
  ...spec,
});
const anyClaim = fc.constantFrom('a', 'b').map((name) => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
}));
const anyMetric = fc.constantFrom<unknown>(
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
  { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1024Mi' } } },
);
const anyBehavior = fields({
  scaleDown: fields({ stabilizationWindowSeconds: numbers }),
  scaleUp: fields({ policies: fc.constant([{ type: 'Pods', value: 1, periodSeconds: 15 }]) }),
});

/** The same kind over and over, so that its sides have much in common. */
const manifests: readonly fc.Arbitrary<Manifest>[] = [
  fc
    .tuple(few(anyRoute), fields({ tls: few(fc.constantFrom({ route: [to('web-stable', 80)] }), 1), hosts: fc.constantFrom([], null) }))
    .map(([http, more]) => changed(virtualService(...http), ...Object.entries(more).map(([key, value]) => set(['spec', key], value)))),
  few(anySubset).map((list) => destinationRule(...list.map(([name, labels]) => subset(name, labels)))),
  fc
    .tuple(
      fields({
        ports: fc.uniqueArray(anyPort, { selector: ({ port }) => port, minLength: 1, maxLength: 2 }),
        selector: fc.option(fields({ app: texts, [hashLabel]: fc.constantFrom('h1', 'h2') })),
        publishNotReadyAddresses: fc.boolean(),
        type: fc.constantFrom('ClusterIP', 'NodePort'),
      }),
      anyMetadata,
    )
    .map(([spec, metadata]) => service(spec, metadata)),
  fc
    .tuple(anyAnnotations, few(fc.tuple(texts, few(anyPath, 2)), 2))
    .map(([annotations, rules]) =>
      ingress(annotations as Readonly<Record<string, string>>, {
        rules: rules.map(([host, paths]) => ({ host, http: { paths } })),
      }),
    ),
  few(anyRule, 2).map((rules) => gatewayRoute(...rules)),
  fc.tuple(scale, someContainers).map(([spec, list]) => deployment({ ...spec }, ...list)),
  fc.tuple(scale, someContainers).map(([spec, list]) => rollout(spec, ...list)),
  fc.tuple(anyJob, someContainers).map(([spec, list]) => kindOf('batch/v1', 'Job', job(spec, list))),
  fc
    .tuple(fields({ schedule: fc.constantFrom('* * * * *', '@daily'), suspend: fc.boolean() }), anyJob, someContainers)
    .map(([spec, more, list]) =>
      kindOf('batch/v1', 'CronJob', { schedule: '@daily', ...spec, jobTemplate: { spec: job(more, list) } }),
    ),
  fc
    .tuple(scale, someContainers, few(anyClaim, 2))
    .map(([spec, list, volumeClaimTemplates]) =>
      kindOf('apps/v1', 'StatefulSet', { ...pods(list), serviceName: 'web', volumeClaimTemplates, ...spec }),
    ),
  fields({ maxReplicas: numbers, metrics: few(anyMetric, 2), minReplicas: fc.constantFrom(1, 2), behavior: anyBehavior }).map(
    (spec) =>
      kindOf('autoscaling/v2', 'HorizontalPodAutoscaler', {
        maxReplicas: 5,
        scaleTargetRef: { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name: 'web' },
        ...spec,
      }),
  ),
  fields({
    maxUnavailable: fc.constantFrom<unknown>(1, '25%'),
    minAvailable: fc.constantFrom<unknown>(1, '1'),
    selector: fields({ matchLabels: fields({ app: texts, team: texts }) }),
  }).map((spec) => kindOf('policy/v1', 'PodDisruptionBudget', spec)),
  fc
    .tuple(fields({ binaryData: fields({ c: fc.constantFrom('YQ==') }), data: fields({ a: texts, b: texts }) }), anyMetadata)
    .map(([more, metadata]) => ({ ...kindOf('v1', 'ConfigMap', undefined, metadata), ...more })),
  fields({
    data: fields({ a: fc.constantFrom('YQ==', 'Yg=='), b: fc.constantFrom('YQ==') }),
    immutable: fc.boolean(),
    stringData: fields({ a: texts }),
    type: fc.constantFrom('Opaque'),
  }).map((more) => ({ ...kindOf('v1', 'Secret'), ...more })),
  fields({
    egress: few(fc.constantFrom({ ports: [{ port: 53 }] }, { to: [{ podSelector: {} }] }), 1),
    ingress: few(fc.constantFrom({ ports: [{ port: 80, protocol: 'TCP' }] }, {}), 1),
  }).map((spec) => kindOf('networking.k8s.io/v1', 'NetworkPolicy', { podSelector: { matchLabels: { app: 'web' } }, ...spec })),
  fc.tuple(fields({ a: anything, b: anything, n: anything }), anyMetadata).map(([spec, metadata]) => widget(spec, metadata)),
  few(anyRule, 2).map((rules) => kindOf('gateway.networking.k8s.io/v1', 'GRPCRoute', { rules: rules.map(withoutHttp) })),
  few(fc.record({ service: fc.constantFrom('web-stable', 'web-canary'), weight: numbers })).map((backends) =>
    kindOf('split.smi-spec.io/v1alpha2', 'TrafficSplit', { backends, service: 'web' }),
  ),
  few(fc.record({ name: fc.constantFrom('web-stable', 'web-canary'), weight: numbers })).map((services) =>
    kindOf('traefik.io/v1alpha1', 'TraefikService', { weighted: { services } }),
  ),
  few(fc.record({ serviceName: fc.constantFrom('web-stable', 'web-canary'), weight: numbers })).map((backends) =>
    kindOf('apisix.apache.org/v2', 'ApisixRoute', { http: [{ backends, name: 'main' }] }),
  ),
  few(fields({ name: texts, interval: fc.constantFrom('1m', '60s'), successCondition: texts })).map((metrics) =>
    kindOf('argoproj.io/v1alpha1', 'AnalysisTemplate', {
      metrics: metrics.map((metric) => ({ name: 'a', provider: { web: { jsonPath: '{$.a}', url: 'http://a' } }, ...metric })),
    }),
  ),
  someContainers.map((list) =>
    kindOf('argoproj.io/v1alpha1', 'Experiment', { templates: [{ name: 'a', ...pods(list) }] }),
  ),
];

/** What only an HTTPRoute has of a rule by chance. */
function withoutHttp({ backendRefs, name }: Loose): Loose {
  return {
    backendRefs: (backendRefs as readonly Loose[]).map((ref) =>
      Object.fromEntries(Object.entries(ref).filter(([key]) => key !== 'filters')),
    ),
    name,
  };
}

/** What Git says and no schema has: slips of the pen, and what generators of manifests write that is not theirs to say. */
interface Slip {
  /** Which of the maps of an object it is in. */
  readonly place: number;
  readonly key: string;
  readonly value: unknown;
}
/** Places that are more often slipped in than others. */
const [root, ownMetadata, metadataOfPods] = [-1, -2, -3] as const;
const anySlip: fc.Arbitrary<readonly Slip[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  {
    weight: 2,
    arbitrary: fc.array(
      fc.record({
        place: fc.nat(60),
        key: fc.constantFrom('replicaz', 'weigth', 'creationTimestamp', 'nmae'),
        value: fc.constantFrom<unknown>(null, 1, 'a', true, {}, [], { a: null }, [null]),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  },
  { weight: 2, arbitrary: fc.constant([{ place: metadataOfPods, key: 'creationTimestamp', value: null }]) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<unknown>(null, {}, { replicas: 1 }, { loadBalancer: {} }, { conditions: [] }, { conditions: null })
      .map((value) => [{ place: root, key: 'status', value }]),
  },
  {
    weight: 1,
    arbitrary: fc.constant([{ place: ownMetadata, key: 'creationTimestamp', value: null }]),
  },
);
function slipped(manifest: Manifest, slips: readonly Slip[]): Manifest {
  return slips.reduce((object, { place, key, value }) => {
    const all = mapsIn(object);
    const named: Readonly<Record<number, readonly (string | number)[]>> = {
      [root]: [],
      [ownMetadata]: ['metadata'],
      [metadataOfPods]: all.find((path) => path.length > 1 && path.at(-1) === 'metadata') ?? ['metadata'],
    };
    return changed(object, set([...(named[place] ?? all[place % all.length] ?? []), key], value));
  }, manifest);
}

/** The paths of all maps but those of labels and annotations, which may have any key. */
function mapsIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => mapsIn(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).filter(([key]) => !['labels', 'annotations', 'matchLabels'].includes(key));
  return [path, ...below.flatMap(([key, inner]) => mapsIn(inner, [...path, key]))];
}

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
  '/metadata/annotations/b.c',
  '/spec/http/-1',
  '/spec/template/spec/containers/0/image',
  'spec/replicas',
  'spec',
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
  '.metadata.annotations',
  '.spec.http[]? | select(.name | test("^canary"))',
  '.spec.http[]?.route[]? | select(.destination.host == "web-canary") | .weight',
  '.spec.http[]? | select(.route == null or (.route | length) == 0)',
  '.spec.rules[]? | select(any(.backendRefs[]?; .name == "web-canary")) | .backendRefs[]?.weight',
  '.spec.rules[]?.filters[]?.requestMirror?.fraction?',
  '.spec.subsets[]? | select(.name == "stable" or .name == "canary") | .labels',
  '.spec.subsets | .[1:]',
  '.spec.selector | select(.app == "a")',
  '.spec.tls[0]?, .spec.hosts',
  '.spec.a | .. | select(type == "number")',
  '.spec | to_entries',
  'if .spec.a then .spec.b else .spec.n end',
  '.spec.template.spec.containers[0] | .args?, .env?',
  'limit(1; .spec.b[]?)',
  '.spec.a // .spec.b',
];

/** What is ignored for all Applications. Several keys come in any order, which takes the recorder many runs to see. */
const anyConfigMap = (kind: string): fc.Arbitrary<Readonly<Record<string, string>>> => {
  const names = ['all', '*.io_*', keys[kind] ?? kind].map(
    (key) => `resource.customizations.ignoreDifferences.${key}`,
  );
  const one = fc.tuple(fc.constantFrom(...names), anyValue(kind)).map(([key, value]) => ({ [key]: value }));
  const several = fields(Object.fromEntries(names.map((name) => [name, anyValue(kind)])));
  const options = fields({
    'resource.compareoptions': fc.constantFrom(
      'ignoreResourceStatusField: none\n',
      'ignoreResourceStatusField: crd\n',
      'ignoreAggregatedRoles: true\n',
    ),
  });
  return fc
    .tuple(
      fc.oneof(
        { weight: 20, arbitrary: fc.constant({}) },
        { weight: 9, arbitrary: one },
        { weight: 1, arbitrary: several },
      ),
      options,
    )
    .map(([rules, more]) => ({ ...rules, ...more }) as Readonly<Record<string, string>>);
};
const keys: Readonly<Record<string, string>> = {
  Deployment: 'apps_Deployment',
  DestinationRule: 'networking.istio.io_DestinationRule',
  HTTPRoute: 'gateway.networking.k8s.io_HTTPRoute',
  Ingress: 'networking.k8s.io_Ingress',
  Rollout: 'argoproj.io_Rollout',
  Service: '_Service',
  VirtualService: 'networking.istio.io_VirtualService',
  Widget: 'example.com_Widget',
};
const anyValue = (kind: string): fc.Arbitrary<string> => anyEntry(kind).map((entry) => JSON.stringify(entry));

const anyEntry = (kind: string): fc.Arbitrary<IgnoreEntry> =>
  fc.record(
    {
      group: fc.constantFrom('*', '*', '*.io', 'apps'),
      kind: fc.constantFrom(kind, kind, '*', '?*e'),
      name: fc.constantFrom('web', 'other'),
      namespace: fc.constantFrom('shop', ''),
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
      ...(theirs.length > 2 ? [owns('kubectl-client-side-apply', 'Update', apiVersion, theirs.slice(1))] : []),
      ...(ours.length > 0 ? [owns('argocd-controller', 'Apply', apiVersion, ours)] : []),
      ...(theirs.length > 0 ? [owns('rollouts-controller', 'Update', apiVersion, theirs)] : []),
    ]);

const anyCase: fc.Arbitrary<Omit<Case, 'name' | 'why'>> = fc
  .oneof(...manifests.map((one) => fc.tuple(one, one, one, fc.constantFrom(0, 1, 2), anySlip)))
  .map(([target, other, before, common, slips]) => ({ target, other, before, common, git: slipped(target, slips) }))
  .chain(({ target, other, before, common, git }) =>
    fc.record(
      {
        // What no schema has is never stored.
        live: fc.constant(stored(common === 0 ? target : other)),
        target: fc.constant(git),
        lastApplied: fc.constantFrom(git, before, other),
        managedFields: anyOwners(target.apiVersion),
        ignoreDifferences: few(anyEntry(target.kind), 2),
        syncOptions: fc.subarray([
          'RespectIgnoreDifferences=true',
          'ServerSideApply=true',
          'ClientSideApplyMigration=false',
        ]),
        serverSideDiff: fc.boolean(),
        configMap: anyConfigMap(target.kind),
        annotations: fc.constantFrom(
          ...['ServerSideDiff=true', 'ServerSideDiff=false', 'ServerSideDiff=true,IncludeMutationWebhook=true'].map(
            (option) => ({ 'argocd.argoproj.io/compare-options': option }),
          ),
        ),
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
