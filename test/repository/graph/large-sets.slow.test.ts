import { expect, it } from 'vitest';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import type { Source } from '../../../src/model/source.js';

const source = (name: string, value: unknown): Source => ({
  path: `/repository/${name}`,
  name,
  read: () => JSON.stringify(value),
});

const set = (generators: readonly unknown[], name: string): unknown => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'ApplicationSet',
  metadata: { name: 'apps', namespace: 'argocd' },
  spec: {
    generators,
    template: {
      metadata: { name },
      spec: {
        project: 'default',
        source: { repoURL: 'https://example.com/r.git', path: 'shop' },
        destination: { namespace: 'shop' },
      },
    },
  },
});

const list = (key: string, count: number, value = ''): unknown => ({
  list: { elements: Array.from({ length: count }, (_, index) => ({ [key]: `${value}${index}` })) },
});
const matrix = (...generators: readonly unknown[]): unknown => ({ matrix: { generators } });

function read(value: unknown): { applications: number; limits: readonly string[]; seconds: number } {
  const before = process.cpuUsage();
  const { graph, faults } = readGraph([source('set.json', value)]);
  const { user, system } = process.cpuUsage(before);
  expect(faults.all).toEqual([]);
  return {
    applications: graph.allApplications.length,
    limits: faults.limits,
    seconds: (user + system) / 1e6,
  };
}

const tooLarge =
  'set.json: ApplicationSet "apps" makes more Applications than can be followed, so none of them was.';

it.each<[string, unknown]>([
  [
    'a matrix of a matrix',
    set([matrix(matrix(list('a', 300), list('b', 300)), list('c', 300))], '{{a}}-{{b}}-{{c}}'),
  ],
  [
    'many matrices',
    set(
      Array.from({ length: 50 }, () => matrix(list('a', 30), list('b', 30))),
      '{{a}}-{{b}}',
    ),
  ],
  ['long texts in many places', set([list('a', 1000, 'a'.repeat(1000))], '{{a}}'.repeat(1000))],
  ['a long template', set([list('a', 3000)], `${'x'.repeat(100_000)}{{a}}`)],
])('what multiplies is told before it is made: %s', (_, value) => {
  const { applications, limits, seconds } = read(value);
  expect({ applications, limits }).toEqual({ applications: 0, limits: [tooLarge] });
  expect(seconds).toBeLessThan(3);
});

it.each<[string, unknown, number]>([
  ['a matrix', set([matrix(list('a', 20), list('b', 20))], '{{a}}-{{b}}'), 400],
  ['a list', set([list('a', 1000)], 'web-{{a}}'), 1000],
])('what is as large as people write it is followed: %s', (_, value, applications) => {
  expect(read(value)).toMatchObject({ applications, limits: [] });
});

it('an element of very many keys is no fault', () => {
  const keys = Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [`k${index}`, 'a']));
  expect(read(set([{ list: { elements: [{ ...keys, a: 'web' }] } }], '{{a}}'))).toMatchObject({
    applications: 1,
    limits: [],
  });
});
