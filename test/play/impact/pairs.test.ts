import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pairsOf } from '../../../src/play/impact/pairs.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { renderedFile } from '../../../src/model/source.js';
import { textSource } from '../../support/sources.js';
import { type Files, impactsOf } from './stories.js';
import { replicaOnly } from './systems.js';

const web = (image: string, namespace = 'shop'): string =>
  replicaOnly['app.yaml']!.replace('web:1', image).replaceAll('namespace: shop', `namespace: ${namespace}`);

/** The output of a kustomization, and what is left of its file: a list of the output and of the bases that it was built from. */
const output = (folder: string, text: string, ...bases: readonly string[]): Files => ({
  [`${folder}/${renderedFile}`]: text,
  ...stub(folder, `${folder}/${renderedFile}`, ...bases),
});

const stub = (folder: string, ...resources: readonly string[]): Files => ({
  [`${folder}/kustomization.yaml`]: `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: ${JSON.stringify(resources.map((one) => path.posix.relative(folder, one)))}
`,
});

/** The folders or files of the pairs of a change, with the earlier state in a folder of its own. */
function paired(before: Files, after: Files): readonly string[] {
  const graphs = [before, after].map((files, index) => {
    const root = index === 0 ? '/checkout' : '/repository';
    return readGraph(Object.entries(files).map(([file, text]) => textSource(`${root}/${file}`, text))).graph;
  });
  const name = (rollout: { readonly source: { readonly path: string } } | undefined): string =>
    rollout?.source.path.replace(/^\/\w+\//, '').replace(`/${renderedFile}`, '') ?? 'nothing';
  return pairsOf(graphs[0]!, graphs[1]!, (file) => file.replace('/checkout/', '/repository/')).map(
    (pair) => `${name(pair.before)} -> ${name(pair.after)}`,
  );
}

describe('of several Rollouts of one identity, each is compared with its own earlier state', () => {
  const three = { ...output('a', web('web:1')), ...output('b', web('web:2')), ...output('c', web('web:3')) };

  it.each<[string, Files, Files, readonly string[]]>([
    ['where none changes', three, three, ['a -> a', 'b -> b', 'c -> c']],
    [
      'where the first one goes',
      three,
      { ...output('b', web('web:2')), ...output('c', web('web:3')) },
      ['b -> b', 'c -> c', 'a -> nothing'],
    ],
    [
      'where one comes before them',
      { ...output('b', web('web:2')), ...output('c', web('web:3')) },
      three,
      ['nothing -> a', 'b -> b', 'c -> c'],
    ],
    [
      'where one is renamed and changed, and another only changed',
      three,
      { ...output('0', web('web:9')), ...output('b', web('web:8')), ...output('c', web('web:3')) },
      ['a -> 0', 'b -> b', 'c -> c'],
    ],
    [
      'where all are renamed, in another order, and one is changed',
      three,
      { ...output('x', web('web:9')), ...output('y', web('web:1')), ...output('z', web('web:3')) },
      ['b -> x', 'a -> y', 'c -> z'],
    ],
    [
      'in files that are not rendered',
      { 'a.yaml': web('web:1'), 'b.yaml': web('web:2') },
      { '0.yaml': web('web:1'), 'b.yaml': web('web:2'), 'c.yaml': web('web:2') },
      ['a.yaml -> 0.yaml', 'b.yaml -> b.yaml', 'nothing -> c.yaml'],
    ],
    [
      'in one file, by namespace',
      { 'a.yaml': web('web:1', 'one') + web('web:2', 'two') },
      { 'a.yaml': web('web:2', 'two') + web('web:1', 'one') },
      ['a.yaml -> a.yaml', 'a.yaml -> a.yaml'],
    ],
    [
      'where one moves out of a file that gets another namespace',
      { 'a.yaml': web('web:1') },
      { 'a.yaml': web('web:1', 'other'), 'b.yaml': web('web:1') },
      ['nothing -> a.yaml', 'a.yaml -> b.yaml'],
    ],
    [
      'where its namespace changes in place',
      { 'a.yaml': web('web:1') },
      { 'a.yaml': web('web:1', 'other') },
      ['a.yaml -> a.yaml'],
    ],
  ])('%s', (_name, before, after, pairs) => {
    expect(paired(before, after)).toEqual(pairs);
  });

  it('and none is touched that only stands elsewhere in its file', () => {
    const [one, two] = [web('web:1'), web('web:2')];
    expect(impactsOf({ 'app.yaml': one + two }, { 'app.yaml': two + one })).toEqual([]);
    const [first, second] = [web('web:1', 'one'), web('web:2', 'two')];
    expect(impactsOf({ 'app.yaml': first + second }, { 'app.yaml': second + first })).toEqual([]);
  });
});

describe('an overlay that another kustomization takes in', () => {
  const [s1, s2] = [output('overlays/1', web('web:1')), output('overlays/2', web('web:2'))];
  const taken = (folder: string, text: string): Files => ({
    ...output('top', text, folder),
    ...stub(folder),
  });
  const base = { ...output('top', web('web:0'), 'base'), ...stub('base') };
  const [onFirst, onSecond] = [taken('overlays/1', web('web:1')), taken('overlays/2', web('web:2'))];

  it.each<[string, Files, Files, readonly string[]]>([
    [
      'is not removed',
      { ...base, ...s1, ...s2 },
      { ...onFirst, ...s2 },
      ['top -> top', 'overlays/2 -> overlays/2'],
    ],
    [
      'is not added when it is let go',
      { ...onFirst, ...s2 },
      { ...base, ...s1, ...s2 },
      ['top -> top', 'overlays/2 -> overlays/2'],
    ],
    ['is not the one that is let go for it', { ...onFirst, ...s2 }, { ...onSecond, ...s1 }, ['top -> top']],
    ['is the one that takes it in, if that is new', { ...s1 }, { ...onFirst }, ['overlays/1 -> top']],
    [
      'is removed if the other one builds no such Rollout',
      { ...base, ...s1 },
      { ...output('top', web('web:0', 'elsewhere'), 'overlays/1'), ...stub('overlays/1') },
      ['top -> top', 'overlays/1 -> nothing'],
    ],
    ['is removed with its folder', { ...base, ...s1 }, base, ['top -> top', 'overlays/1 -> nothing']],
  ])('%s', (_name, before, after, pairs) => {
    expect(paired(before, after)).toEqual(pairs);
  });

  it('is removed if an Application deployed it', () => {
    const application = {
      'argocd.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: shop
  namespace: argocd
spec:
  source:
    repoURL: https://git.example.com/shop.git
    path: overlays/1
  destination:
    namespace: shop
    server: https://kubernetes.default.svc
`,
    };
    expect(paired({ ...base, ...s1, ...application }, { ...onFirst })).toEqual([
      'top -> top',
      'overlays/1 -> nothing',
    ]);
  });
});
