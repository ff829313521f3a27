import { describe, expect, it } from 'vitest';
import { expand } from '../../../src/repository/graph/application-set.js';
import { driftOf } from '../../../src/play/drift/drift.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import type { Source } from '../../../src/model/source.js';
import { textSource } from '../../support/sources.js';
import { istio } from '../../play/drift/manifests.js';

function setWith(generators: string, template: string, head = ''): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata:
  name: all
spec:
${head}  generators:
${generators.replaceAll(/^(?=.)/gm, '    ')}
  template:
    metadata:
      name: '${template}'
    spec:
      source:
        path: '${template === '{{path.basename}}' ? '{{path}}' : 'apps/shop'}'
      destination:
        namespace: shop
`;
}

function expanded(text: string, ...others: readonly Source[]) {
  const files = [textSource('/repo/sets/all.yaml', text), ...others];
  const { graph } = readGraph(files);
  const [set] = graph.ofKind('ApplicationSet');
  if (!set) throw new Error('There is no ApplicationSet.');
  const { applications, notes } = expand(set, files);
  return { names: applications.map(({ name }) => name), notes };
}

const shop = textSource('/repo/apps/shop/all.yaml', istio());
const cart = textSource('/repo/apps/cart/all.yaml', 'a: 1');

describe('an ApplicationSet', () => {
  it('makes an Application of each element of a list', () => {
    expect(
      expanded(setWith('- list:\n    elements:\n      - env: dev\n      - env: prod', 'shop-{{env}}')),
    ).toEqual({
      names: ['shop-dev', 'shop-prod'],
      notes: [],
    });
  });

  it('makes one of each folder that a Git generator finds', () => {
    const generator = '- git:\n    directories:\n      - path: apps/*';
    expect(expanded(setWith(generator, '{{path.basename}}'), shop, cart).names).toEqual(['cart', 'shop']);
  });

  it('leaves out folders that are excluded', () => {
    const generator =
      '- git:\n    directories:\n      - path: apps/*\n      - path: apps/cart\n        exclude: true';
    expect(expanded(setWith(generator, '{{path.basename}}'), shop, cart).names).toEqual(['shop']);
  });

  it('makes one of each file, with what the file says', () => {
    const generator = '- git:\n    files:\n      - path: "config/*.json"';
    const config = textSource('/repo/config/a.json', '{"cluster": {"name": "east"}}');
    expect(expanded(setWith(generator, 'shop-{{cluster.name}}'), config).names).toEqual(['shop-east']);
  });

  it('fills Go templates of parameters', () => {
    const generator = '- list:\n    elements:\n      - env: dev';
    expect(expanded(setWith(generator, 'shop-{{ .env }}', '  goTemplate: true\n')).names).toEqual([
      'shop-dev',
    ]);
  });

  const merge = (second: string): string =>
    `- merge:\n    mergeKeys: [env]\n    generators:\n      - list: {elements: [{env: dev, tier: a}, {env: prod, tier: b}]}\n      - list: {elements: [${second}]}`;

  it('makes one of what each element of a merge is overridden by', () => {
    const names = (second: string): readonly string[] =>
      expanded(setWith(merge(second), '{{env}}-{{tier}}')).names;
    expect(names('{env: prod, tier: c}, {env: none, tier: d}')).toEqual(['dev-a', 'prod-c']);
    // Two elements of one key are an error, and so is none; what is no text may be anything.
    expect(names('{env: prod}, {env: prod}')).toEqual([]);
    expect(names('{tier: c}')).toEqual([]);
    expect(names('{env: {a: b}}')).toEqual([]);
  });

  it('takes the first of two values in a matrix, and leaves open what the second generator makes of the first', () => {
    const matrix = (second: string): string =>
      `- matrix:\n    generators:\n      - list: {elements: [{env: dev}]}\n      - list: {elements: [${second}]}`;
    const go = '  goTemplate: true\n';
    expect(expanded(setWith(matrix('{env: x, a: b}'), '{{ .env }}-{{ .a }}', go)).names).toEqual(['dev-b']);
    const open = expanded(setWith(matrix('{a: "{{ .env }}"}'), '{{ .env }}-{{ .a }}', go));
    expect(open.names).toEqual([]);
    expect(open.notes.join()).toContain('(matrix) whose Applications cannot be determined');
  });

  it.each([
    ['spec:\n  source:\n    path: "{{other}}"', []],
    ['spec:\n  destination:\n    namespace: "{{other}}"', []],
    ['{"spec": "{{other}}"}', []],
    ['spec:\n  source:\n    targetRevision: "{{other}}"', ['shop-dev']],
    ['spec:\n  source:\n    path: other', ['shop-dev']],
    ['{"metadata": {"name": "{{env}}"}}', ['dev']],
  ])('is unknown where a patch that is not evaluated may say what it deploys: %s', (patch, names) => {
    const text = setWith('- list:\n    elements:\n      - env: dev', 'shop-{{env}}');
    const indented = patch.replaceAll(/^/gm, '    ');
    expect(expanded(`${text}  templatePatch: |\n${indented}\n`).names).toEqual(names);
  });

  it('is too large where generators combine to more than 20 000 elements', () => {
    const list = (key: string, count: number): string =>
      `      - list: {elements: [${Array.from({ length: count }, (_, index) => `{${key}: "${index}"}`).join(', ')}]}`;
    const expandedTo = (each: number): ReturnType<typeof expand> => {
      const generator = `- matrix:\n    generators:\n${list('one', each)}\n${list('other', each)}`;
      const files = [textSource('/repo/sets/all.yaml', setWith(generator, 'shop-{{one}}-{{other}}'))];
      return expand(readGraph(files).graph.ofKind('ApplicationSet')[0]!, files);
    };
    expect(expandedTo(142)).toEqual({
      applications: [],
      notes: [],
      isTooLarge: true,
      unfilled: [],
      repeated: [],
      unpatched: new Set(),
      unread: [],
    });
    const { applications, isTooLarge } = expandedTo(3);
    expect([applications.length, isTooLarge]).toEqual([9, false]);
  });

  it('says what cannot be told', () => {
    expect(expanded(setWith('- clusters: {}', 'shop-{{name}}'))).toEqual({
      names: [],
      notes: [
        'ApplicationSet "all" has a generator (clusters) whose Applications cannot be determined from the files.',
      ],
    });
  });

  it('deploys what lies in the folders', () => {
    const generator = '- git:\n    directories:\n      - path: apps/*';
    const files = [textSource('/repo/sets/all.yaml', setWith(generator, '{{path.basename}}')), shop];
    const { graph } = readGraph(files);
    const { drifts } = driftOf(graph, graph.rollouts, { branches: false });
    expect(
      drifts.map(({ deployer }) => [deployer.application.name, deployer.set?.name, deployer.assumption]),
    ).toEqual([['shop', 'all', undefined]]);
  });
});
