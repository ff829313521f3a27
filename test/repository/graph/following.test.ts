import path from 'node:path';
import { expect, it } from 'vitest';
import type { Source } from '../../../src/model/source.js';
import type { Graph } from '../../../src/repository/graph/graph.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { edited, fixtures, randomFrom, renamed } from '../../support/random-repository.js';
import { rolloutText } from '../../support/command.js';
import { textSource } from '../../support/sources.js';
import { wholeOr } from '../../support/whole.js';

const at = '/repository/shop';

/** What a graph has found, in its order, with files for objects. */
function foundIn(graph: Graph): unknown {
  const { resources } = graph;
  const kinds = [...new Set(resources.map(({ kind }) => kind))];
  const named = (some: readonly { readonly source: Source; readonly offset: number }[]) =>
    some.map(({ source, offset }) => `${source.path}:${offset}`);
  return {
    resources: named(resources),
    undeployed: Object.values(graph.undeployed).map(named),
    byKind: kinds.map((kind) => [kind, named(graph.ofKind(kind))]),
    repeated: [...graph.repeated()].map(named).sort(),
    each: resources.map((resource) => {
      const { kind, group, name } = resource;
      return {
        named: named(graph.withManifestName({ kind, group, name })),
        namespace: graph.namespace(resource),
        besides: named(graph.inNamespace({ kind: 'Service', group: '' }, graph.namespace(resource))),
        services: named(graph.companions(resource, { kind: 'Service', group: '' })),
        found: named(
          graph.resolve({ from: resource.at('metadata'), to: { kind: 'Service', group: '', name } }).found,
        ),
      };
    }),
  };
}

it('takes over what did not change, and finds the same as a graph that begins again', () => {
  const random = randomFrom(20_261_130);
  const systems = fixtures(path.join(__dirname, '../../rules')).filter((files) => files.length > 2);
  const files = Array.from({ length: 12 }, (_, index) => renamed(random.pick(systems), index)).flat();
  const sources = files.map(({ path: file, text }) => textSource(file, text));
  const original = new Map(sources.map((source, index) => [source.path, files[index]!.text]));
  let last = readGraph(sources, { keepsReadings: true });
  for (let left = wholeOr(120, 10); left > 0; left--) {
    const index = random.below(sources.length);
    const { path: file } = sources[index]!;
    const text =
      random.below(3) === 0 ? original.get(file)! : edited(sources[index]!.read(), files, random).text;
    sources[index] = textSource(file, text);
    last = readGraph(sources, { keepsReadings: true, known: last });
    expect(foundIn(last.graph)).toEqual(foundIn(readGraph(sources).graph));
  }
}, 60_000);

it('keeps the lists that a change leaves as they were, also beside an ApplicationSet', () => {
  const service = textSource(
    `${at}/web/service.yaml`,
    'apiVersion: v1\nkind: Service\nmetadata: { name: web }\n',
  );
  const set = textSource(
    `${at}/set.yaml`,
    `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: all }
spec:
  generators: [{ list: { elements: [{ name: web }] } }]
  template:
    metadata: { name: '{{name}}' }
    spec:
      source: { repoURL: https://github.com/acme/shop, path: '{{name}}' }
      destination: { namespace: web }
`,
  );
  const rollout = (image: string) => textSource(`${at}/web/rollout.yaml`, rolloutText('web', `# ${image}`));
  let last = readGraph([set, rollout('a'), service], { keepsReadings: true });
  const lists = ['b', 'c', 'd'].map((image) => {
    last = readGraph([set, rollout(image), service], { keepsReadings: true, known: last });
    return last.graph.ofKind('Service');
  });
  expect(lists[2]).toHaveLength(1);
  expect(lists[2]).toBe(lists[1]);
});
