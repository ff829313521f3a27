import { describe, expect, it } from 'vitest';
import type { Drift, DriftOptions } from '../../../src/play/drift/drift.js';
import { tellDrifts } from '../../../src/play/drift/tell.js';
import type { Graph } from '../../../src/repository/graph/graph.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import type { Resource } from '../../../src/model/resource.js';
import { driftJsonPart } from '../../../src/report/drift-json.js';
import { textSource } from '../../support/sources.js';
import { application, blueGreen, istio } from './manifests.js';

/** An Application of a folder. */
const deploying = (folder: string, name: string, spec = ''): string =>
  application(`source:\n  path: ${folder}\n${spec}`).replace('name: shop', `name: ${name}`);

/** The same manifests for a Rollout of another name. */
const called = (name: string, manifests: string): string =>
  manifests.replaceAll('name: web', `name: ${name}`).replaceAll(/(host|Service): web/g, `$1: ${name}`);

function graphOf(texts: Readonly<Record<string, string>>): Graph {
  return readGraph(Object.entries(texts).map(([path, text]) => textSource(`/repository/${path}`, text)))
    .graph;
}

interface Heard {
  /** The names of Rollouts in the order in which they were told. */
  readonly order: readonly string[];
  /** In the order of their places, what each Application says of each. */
  readonly said: readonly (readonly string[])[];
  readonly drifts: readonly Drift[];
  readonly notes: readonly string[];
  /** How many Rollouts were compared for the first time when each was told. */
  readonly compared: readonly number[];
}

function hear(
  graph: Graph,
  options: DriftOptions = {},
  rollouts: readonly Resource[] = graph.rollouts,
): Heard {
  const order: string[] = [];
  const said: (readonly string[])[] = [];
  const drifts: Drift[] = [];
  const compared: number[] = [];
  let count = 0;
  const { notes } = tellDrifts(
    graph,
    rollouts,
    (its, place) => {
      order.push(rollouts[place]!.name);
      said[place] = its.map((drift) => driftJsonPart(drift));
      drifts.push(...its);
      compared.push(count);
    },
    { branches: false, ...options, onRollout: (done) => (count = done + 1) },
  );
  return { order, said, drifts, notes, compared };
}

/** Nothing of it is kept, so all that waits is compared twice. */
const forgetful: DriftOptions = { mostKept: 0 };

describe('a Rollout is told as soon as all of its Applications have been compared', () => {
  it('at once where it has an Application of its own, or none', () => {
    const { order, compared } = hear(
      graphOf({
        'one/all.yaml': called('one', istio()),
        'two/all.yaml': called('two', istio()),
        'none/all.yaml': called('none', istio()),
        'apps.yaml': deploying('one', 'one') + deploying('two', 'two'),
      }),
    );
    expect(order).toEqual(['one', 'two', 'none']);
    expect(compared).toEqual([1, 2, 3]);
  });

  it('with the last one of its Application, which others do not wait for', () => {
    const texts = {
      'a/shop/all.yaml': called('first', istio()),
      'b/all.yaml': called('other', istio()),
      'c/shop/all.yaml': called('last', istio()),
      'apps.yaml':
        deploying('a/shop', 'shop').replace(
          'source:\n    path: a/shop',
          'sources:\n    - path: a/shop\n    - path: c/shop',
        ) + deploying('b', 'b'),
    };
    const graph = graphOf(texts);
    expect(graph.rollouts.map(({ name }) => name)).toEqual(['first', 'other', 'last']);
    for (const options of [{}, forgetful]) {
      const { order, compared, drifts } = hear(graph, options);
      expect(order).toEqual(['other', 'first', 'last']);
      expect(compared).toEqual([2, 3, 3]);
      expect(drifts.map(({ deployer }) => deployer.application.name)).toEqual(['b', 'shop', 'shop']);
    }
  });

  it('with both where it is in two, and holds up those of neither', () => {
    // What the first Rollout names is deployed by the second Application, too.
    const [rollout = '', ...named] = called('first', istio()).split(/^(?=---\n)/m);
    const graph = graphOf({
      'a/rollout.yaml': rollout,
      'b/all.yaml': called('alone', istio()),
      'd/named.yaml': named.join(''),
      'd/last.yaml': called('last', istio()),
      'apps.yaml': deploying('a', 'a') + deploying('b', 'b') + deploying('d', 'd'),
    });
    for (const options of [{}, forgetful]) {
      const { order, said, drifts } = hear(graph, options);
      expect(order).toEqual(['alone', 'first', 'last']);
      expect(said.map((its) => its.length)).toEqual([2, 1, 1]);
      const by = drifts.map(({ deployer, trace }) => `${trace.rollout.name} ${deployer.application.name}`);
      expect(by).toEqual(['alone b', 'first a', 'first d', 'last d']);
    }
  });

  it('with no drifts where nothing can be compared', () => {
    const much = `metadata:\n  annotations: {much: ${'x'.repeat(1_000_000)}}\n`;
    const broken = called('broken', istio()).replace('metadata:\n', much);
    const graph = graphOf({ 'a/all.yaml': broken, 'b/all.yaml': called('fine', istio()) });
    const heard: [string, number][] = [];
    const tell = (drifts: readonly Drift[], place: number): void => {
      heard.push([graph.rollouts[place]!.name, drifts.length]);
    };
    expect(() => tellDrifts(graph, graph.rollouts, tell, { branches: false })).toThrow('too large');
    expect(heard).toEqual([
      ['broken', 0],
      ['fine', 1],
    ]);
  });
});

describe('what is compared twice, because there is no room for it, is the same', () => {
  const serverSide = 'syncPolicy:\n  syncOptions:\n    - ServerSideApply=true';
  const policy = 'syncPolicy:\n  automated:\n    selfHeal: true';
  const elsewhere = blueGreen.replaceAll('namespace: shop', 'namespace: store');

  it.each([
    ['options that all need', serverSide, blueGreen + called('store', blueGreen)],
    ['an option that freezes another', serverSide, blueGreen + called('mesh', istio())],
    ['self-heal of namesakes', policy, blueGreen + elsewhere],
    ['one that is restless', policy, blueGreen + called('store', elsewhere) + called('mesh', istio())],
    [
      'one that fails',
      'ignoreDifferences:\n  - kind: VirtualService\n    group: "*"\n    jqPathExpressions: ["]"]',
      called('one', istio()) + blueGreen + called('mesh', istio()),
    ],
  ])('%s', (_, settings, manifests) => {
    const graph = graphOf({ 'all/all.yaml': manifests, 'app.yaml': deploying('all', 'shop', settings) });
    const { said, notes } = hear(graph);
    expect(said.flat().length).toBe(graph.rollouts.length);
    expect(hear(graph, forgetful)).toMatchObject({ said, notes });
    // With those that nobody asked for, too.
    const asked = graph.rollouts.slice(0, 1);
    const alone = hear(graph, {}, asked);
    expect(alone.said.flat()).toHaveLength(1);
    expect(hear(graph, forgetful, asked)).toMatchObject({ said: alone.said, notes: alone.notes });
  });
});
