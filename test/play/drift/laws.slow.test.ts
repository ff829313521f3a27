import { describe, expect, it } from 'vitest';
import { systemSettings } from '../../../src/argocd/settings.js';
import type { KubeObject } from '../../../src/kubernetes/objects/object.js';
import { Argo, type IgnoreEntry } from '../../../src/play/drift/argo.js';
import { leaves, type Step } from '../../../src/play/drift/changes.js';
import { derivationsOf, type DerivedEntry } from '../../../src/play/drift/entries.js';
import { ownedBy } from '../../../src/play/drift/owned.js';
import { subjectsOf, targetAt, type Subject } from '../../../src/play/drift/subject.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { fromValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';
import { simulation, type Simulation } from '../../../src/play/simulate/simulate.js';
import { scenarios } from '../../conformance/scenarios/index.js';
import { textSource } from '../../support/sources.js';

interface Scenario {
  readonly name: string;
  readonly objects: readonly unknown[];
}

/** Each set of manifests once: many scenarios differ in what happens only. */
function manifests(): readonly Scenario[] {
  const all = Object.entries(scenarios).flatMap(([topic, list]) =>
    list.map(({ name, objects }) => ({ name: `${topic}: ${name}`, objects })),
  );
  return [...new Map(all.map((scenario) => [JSON.stringify(scenario.objects), scenario])).values()];
}

const strategies = {
  'three-way': {},
  'structured merge': { spec: { syncPolicy: { syncOptions: ['ServerSideApply=true'] } } },
  'server-side': {
    metadata: { annotations: { 'argocd.argoproj.io/compare-options': 'ServerSideDiff=true' } },
  },
};

function applicationWith(fields: object): Resource {
  const identity = {
    group: 'argoproj.io',
    version: 'v1alpha1',
    kind: 'Application',
    name: 'shop',
    namespace: undefined,
  };
  const root = fromValue({ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', ...fields });
  return new Resource(identity, textSource('application.yaml', ''), 0, { root });
}

const every = Number(process.env['DRIFT_EVERY'] ?? '20');

describe.each(Object.entries(strategies))('with the %s diff', (_, fields) => {
  it.each(manifests().filter((__, index) => index % every === 0))('$name', ({ objects }) => {
    const text = objects.map((object) => JSON.stringify(object)).join('\n---\n');
    const { graph } = readGraph([textSource('all.yaml', text)]);
    for (const rollout of graph.rollouts.slice(0, 1)) {
      const played = simulation(graph, rollout);
      const subjects = subjectsOf(graph, rollout, played);
      const argo = new Argo(applicationWith(fields), systemSettings());
      const entries = derivationsOf(argo, played.trace, subjects);
      for (const one of entries) check(one, argo, played);
      hidesNothing(argo, entries, subjects, played);
    }
  });
});

function momentsOf(
  subject: Subject,
  { trace }: Simulation,
): readonly { git: KubeObject; live: KubeObject }[] {
  return trace.frames.flatMap(({ objects }) => {
    const live = objects.get(subject.key);
    return live ? [{ git: targetAt(subject, live), live }] : [];
  });
}

function isQuiet(argo: Argo, subject: Subject, played: Simulation): boolean {
  return momentsOf(subject, played).every(
    ({ git, live }) => argo.compare(git, live).status !== 'out-of-sync',
  );
}

function check({ subject, entry, derivation }: DerivedEntry, argo: Argo, played: Simulation): void {
  const isNowQuiet = isQuiet(argo.with([entry]), subject, played);
  expect(isNowQuiet, 'the entry keeps all frames quiet, or there is a reason').toBe(derivation.isQuiet);
  if (!derivation.isQuiet) {
    expect(derivation.obstacles, subject.key).not.toEqual([]);
    return;
  }
  for (const field of ['jsonPointers', 'jqPathExpressions'] as const)
    for (const text of entry[field] ?? []) {
      const fewer: IgnoreEntry = {
        ...entry,
        [field]: (entry[field] ?? []).filter((other) => other !== text),
      };
      expect(isQuiet(argo.with([fewer]), subject, played), `${text} is needed`).toBe(false);
    }
}

/** A change of Git that the controller has no part in shows in spite of the entries. */
function hidesNothing(
  argo: Argo,
  entries: readonly DerivedEntry[],
  subjects: readonly Subject[],
  played: Simulation,
): void {
  for (const { subject, entry, derivation } of entries) {
    if (!derivation.isQuiet) continue;
    const moments = momentsOf(subject, played);
    const [first] = moments;
    if (!subjects.includes(subject) || !first) continue;
    const owned = ownedBy(moments);
    const judge = argo.with([entry]);
    for (const path of leaves(first.git)) {
      if (owned.owns(path) || ['apiVersion', 'kind', 'metadata', 'status'].includes(String(path[0])))
        continue;
      const changed = mutate(first.git, path) as KubeObject;
      const shown = judge.compare(changed, first.live);
      const before = judge.compare(first.git, first.live);
      expect(JSON.stringify(shown), `a change of ${path.join('.')} shows`).not.toBe(JSON.stringify(before));
    }
  }
}

function mutate(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (step === undefined) {
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'boolean') return !value;
    return typeof value === 'string' ? `${value}x` : 'x';
  }
  if (Array.isArray(value)) return value.with(step as number, mutate(value[step as number], rest));
  const map = value as Record<string, unknown>;
  return { ...map, [step]: mutate(map[step], rest) };
}
