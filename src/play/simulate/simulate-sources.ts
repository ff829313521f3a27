import { readGraph, type ReadOptions } from '../../repository/graph/read-graph.js';
import type { Fault } from '../../model/fault.js';
import type { Finding } from '../../model/finding.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import { simulate, type SimulateOptions } from './simulate.js';
import type { Trace } from './trace.js';

export interface SimulateSourcesOptions extends SimulateOptions {
  /** The Rollouts that are meant; all without it. */
  readonly only?: (rollout: Resource) => boolean;
  readonly graph?: ReadOptions['graph'];
}

export interface SimulateResult {
  /** One for each Rollout that can be read, in the order of the sources. */
  readonly traces: readonly Trace[];
  /** What is wrong with the YAML of the Rollouts and of what they name. */
  readonly problems: readonly Finding[];
  /** Files that were not read because they are unrendered Helm templates. */
  readonly templates: readonly Source[];
  /** Sources whose text could not be had, with what was thrown. */
  readonly unreadable: readonly { readonly source: Source; readonly error: unknown }[];
  /** Rollouts that the simulator itself failed on; they have no trace. */
  readonly faults: readonly Fault[];
}

/**
 * Plays the first deployment and one update of each Rollout in some manifests, as the Rollouts controller does it, and
 * what an abort, a rollback or a lost canary would lead to. All sources are taken together: give it the Rollout and what
 * it names. What a controller or the API server would refuse is in the trace; nothing is thrown for what a source holds.
 *
 * ```ts
 * const { traces } = simulate([{ path: 'shop.yaml', name: 'shop.yaml', read: () => text }], { branches: false });
 * for (const { title, weight, objects } of traces[0]?.frames ?? []) console.log(title, weight, [...objects.keys()]);
 * ```
 */
export function simulateSources(
  sources: Iterable<Source>,
  { only = () => true, graph: graphOptions, ...options }: SimulateSourcesOptions = {},
): SimulateResult {
  const read = readGraph(sources, { graph: graphOptions });
  const { graph, templates, unreadable, faults } = read;
  const traces = graph.rollouts
    .filter((rollout) => rollout.isReadable && only(rollout))
    .flatMap((rollout) => faults.contain('simulate', rollout, () => simulate(graph, rollout, options)) ?? []);
  read.examine();
  return { traces, problems: read.problems, templates, unreadable, faults: faults.all };
}
