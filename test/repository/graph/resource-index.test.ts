import { describe, expect, it, vi } from 'vitest';
import { kinds } from '../../../src/kubernetes/objects/object.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { ResourceIndex } from '../../../src/repository/graph/resource-index.js';
import { Workloads } from '../../../src/repository/graph/workloads.js';
import { textSource } from '../../support/sources.js';

const rollout = (name: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: ${name}}
spec: {selector: {matchLabels: {app: ${name}}}, template: {metadata: {labels: {app: ${name}, team: all}}}}
`;
const service = (name: string): string => `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\n`;

/** As many systems in one folder, and two with one name. */
const graphOf = (systems: number) =>
  readGraph(
    Array.from({ length: systems }, (_, index) =>
      textSource(`/all/${index}.yaml`, `${rollout(`app-${index >> 1}`)}---\n${service(`app-${index >> 1}`)}`),
    ),
  ).graph;

describe('objects of one folder', () => {
  it.each([4, 100])('are found by kind and name among %s systems', (systems) => {
    const { resources } = graphOf(systems);
    const index = new ResourceIndex(resources);
    const [one, other, ...rest] = index.ofName(kinds.rollout, 'app-1');
    expect([one, other].map((resource) => [resource?.kind, resource?.name])).toEqual([
      ['Rollout', 'app-1'],
      ['Rollout', 'app-1'],
    ]);
    expect(rest).toEqual([]);
    expect(index.ofName(kinds.rollout, 'app')).toEqual([]);
    expect(index.ofName({ group: '', kind: 'Rollout' }, 'app-1')).toEqual([]);
  });

  it('are companions of others, never of themselves', () => {
    const graph = graphOf(4);
    const [first] = graph.rollouts;
    if (!first) throw new Error('There is no Rollout.');
    const namesake = graph.companionNamed(first, kinds.rollout, first.name);
    expect([namesake?.name, namesake === first]).toEqual([first.name, false]);
    expect(graph.companionNamed(first, kinds.rollout, 'web')).toBeUndefined();
  });

  it('are listed once, however many selectors ask for workloads', () => {
    const index = new ResourceIndex(graphOf(100).resources);
    const list = vi.spyOn(index, 'ofKind');
    const workloads = new Workloads(() => undefined);
    expect(workloads.selected(index, { app: 'app-1' })).toHaveLength(2);
    const calls = list.mock.calls.length;
    expect(calls).toBeGreaterThan(0);
    expect(workloads.selected(index, { app: 'app-2', team: 'all' })).toHaveLength(2);
    expect(list.mock.calls.length).toBe(calls);
  });
});
