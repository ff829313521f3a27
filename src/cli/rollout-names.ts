import { readGraph } from '../repository/graph/read-graph.js';
import { discoverInputs, prepare, readSettings } from './inputs.js';
import { knownNames } from './choose-rollouts.js';
import type { Surroundings } from './surroundings.js';

/** The most names that a shell is offered. */
const mostRollouts = 1000;

/**
 * The names of the Rollouts of the working folder, for a shell. A shell evaluates what it is offered, and a checkout may
 * contain any text: so only names that the API server accepts are listed, which no shell reads as anything else.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names
 */
export function rolloutNames(around: Surroundings): readonly string[] {
  const settings = readSettings({}, ['.'], around);
  const inputs = prepare(discoverInputs(['.'], settings).sources, settings, ['.']);
  const { graph } = readGraph(inputs.sources, { graph: inputs.graph });
  const safe = knownNames({ graph }).filter((name) => /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/.test(name));
  return [...new Set(safe)].sort().slice(0, mostRollouts);
}
