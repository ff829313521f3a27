import { changed, compared, drop, set, stored, widget, type Case, type Loose, type Settings } from '../case.js';

interface Row {
  readonly live: Loose;
  readonly target: Loose;
  readonly before?: Loose;
}

/** Specs whose names say what is in the cluster, in git and, after the comma, what was applied last. */
const rows: Readonly<Record<string, Row>> = {
  'equal': { live: { a: 1 }, target: { a: 1 } },
  'key in the cluster alone': { live: { a: 1, b: 2 }, target: { a: 1 } },
  'key in git alone': { live: { a: 1 }, target: { a: 1, b: 2 }, before: { a: 1 } },
  'key in git alone, applied': { live: { a: 1 }, target: { a: 1, b: 2 } },
  'key removed from git, applied': { live: { a: 1, b: 2 }, target: { a: 1 }, before: { a: 1, b: 2 } },
  'key removed from git and cluster, applied': { live: { a: 1 }, target: { a: 1 }, before: { a: 1, b: 2 } },
  'changed value': { live: { a: 1 }, target: { a: 2 }, before: { a: 1 } },
  'changed in the cluster': { live: { a: 2 }, target: { a: 1 } },
  'number and text': { live: { a: '1' }, target: { a: 1 } },
  'integer and float': { live: { a: 1 }, target: { a: 1.5 } },
  'map and scalar': { live: { a: { b: 1 } }, target: { a: 1 } },
  'scalar and map': { live: { a: 1 }, target: { a: { b: 1 } } },
  'list and map': { live: { a: [1] }, target: { a: { b: 1 } } },
  'map and list': { live: { a: { b: 1 } }, target: { a: [1] } },
  'map in the cluster, scalar applied': { live: { a: { b: 1, c: 2 } }, target: { a: { b: 1 } }, before: { a: 1 } },
  'list in the cluster, map applied': { live: { a: [{ b: 1 }] }, target: { a: [{ b: 1 }] }, before: { a: { b: 1 } } },
  'empty map and nothing': { live: {}, target: { a: {} } },
  'empty map and a map': { live: { a: { b: 1 } }, target: { a: {} } },
  'nothing and an empty map': { live: { a: {} }, target: {} },
  'empty list and nothing': { live: {}, target: { a: [] } },
  'empty list and a list': { live: { a: [1] }, target: { a: [] } },
  'list and an empty list': { live: { a: [] }, target: { a: [1] } },
  'null in git, key in the cluster, key applied': { live: { a: 1 }, target: { a: null }, before: { a: 1 } },
  'null in git, key in the cluster, nothing applied': { live: { a: 1 }, target: { a: null }, before: {} },
  'null in git, key in the cluster, null applied': { live: { a: 1 }, target: { a: null } },
  'null in git alone': { live: {}, target: { a: null } },
  'null in git alone, nothing applied': { live: {}, target: { a: null }, before: {} },
  'null in git and the cluster': { live: { a: null }, target: { a: null } },
  'null in the cluster': { live: { a: null }, target: { a: 1 } },
  'null in the cluster alone': { live: { a: null }, target: {} },
  'null in a list of git': { live: { a: [{ b: 1 }] }, target: { a: [{ b: 1, c: null }] } },
  'null in a list of git, value in the cluster': { live: { a: [{ b: 1, c: 2 }] }, target: { a: [{ b: 1, c: null }] } },
  'null in a list of git, another key in the cluster': {
    live: { a: [{ b: 1, d: 2 }] },
    target: { a: [{ b: 1, c: null }] },
  },
  'null as an element': { live: { a: [1, null] }, target: { a: [1, null] } },
  'null as an element of git': { live: { a: [1] }, target: { a: [1, null] } },
  'key in an element of the cluster': { live: { a: [{ b: 1, c: 2 }] }, target: { a: [{ b: 1 }] } },
  'key in the second element of the cluster': { live: { a: [{ b: 1 }, { b: 2, c: 3 }] }, target: { a: [{ b: 1 }, { b: 2 }] } },
  'key removed from an element of git': {
    live: { a: [{ b: 1, c: 2 }] },
    target: { a: [{ b: 1 }] },
    before: { a: [{ b: 1, c: 2 }] },
  },
  'element in front in the cluster': { live: { a: [{ b: 0 }, { b: 1 }] }, target: { a: [{ b: 1 }] } },
  'element at the end in the cluster': { live: { a: [{ b: 1 }, { b: 2 }] }, target: { a: [{ b: 1 }] } },
  'element missing in the cluster': { live: { a: [{ b: 1 }] }, target: { a: [{ b: 1 }, { b: 2 }] } },
  'elements swapped': { live: { a: [{ b: 2 }, { b: 1 }] }, target: { a: [{ b: 1 }, { b: 2 }] } },
  'element added in git': {
    live: { a: [{ b: 1, c: 1 }] },
    target: { a: [{ b: 1 }, { b: 2 }] },
    before: { a: [{ b: 1 }] },
  },
  'scalars in a list': { live: { a: ['x', 'y'] }, target: { a: ['x'] } },
  'lists in lists': { live: { a: [[{ b: 1, c: 2 }]] }, target: { a: [[{ b: 1 }]] } },
  'key deep in the cluster': { live: { a: { b: { c: 1, d: 2 } } }, target: { a: { b: { c: 1 } } } },
  'map deep in the cluster': { live: { a: { b: { c: 1 } }, e: { f: 1 } }, target: { a: { b: { c: 1 } } } },
  'key removed deep in git, applied': {
    live: { a: { b: { c: 1, d: 2 } } },
    target: { a: { b: { c: 1 } } },
    before: { a: { b: { c: 1, d: 2 } } },
  },
  'map removed from git, applied': { live: { a: { b: 1, c: 2 } }, target: {}, before: { a: { b: 1 } } },
  'list removed from git, applied': { live: { a: [1] }, target: {}, before: { a: [1] } },
  'false and nothing': { live: {}, target: { a: false } },
  'zero and nothing': { live: {}, target: { a: 0 } },
  'empty text and nothing': { live: {}, target: { a: '' } },
  'large integer': { live: { a: 9007199254740993 }, target: { a: 9007199254740993 } },
  'exponent': { live: { a: 100000 }, target: { a: 1e5 } },
  'text with HTML': { live: { a: '<a href="b">&</a>' }, target: { a: '<a href="b">&</a>' } },
  'text beyond ASCII': { live: { a: 'ä\u2028😀' }, target: { a: 'ä\u2028😀' } },
  'key with a dot and a slash': { live: { 'a.b/c': 1, 'x': 2 }, target: { 'a.b/c': 2 } },
};

const target = widget({ a: 1 });

/** Lists, maps, nulls and empty values of a resource without a type. */
export const customResourceCases: readonly Case[] = [
  ...Object.entries(rows).flatMap(([name, { live, target, before }]) =>
    compared(name, 'https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/diff/diff.go', {
      live: stored(widget(live)),
      target: widget(target),
      ...(before ? { before: widget(before) } : {}),
    }),
  ),
  ...compared('no spec in git', 'a map that git lacks', {
    live: stored(target),
    target: changed(target, drop(['spec'])),
    before: target,
  }),
  ...compared('labels and annotations in the cluster', 'granular', {
    live: stored(widget({ a: 1 }, { annotations: { b: '1' }, labels: { b: '1' } })),
    target: widget({ a: 1 }, { labels: { a: '1' } }),
  }),
  ...compared('empty annotations in git and others in the cluster', 'taken out before', {
    live: stored(widget({ a: 1 }, { annotations: { b: '1' } })),
    target: widget({ a: 1 }, { annotations: {} }),
  }),
  ...compared('null for annotations in git', 'taken out before', {
    live: stored(target),
    target: changed(target, set(['metadata', 'annotations'], null)),
  }),
  ...compared('a null annotation in git', 'a null in a map of texts', {
    live: stored(target),
    target: widget({ a: 1 }, { annotations: { b: null } }),
  }),
  ...compared('resourceVersion in git', 'a value of the cluster', {
    live: stored(target),
    target: changed(target, set(['metadata', 'resourceVersion'], '999')),
  }),
  ...compared('status in git and the cluster', 'ignored by default', {
    live: stored(target, set(['status'], { a: 1 })),
    target: changed(target, set(['status'], { a: 2 })),
  }),
];

const annotated = (text: string): Settings => ({ lastApplied: text });

/** Annotations that hold no object. */
export const lastAppliedCases: readonly Case[] = [
  ['no JSON', '{'],
  ['an empty text', ''],
  ['a list', '[]'],
  ['null', 'null'],
  ['an object without kind', '{"spec":{"a":1}}'],
  ['an object without apiVersion', '{"kind":"Widget","spec":{"a":1,"b":2}}'],
  ['a list of objects', '{"apiVersion":"v1","kind":"List","items":[]}'],
  ['another kind', '{"apiVersion":"v1","kind":"Service","metadata":{"name":"web"},"spec":{"a":1,"b":2}}'],
].flatMap(([name = '', text = '']) =>
  compared(
    name,
    'what cannot be read is no last applied configuration',
    { live: stored(widget({ a: 1, b: 2 })), target },
    annotated(text),
    ['three-way', 'server-side'],
  ),
);
