import { readGraph, type ReadOptions } from '../../repository/graph/read-graph.js';
import type { Fault } from '../../model/fault.js';
import type { Finding } from '../../model/finding.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import { simulate, type SimulateOptions } from './simulate.js';
import type { Trace } from './trace.js';

export interface SimulateSourcesOptions extends SimulateOptions {
  /** The Rollouts to simulate; by default all. */
  readonly only?: (rollout: Resource) => boolean;
  readonly graph?: ReadOptions['graph'];
}

export interface SimulateResult {
  /** One for each readable Rollout, in the order of the sources. */
  readonly traces: readonly Trace[];
  /** YAML problems in the Rollouts and the objects they name. */
  readonly problems: readonly Finding[];
  /** Files that were not read because they are unrendered Helm templates. */
  readonly templates: readonly Source[];
  /** Sources that could not be read, with the error. */
  readonly unreadable: readonly { readonly source: Source; readonly error: unknown }[];
  /** Rollouts that the simulator itself failed on; they have no trace. */
  readonly faults: readonly Fault[];
}

/**
 * Simulates the first deployment and one update of each Rollout in some manifests, as the Rollouts controller does it, and the
 * effects of an abort, a rollback or a lost canary. All sources are taken together: pass the Rollout and everything it names.
 * Refusals by the controller or the API server are part of the trace; the content of a source never makes it throw.
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
