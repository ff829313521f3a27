import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { linksOf } from '../../../src/editor/language/links/links.js';
import { rename, renameableAt } from '../../../src/editor/language/rename.js';
import { lintRead } from '../../../src/lint/lint.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { rules } from '../../../src/rules/index.js';
import type { Source } from '../../../src/model/source.js';
import { edited } from '../../support/renames.js';
import { filesBelow, fileSource } from '../../support/sources.js';
import { wholeOr } from '../../support/whole.js';

const examples = [
  'alb-header-route',
  'configmap-revision',
  'gateway-header-route',
  'istio-host',
  'istio-subset',
];

function found(sources: readonly Source[]): readonly string[] {
  return lintRead(readGraph(sources), rules)
    .findings.map(({ rule, severity }) => `${severity} ${rule}`)
    .sort();
}

describe.each(examples.filter((_, index) => index % wholeOr(1, 2) === 0))('examples/%s', (name) => {
  const sources = filesBelow(path.resolve('examples', name, 'corrected')).map((file) => {
    const source = fileSource(file);
    const text = source.read();
    return { ...source, read: () => text };
  });
  const { graph } = readGraph(sources);
  const before = found(sources);
  const places = new Map<string, { path: string; offset: number; what: string }>();
  for (const resource of graph.given)
    for (const link of linksOf(graph, resource)) {
      const [to] = link.to();
      if (to && !('refusal' in renameableAt(graph, to.place.source.path, to.place.start)))
        places.set(`${to.place.source.path}:${to.place.start}`, {
          path: to.place.source.path,
          offset: to.place.start,
          what: `${to.kind} ${to.name}`,
        });
    }

  test.each([...places.values()].map((place) => [place.what, place] as const))(
    'another name for %s brings no new finding, and the old one back the same bytes',
    (_what, { path: file, offset }) => {
      const there = rename(graph, file, offset, 'renamed');
      if ('refusal' in there) throw new Error(there.refusal);
      expect(there.edits.length).toBeGreaterThan(1);
      const after = edited(sources, there.edits);
      expect(found(after)).toEqual(before);

      const renamed = readGraph(after).graph;
      const own = there.edits.filter(({ place }) => place.source.path === file && place.start < offset);
      const moved = own.reduce((sum, { place, text }) => sum + text.length - (place.end - place.start), 0);
      const old = sources
        .find((source) => source.path === file)!
        .read()
        .slice(offset, offset + 1);
      expect(old).not.toBe('');
      const target = renameableAt(graph, file, offset);
      const back = rename(renamed, file, offset + moved, 'refusal' in target ? '' : target.name);
      if ('refusal' in back) throw new Error(back.refusal);
      expect(edited(after, back.edits).map((source) => source.read())).toEqual(
        sources.map((source) => source.read()),
      );
    },
  );
});

/** The graph of a fixture, and an offset of a name: `what` of the name's place is the text just before it. */
function fixture(name: string, what: string) {
  const folder = path.resolve('test/rules', name);
  const sources = (name.endsWith('.yaml') ? [folder] : filesBelow(folder)).map((file) => fileSource(file));
  const source = sources.find((one) => one.read().includes(what))!;
  return { sources, path: source.path, offset: source.read().indexOf(what) + what.length };
}

test.each([
  ['alb/action-not-authored/of-a-header-route.yaml', 'managedRoutes:\n          - name: ', 4],
  ['argocd/conditions-last/condition-on-a-name.yaml', 'http:\n    - name: ', 3],
  ['argocd/conditions-last/condition-on-a-name.yaml', 'managedRoutes:\n          - name: ', 3],
  ['argocd/header-route-ignored/istio-route-in-argocd-cm.yaml', 'managedRoutes:\n          - name: ', 3],
  [
    'argocd/router-fields-ignored/wildcard-group-and-kind.yaml',
    'kind: VirtualService\nmetadata:\n  name: ',
    3,
  ],
  // The path of the Ingress leads to the redirection, and no longer to a Service of that name.
  ['gateway/split-not-bypassed/ingress-with-an-action.yaml', 'kind: Service\nmetadata:\n  name: ', 3],
  [
    'rollout/service-ports-agree/same-ports.yaml',
    'kind: Service\nmetadata:\n  name: web\nspec:\n  selector:\n    app: web\n  ports:\n    - name: ',
    3,
  ],
] as const)('%s: another name is written in all places, %#', (name, what, places) => {
  const { sources, path: file, offset } = fixture(name, what);
  const there = rename(readGraph(sources).graph, file, offset, 'renamed');
  if ('refusal' in there) throw new Error(there.refusal);
  expect(there.edits).toHaveLength(places);
  expect(found(edited(sources, there.edits))).toEqual(found(sources));
});

const service = 'kind: Service\nmetadata:\n  name: ';
const subset = 'subsets:\n    - name: ';

test.each([
  ['gateway/backends-exist/route-of-another-namespace.yaml', service, 'HTTPRoute "web"'],
  [
    'istio/destination-in-namespace/short-names-in-another-namespace.yaml',
    service,
    'VirtualService "checkout"',
  ],
  ['istio/host-exists/partial-names-of-another-namespace.yaml', service, 'Rollout "checkout"'],
  ['istio/destination-rule-exists/beside-the-virtual-service.yaml', subset, 'Rollout "checkout"'],
  ['istio/subset-exists/additional-subset.yaml', `host: lab\n  ${subset}`, 'Rollout "checkout"'],
  [
    'k8s/autoscaler-scales-rollout/reference-from-another-folder',
    'kind: Deployment\nmetadata:\n  name: ',
    'Rollout "web"',
  ],
] as const)('%s: no other name where a link to nothing may mean it', (name, what, other) => {
  const { sources, path: file, offset } = fixture(name, what);
  const { graph } = readGraph(sources);
  expect(rename(graph, file, offset, 'renamed')).toEqual({
    refusal: expect.stringMatching(
      `in ${other} of .* is not found from there, and may mean this one`,
    ) as unknown,
  });
});

test('a managed route keeps its name where the VirtualService has a route of that name', () => {
  const {
    sources,
    path: file,
    offset,
  } = fixture('steps/managed-route-name-free/authored.yaml', 'managedRoutes:\n          - name: ');
  expect(rename(readGraph(sources).graph, file, offset, 'renamed')).toEqual({
    refusal: expect.stringContaining('of a managed route of Rollout "web" and of a route') as unknown,
  });
});

test('a host that a ServiceEntry defines is not the name of a Service', () => {
  const {
    sources,
    path: file,
    offset,
  } = fixture(
    'istio/host-exists/partial-name-of-a-service-entry.yaml',
    'name: rates\n      route:\n        - destination:\n            host: ',
  );
  expect(renameableAt(readGraph(sources).graph, file, offset)).toEqual({
    refusal: 'Nothing refers to this, so it is not known to be a name.',
  });
});
