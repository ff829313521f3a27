import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hintsOf } from '../../../src/editor/language/hints.js';
import { hoverAt } from '../../../src/editor/language/hover.js';
import { lensesOf, protectWordsAt } from '../../../src/editor/language/lenses.js';
import { type DocumentSymbol, symbolsOf } from '../../../src/editor/language/symbols.js';
import { lintRead } from '../../../src/lint/lint.js';
import type { Source } from '../../../src/model/source.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { rules } from '../../../src/rules/index.js';
import { filesBelow, fileSource, textSource } from '../../support/sources.js';

const read = readGraph(filesBelow(path.resolve('examples/istio-host/corrected')).map(fileSource));
const { graph } = read;

function sourceWith(kind: string): Source {
  return graph.given.find((one) => one.kind === kind)!.source;
}

/** What is known at the first place of a text in the file of a kind. */
function hovered(kind: string, text: string): readonly string[] {
  const source = sourceWith(kind);
  const at = source.read().indexOf(text);
  expect(at).not.toBe(-1);
  return hoverAt(graph, source.path, at + 1)?.paragraphs ?? [];
}

describe('hover', () => {
  test('a field: what it does and its type', () => {
    expect(hovered('Rollout', 'setWeight:')).toEqual([
      'The percentage of requests that the new version gets; without a traffic router the share of pods.',
      'setWeight: integer',
    ]);
  });

  test('a name: what it leads to', () => {
    expect(hovered('Rollout', 'catalog-canary')[0]).toMatch(/^Service "catalog-canary" in .*\.yaml$/);
  });

  test('a weight of a VirtualService: what the controller writes and when, and that Argo CD overlooks it', () => {
    const source = sourceWith('VirtualService');
    const at = source.read().lastIndexOf('weight:');
    expect(hoverAt(graph, source.path, at + 1)?.paragraphs).toEqual([
      'weight: integer',
      'In an update of Rollout "catalog", the controller sets it to 0 from "first deployment" on, 5 from "setWeight: 5" on, 50 from "setWeight: 50" on, 100 from "all traffic to the new revision" on, 0 from "the new revision is stable" on.',
      'Argo CD ignores a difference from Git here (Application "catalog").',
    ]);
  });

  test('a field that the controller does not write and Argo CD compares', () => {
    expect(hovered('VirtualService', 'host:')).toEqual([
      'Service "catalog-stable" in examples/istio-host/corrected/services.yaml',
      'host: string',
    ]);
  });

  test('a finding: what it leads to', () => {
    const text =
      'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata:\n  name: web\nspec:\n  replicas: 3\n  selector:\n    matchLabels: { app: web }\n  template:\n    metadata:\n      labels: { app: web }\n    spec:\n      containers:\n        - name: web\n          image: web:1\n  strategy:\n    canary:\n      canaryService: web-canary\n      steps:\n        - setWeight: 120\n';
    const source = textSource('/shop/rollout.yaml', text);
    const own = readGraph([source]);
    const { findings } = lintRead(own, rules);
    const words = hoverAt(own.graph, source.path, text.indexOf('120'), findings)?.paragraphs ?? [];
    expect(words[0]).toMatch(/^steps\/weight-in-range: The controller/);
  });

  test('nothing outside of objects', () => {
    expect(hoverAt(graph, '/none.yaml', 0)).toBeUndefined();
  });
});

test('lenses of a Rollout: its steps, what stops a bad version, and the update', () => {
  const source = sourceWith('Rollout');
  const lenses = lensesOf(graph, source.path);
  expect(lenses.map(({ kind, title }) => [kind, title])).toEqual([
    ['steps', 'setWeight: 5 → pause → setWeight: 50 → pause: 10m'],
    ['protect', undefined],
    ['simulate', 'simulate'],
  ]);
  expect(protectWordsAt(graph, source.path, lenses[0]!.place.start)).toBe(
    'A version that is bad from the start is stopped only by a person, at steps[1], and gets 5 % of all requests until then.',
  );
});

test('hints: the share, the pods and the time at each step', () => {
  const source = sourceWith('Rollout');
  const hints = hintsOf(graph, source.path);
  expect(hints.map(({ text }) => text)).toEqual([
    '5 %, 1 canary pod, after 10s',
    '5 %, 1 canary pod, after 10s',
    '50 %, 2 canary pods, after 20s',
    '50 %, 2 canary pods, after 20s',
  ]);
  const [first] = hints;
  expect(source.read().slice(0, first!.place.end)).toMatch(/setWeight: 5$/);
});

test('symbols: the objects of a file and their parts', () => {
  const show = ({ kind, name, children }: DocumentSymbol): unknown =>
    children.length === 0 ? `${kind} ${name}` : [`${kind} ${name}`, ...children.map(show)];
  expect(symbolsOf(graph, sourceWith('Rollout').path).map(show)).toContainEqual([
    'object Rollout catalog',
    'step 0: setWeight 5',
    'step 1: pause',
    'step 2: setWeight 50',
    'step 3: pause',
    'container catalog',
  ]);
  for (const one of graph.given)
    for (const { place, nameAt, children } of symbolsOf(graph, one.source.path))
      for (const part of [{ place, nameAt }, ...children]) {
        expect(part.place.start).toBeLessThanOrEqual(part.nameAt.start);
        expect(part.nameAt.end).toBeLessThanOrEqual(part.place.end);
      }
});

test('half-typed texts: no prefix of an example is too much', () => {
  const source = sourceWith('Rollout');
  const text = source.read();
  for (let end = 0; end <= text.length; end += 37) {
    const half = textSource(source.path, text.slice(0, end));
    const own = readGraph([half, textSource('/shop/other.yaml', sourceWith('VirtualService').read())]).graph;
    lensesOf(own, half.path);
    hintsOf(own, half.path);
    symbolsOf(own, half.path);
    protectWordsAt(own, half.path, end);
    hoverAt(own, half.path, end);
  }
});
