import { expect, it } from 'vitest';
import type { Exists } from '../../../src/repository/graph/lost-sources.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { rolloutText } from '../../support/command.js';
import type { Source } from '../../../src/model/source.js';
import { textSource } from '../../support/sources.js';

const at = '/repository/shop';
const rollout = (image: string) => textSource(`${at}/web/rollout.yaml`, rolloutText('web', `# ${image}`));
const kustomization = (prefix: string) =>
  textSource(`${at}/web/kustomization.yaml`, `namePrefix: ${prefix}\nresources: [rollout.yaml]\n`);
const application = textSource(
  `${at}/apps.yaml`,
  `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web }
spec:
  source: { repoURL: https://github.com/acme/shop, path: api }
  destination: { namespace: web }
`,
);

it('keeps the placements of the state before if only other objects change', () => {
  const same = kustomization('a-');
  const first = readGraph([same, rollout('a')], { keepsReadings: true });
  const second = readGraph([same, rollout('b')], { keepsReadings: true, known: first });
  const [before, after] = [first, second].map(({ graph }) => graph.placements(graph.rollouts[0]!));
  expect(after).toBe(before);
});

it('finds placements again if a kustomization changes', () => {
  const same = rollout('a');
  const first = readGraph([kustomization('a-'), same], { keepsReadings: true });
  const second = readGraph([kustomization('b-'), same], { keepsReadings: true, known: first });
  expect(second.graph.deployedNames(second.graph.rollouts[0]!)).toEqual(['b-web']);
});

it('finds placements again if files are added', () => {
  const [sources, added] = [[kustomization('a-'), rollout('a')], textSource(`${at}/base/new.yaml`, '')];
  const first = readGraph(sources, { keepsReadings: true });
  const second = readGraph([...sources, added], { keepsReadings: true, known: first });
  expect(first.graph.placements(first.graph.rollouts[0]!)).not.toBe(
    second.graph.placements(second.graph.rollouts[0]!),
  );
});

it('asks again whether the folder of a source exists outside of the input', () => {
  let isThere = false;
  const exists: Exists = () => (isThere ? 'folder' : undefined);
  const graph = { exists, workTrees: [] };
  const first = readGraph([application, rollout('a')], { graph, keepsReadings: true });
  expect(first.graph.lostSources).toHaveLength(1);
  isThere = true;
  const second = readGraph([application, rollout('b')], { graph, keepsReadings: true, known: first });
  expect(second.graph.lostSources).toEqual([]);
});

it('asks again whether a file below a kustomization is left out, which the names of other objects decide', () => {
  const inner = textSource(`${at}/web/spare/rollout.yaml`, rolloutText('api'));
  const same = [kustomization(''), inner];
  const built = (name: string) => textSource(`${at}/web/rollout.yaml`, rolloutText(name));
  let last = readGraph([...same, built('web')], { keepsReadings: true });
  const unlisted = ['api', 'web', 'api'].map((name) => {
    last = readGraph([...same, built(name)], { keepsReadings: true, known: last });
    return last.graph.undeployed.unlisted.map(({ source }) => source);
  });
  expect(unlisted).toEqual([[inner], [], [inner]]);
});

it('finds the repeated objects of a view among all others', () => {
  const [one, other, third] = ['one', 'other', 'third'].map((name) =>
    textSource(`${at}/web/${name}.yaml`, rolloutText(name === 'third' ? 'third' : 'web')),
  );
  const list = textSource(`${at}/web/kustomization.yaml`, 'resources: [one.yaml, other.yaml, third.yaml]\n');
  const { graph } = readGraph([list, one!, other!, third!]);
  const repeatedIn = (source: Source) => {
    const view = graph.iteratingOver(
      graph.resources.filter((resource) => resource.source === source),
      new Set([source.path]),
    );
    return [...view.repeated()].map((group) => group.map(({ source }) => source));
  };
  expect(repeatedIn(one!)).toEqual([[one, other]]);
  expect(repeatedIn(third!)).toEqual([]);
});
