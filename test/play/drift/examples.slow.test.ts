import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Drift, driftOf } from '../../../src/play/drift/drift.js';
import { patchOf } from '../../../src/play/drift/patch.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';

const examples = join(__dirname, '../../../examples');

/** The manifests of an example as they should be, deployed by another Application. */
function driftWith(example: string, application: string, change = (text: string): string => text): Drift {
  const folder = join(examples, example, 'corrected');
  const files = readdirSync(folder)
    .filter((file) => file !== 'application.yaml')
    .map((file) => textSource(`/shop/${file}`, change(readFileSync(join(folder, file), 'utf8'))));
  files.push(textSource('/shop/application.yaml', application));
  const { graph } = readGraph(files);
  const { drifts } = driftOf(graph, graph.rollouts);
  const [drift, another] = drifts;
  if (!drift || another) throw new Error('An example has one Rollout.');
  return drift;
}

interface Comparison {
  readonly syncOptions?: readonly string[];
  readonly isServerSideDiff?: boolean;
}

const applicationOf = (
  { syncOptions = [], isServerSideDiff = false }: Comparison,
  ignoreDifferences: readonly unknown[] = [],
): string => `${JSON.stringify({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: {
    name: 'shop',
    ...(isServerSideDiff
      ? { annotations: { 'argocd.argoproj.io/compare-options': 'ServerSideDiff=true' } }
      : {}),
  },
  spec: {
    ignoreDifferences,
    syncPolicy: { automated: { selfHeal: true }, syncOptions },
  },
})}
`;

/** The frames of the main line in which each object is OutOfSync, as the first and the last of them. */
function outOfSync({ objects, frames }: Drift): Readonly<Record<string, string>> {
  const main = frames.map(({ frame }) => frame).filter(({ from }) => from === undefined);
  const spans = objects.flatMap(({ subject, verdicts }) => {
    const different = main.filter(({ id }) => verdicts.get(id)?.status === 'out-of-sync');
    const [first, last] = [different.at(0), different.at(-1)];
    if (!first || !last) return [];
    const span = main.slice(main.indexOf(first), main.indexOf(last) + 1);
    const gap = span.length === different.length ? '' : ' with gaps';
    return [[`${subject.git.kind} ${subject.git.metadata.name}`, `${first.id} to ${last.id}${gap}`]];
  });
  return Object.fromEntries(spans) as Readonly<Record<string, string>>;
}

const statusesOf = ({ frames }: Drift): ReadonlySet<string> => new Set(frames.map(({ status }) => status));
const always = 'installed to scaled-down';
const hash = '/spec/selector/rollouts-pod-template-hash';
const weights = '.spec.http[]?.route[]?.weight';

/**
 * What is different in which frames. A hash in the selector of a Service or in the labels of a subset counts where an API
 * server merges the objects: their schemas have the selector, and the list of subsets, as one value.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/utils/kube/scheme/parser.go
 */
const systems = {
  'alb-header-route': {
    name: 'ticket-api',
    traffic: { 'Ingress ticket-api': 'step-1 to at-scale' },
    hashes: { 'Service ticket-api-stable': always, 'Service ticket-api-canary': always },
    expressions: ['.spec.rules[]?.http.paths[]? | select(.backend.service.name == "ticket-api-preview")'],
    hashExpressions: [hash, hash],
  },
  'gateway-header-route': {
    name: 'fares-api',
    traffic: { 'HTTPRoute fares-api': 'step-1 to at-scale' },
    hashes: { 'Service fares-api-stable': always, 'Service fares-api-canary': always },
    expressions: [
      '.spec.rules[]? | select(.name == "fares-preview")',
      '.spec.rules[]?.backendRefs[]?.weight',
    ],
    hashExpressions: [hash, hash],
  },
  'istio-host': {
    name: 'catalog',
    traffic: { 'VirtualService catalog': 'step-0 to at-scale' },
    hashes: { 'Service catalog-stable': always, 'Service catalog-canary': always },
    expressions: [weights],
    hashExpressions: [hash, hash],
  },
  'istio-subset': {
    name: 'quotes',
    traffic: { 'VirtualService quotes': 'step-0 to at-scale' },
    hashes: { 'DestinationRule quotes': always },
    expressions: [weights],
    hashExpressions: ['.spec.subsets[]?.labels["rollouts-pod-template-hash"]'],
  },
} as const;

const comparisons: Readonly<Record<string, Comparison>> = {
  'client-side apply': {},
  'server-side apply': { syncOptions: ['ServerSideApply=true'] },
  'server-side diff': { isServerSideDiff: true },
  'server-side apply and diff': { syncOptions: ['ServerSideApply=true'], isServerSideDiff: true },
};

/** With it the diff of server-side apply takes the ports of Rollouts for what they are in the cluster. */
const withProtocol = (text: string): string =>
  text.replaceAll(/^( +)containerPort: .*\n/gm, '$&$1protocol: TCP\n');

describe.each(Object.entries(systems))('%s', (example, { traffic, hashes, expressions, hashExpressions }) => {
  describe.each(Object.entries(comparisons))('by %s', (by, comparison) => {
    const isServerSide = by !== 'client-side apply';
    const change = by === 'server-side apply' ? withProtocol : undefined;
    const bare = driftWith(example, applicationOf(comparison), change);

    it('is different where the controller has written, and nowhere else', () => {
      expect(outOfSync(bare)).toEqual({ ...traffic, ...(isServerSide ? hashes : {}) });
      expect(statusesOf(bare)).not.toContain('cannot-tell');
    });

    it('is quiet in all frames with the entries that are worked out', () => {
      const { spec } = patchOf(bare) ?? {};
      const { ignoreDifferences = [] } = spec ?? {};
      const all = ignoreDifferences.flatMap(({ jsonPointers = [], jqPathExpressions = [] }) => [
        ...jsonPointers,
        ...jqPathExpressions,
      ]);
      expect([...all].sort()).toEqual([...expressions, ...(isServerSide ? hashExpressions : [])].sort());
      const syncOptions = [...(comparison.syncOptions ?? []), ...(spec?.syncPolicy?.syncOptions ?? [])];
      const application = applicationOf({ ...comparison, syncOptions }, ignoreDifferences);
      const covered = driftWith(example, application, change);
      expect(statusesOf(covered)).toEqual(new Set(['synced']));
      expect(patchOf(covered)).toBeUndefined();
      expect(covered.syncs.flatMap(({ triggers }) => triggers)).not.toContain('self-heal');
    });
  });
});

it.each(Object.entries(systems))(
  '%s by server-side apply without the protocol of ports',
  (example, { name, traffic, hashes }) => {
    const bare = driftWith(example, applicationOf({ syncOptions: ['ServerSideApply=true'] }));
    expect(outOfSync(bare)).toEqual({ [`Rollout ${name}`]: always, ...traffic, ...hashes });
  },
);

describe('a header route of an Ingress', () => {
  const bare = driftWith('alb-header-route', applicationOf({}));

  it('is taken away by self-heal, and comes back in its own step alone', () => {
    const healed = bare.syncs.filter(({ triggers }) => triggers.includes('self-heal'));
    expect(new Set(healed.flatMap(({ fields }) => fields.map(({ where }) => where)))).toEqual(
      new Set(['spec.rules[0].http.paths[0]']),
    );
    expect(healed.find(({ outcome }) => outcome === 'back')?.frames.map(({ id }) => id)).toEqual(['step-1']);
    expect(healed.find(({ outcome }) => outcome === 'lost')?.frames.map(({ id }) => id)).toEqual([
      'step-2',
      'step-3',
      'step-4',
      'step-5-scaling',
      'step-5',
      'step-6',
    ]);
  });

  it('makes the Application Unknown with the expression that was published', () => {
    const published = readFileSync(join(examples, 'alb-header-route/as-published/application.yaml'), 'utf8');
    const drift = driftWith('alb-header-route', published);
    expect(statusesOf(drift)).toEqual(new Set(['unknown']));
    expect(drift.syncs).toEqual([]);
    expect(drift.faults.map(({ kind }) => kind)).toEqual(['broken']);
  });
});

describe('.spec.http[].route[].weight of the documentation of Argo Rollouts', () => {
  const published = applicationOf({}, [
    {
      group: 'networking.istio.io',
      kind: 'VirtualService',
      jqPathExpressions: ['.spec.http[].route[].weight'],
    },
  ]);

  it('covers a VirtualService whose routes all have destinations', () => {
    const drift = driftWith('istio-subset', published);
    expect(statusesOf(drift)).toEqual(new Set(['synced']));
    expect(drift.faults).toEqual([]);
    expect(drift.entries).toEqual([]);
  });

  it('is void beside a redirect', () => {
    const drift = driftWith('istio-host', published);
    expect(outOfSync(drift)).toEqual({ 'VirtualService catalog': 'step-0 to at-scale' });
    expect(drift.faults.map(({ kind, error }) => [kind, error])).toEqual([
      ['failing', 'cannot iterate over: null'],
    ]);
  });

  it('covers the same VirtualService without the redirect', () => {
    const drift = driftWith('istio-host', published, (text) =>
      text.replace(/^ {4}- name: moved\n(?: {6}.*\n)+/m, ''),
    );
    expect(statusesOf(drift)).toEqual(new Set(['synced']));
  });
});
