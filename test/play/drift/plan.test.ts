import { expect, it } from 'vitest';
import { planned, planOf, type EntryPlan } from '../../../src/play/drift/plan.js';
import { fromValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';
import { textSource } from '../../support/sources.js';

const entry = { kind: 'Service', jsonPointers: ['/a', '/b'], jqPathExpressions: ['.c'] };
const identity = {
  group: 'argoproj.io',
  version: 'v1alpha1',
  kind: 'Application',
  name: 'shop',
  namespace: undefined,
};
const list = new Resource(identity, textSource('a.yaml', ''), 0, {
  root: fromValue({ spec: { ignoreDifferences: [entry, { kind: 'Secret' }] } }),
}).at('spec', 'ignoreDifferences');

it.each<[string, EntryPlan | null, readonly object[]]>([
  ['removes an entry of which nothing is left', null, []],
  ['changes a field', { target: { kind: 'Ingress' }, lists: {} }, [{ ...entry, kind: 'Ingress' }]],
  [
    'moves, changes and adds items',
    { target: {}, lists: { jsonPointers: [{ from: 1 }, { from: 0, text: '/x' }, { text: '/y' }] } },
    [{ ...entry, jsonPointers: ['/b', '/x', '/y'] }],
  ],
  [
    'removes a list without items, and keeps one with one',
    { target: {}, lists: { jsonPointers: [], jqPathExpressions: [{ from: 0 }] } },
    [{ kind: 'Service', jqPathExpressions: ['.c'] }],
  ],
])('a plan %s', (_, plan, entries) => {
  const added = { kind: 'Rollout' };
  const plans = { changed: new Map([[0, plan]]), added: [added], lost: [] };
  expect(planned(list, plans as never)).toEqual([...entries, { kind: 'Secret' }, added]);
});

it('a plan adds what an entry already has to it only once', () => {
  const wanted = { group: '', kind: 'Service', name: '', namespace: '', jsonPointers: ['/b', '/d'] };
  expect(planned(list, planOf(list, [], [wanted]))).toEqual([
    { ...entry, jsonPointers: ['/a', '/b', '/d'] },
    { kind: 'Secret' },
  ]);
});
