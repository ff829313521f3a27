import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { driftOf } from '../../src/play/drift/drift.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import type { Graph } from '../../src/repository/graph/graph.js';
import { deployedOf } from '../../src/rules/facts/argocd/deployed.js';
import { argoOf, momentsOf } from '../../src/rules/facts/argocd/moments.js';
import { type File, type Random, randomFrom } from '../support/random-repository.js';
import { randomServices } from '../support/random-services.js';
import { textSource } from '../support/sources.js';

interface Entry {
  jqPathExpressions?: string[];
  jsonPointers?: string[];
}
interface Spec {
  ignoreDifferences?: Entry[];
  syncPolicy?: { syncOptions?: string[] };
}

/** A change of what an Application ignores or how it syncs. */
const variants: Readonly<Record<string, (spec: Spec, random: Random) => void>> = {
  'as written': () => {},
  'ignores nothing': (spec) => {
    delete spec.ignoreDifferences;
  },
  'lacks an expression': ({ ignoreDifferences = [] }, random) => {
    const lists = listsIn(ignoreDifferences);
    if (lists.length > 0) dropOne(random.pick(lists), random);
  },
  'selects the first of a list': ({ ignoreDifferences = [] }) => {
    for (const list of listsIn(ignoreDifferences))
      for (const [at, text] of list.entries()) list[at] = text.replace(/\[\]\??/, '[0]');
  },
  'applies on the server': (spec) => {
    spec.syncPolicy = {
      ...spec.syncPolicy,
      syncOptions: [...(spec.syncPolicy?.syncOptions ?? []), 'ServerSideApply=true'],
    };
  },
};

const listsIn = (entries: readonly Entry[]): string[][] =>
  entries
    .flatMap(({ jqPathExpressions = [], jsonPointers = [] }) => [jqPathExpressions, jsonPointers])
    .filter((list) => list.length > 0);

function dropOne(list: string[], random: Random): void {
  list.splice(random.below(list.length), 1);
}

function varied({ path, text }: File, change: (spec: Spec, random: Random) => void, random: Random): File {
  if (!text.includes('kind: Application')) return { path, text };
  const application = parseDocument(text).toJS() as { spec: Spec };
  change(application.spec, random);
  return { path, text: JSON.stringify(application) };
}

/**
 * Rules judge what Argo CD sees by a few moments that they compute without a simulation, drift by the frames of one: by both, the same
 * objects of a Rollout are OutOfSync at some time, or none.
 */
export function moments(count: number, seed = 20_261_128): void {
  describe("the moments of rules and drift's frames", () => {
    it(`agree on what is OutOfSync: ${count} systems`, { timeout: 60_000 + count * 6_000 }, () => {
      const random = randomFrom(seed);
      // Most differences come from an expression that is missing.
      const names = [...Object.keys(variants), 'lacks an expression', 'lacks an expression'];
      const seen = { compared: 0, outOfSync: 0 };
      const wrong = randomServices(count, seed).flatMap(({ service, files }, index) => {
        const name = names[index % names.length]!;
        const all = files.map((file) => varied(file, variants[name]!, random));
        const { graph } = readGraph(all.map((file) => textSource(`/repository/${file.path}`, file.text)));
        return disagreements(graph, seen).map(
          (told) => `${index} (${service.router}, ${service.strategy}, ${name}): ${told}`,
        );
      });
      expect(wrong).toEqual([]);
      // Without systems of both kinds, the law holds by itself.
      expect(seen.outOfSync).toBeGreaterThan(count / 5);
      expect(seen.compared - seen.outOfSync).toBeGreaterThan(count / 5);
    });
  });
}

function disagreements(graph: Graph, seen: { compared: number; outOfSync: number }): readonly string[] {
  const { drifts } = driftOf(graph, graph.rollouts, { branches: false });
  return graph.rollouts.flatMap((rollout) =>
    deployedOf(graph, rollout).flatMap((deployed) => {
      const { resource, application } = deployed;
      const verdicts = drifts
        .filter(({ deployer }) => deployer.application === application)
        .flatMap(({ objects }) => objects.filter(({ subject }) => subject.resource === resource))
        .flatMap((object) => [...object.verdicts.values()]);
      const byDrift = verdicts.some(({ status }) => status === 'out-of-sync');
      const argo = argoOf(graph, application);
      const found = momentsOf(graph, deployed).map(({ when, git, live }) => ({
        when,
        ...argo.compare(git, live),
      }));
      const byRules = found.some(({ status }) => status === 'out-of-sync');
      seen.compared += 1;
      if (byDrift) seen.outOfSync += 1;
      if (byDrift === byRules && verdicts.length > 0) return [];
      const told = found.map(({ when, status }) => `${status} ${when}`).join(', ');
      return `${resource.kind} "${resource.name}" is ${byDrift ? 'out of sync' : 'synced'} in ${verdicts.length} frames, and ${told} by moments`;
    }),
  );
}
