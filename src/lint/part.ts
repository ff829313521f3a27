import type { ObjectKind } from '../cluster/object.js';
import type { Graph } from '../graph/graph.js';
import type { Resource } from '../model/resource.js';
import { folderOf } from '../model/source.js';
import type { Rule } from '../rules/rule.js';

/** One of several runs that share a work; the first is 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** What one of them does: each knows the whole graph, and no two of them ask a rule the same. */
export interface Part {
  /** The Rollouts that it judges, by their place among those of the graph, ascending. */
  readonly rollouts: readonly number[];
  /** The names of the rules that it lets go through the graph. */
  readonly rules: readonly string[];
}

/**
 * The parts of a work, of about the same cost. They depend on nothing but the graph and the rules, so runs that know nothing of
 * each other agree on them.
 */
export function partsOf(graph: Graph, rules: readonly Rule[], count: number): readonly Part[] {
  const parts = Array.from({ length: count }, () => ({
    rollouts: [] as number[],
    rules: [] as string[],
    cost: 0,
  }));
  const checks = rules.flatMap(({ meta, check }) => (check ? [meta.name] : []));
  const cost = costsIn(graph);
  const share = (checks.reduce((sum, name) => sum + cost(name), 0) + graph.rollouts.length) / count;
  // Neighbours ask for the same documents, so they stay together as far as a share goes.
  let at = 0;
  for (const name of checks) {
    const its = cost(name);
    if (at < count - 1 && parts[at]!.cost + its / 2 > share) at += 1;
    parts[at]!.rules.push(name);
    parts[at]!.cost += its;
  }
  for (const group of groupsOf(graph.rollouts, count)) {
    const least = parts.reduce((best, part) => (part.cost < best.cost ? part : best));
    least.rollouts.push(...group);
    least.cost += group.length;
  }
  return parts;
}

/** Consecutive Rollouts of one folder, which have the most in common, in groups that are small beside a part. */
function groupsOf(rollouts: readonly Resource[], count: number): readonly number[][] {
  const most = Math.ceil(rollouts.length / (count * 16));
  const groups: number[][] = [];
  let folder: string | undefined;
  for (const [index, { source }] of rollouts.entries()) {
    const own = folderOf(source);
    const last = groups.at(-1);
    if (last && own === folder && last.length < most) last.push(index);
    else groups.push([index]);
    folder = own;
  }
  return groups;
}

/** What the rules of an area go through. */
const objectsOf: Readonly<Record<string, readonly ObjectKind[]>> = {
  alb: [{ group: 'networking.k8s.io', kind: 'Ingress' }],
  argocd: [
    { group: 'argoproj.io', kind: 'Application' },
    { group: 'argoproj.io', kind: 'ApplicationSet' },
  ],
  gateway: ['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute'].map((kind) => ({
    group: 'gateway.networking.k8s.io',
    kind,
  })),
  istio: ['VirtualService', 'DestinationRule'].map((kind) => ({ group: 'networking.istio.io', kind })),
  k8s: [
    { group: '', kind: 'Service' },
    { group: 'autoscaling', kind: 'HorizontalPodAutoscaler' },
    { group: 'policy', kind: 'PodDisruptionBudget' },
    { group: 'networking.k8s.io', kind: 'Ingress' },
  ],
  kustomize: [{ group: 'kustomize.config.k8s.io', kind: 'Kustomization' }],
};

/**
 * What it costs to let a rule go through the graph, where to judge a Rollout by all rules costs 1. It is a guess from how many
 * objects there are; `npm run bench` measures how well shards are balanced by it.
 */
function costsIn(graph: Graph): (rule: string) => number {
  const byArea = new Map<string, number>();
  return (rule) => {
    const area = rule.slice(0, rule.indexOf('/'));
    let objects = byArea.get(area);
    if (objects === undefined) {
      const kinds = objectsOf[area];
      const counts = kinds?.map(({ group, kind }) => graph.ofKind(kind, group).length);
      // Rules of schemas look at each object, most of them for a word.
      objects =
        area === 'schema'
          ? graph.resources.length / 8
          : (counts ?? [graph.rollouts.length]).reduce((sum, length) => sum + length, 0);
      byArea.set(area, objects);
    }
    return objects / 80;
  };
}
