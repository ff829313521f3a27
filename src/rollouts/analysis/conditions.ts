import { defaultArguments } from '../../kubernetes/kinds/analysis.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import { memoizeRecent } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { Condition } from './expression/condition.js';
import type { TemplateMetric } from './metrics.js';

const argument = /\{\{\s*args\.([\w-]+)\s*\}\}/g;

/** Values that stand for an argument whose value is not known: texts that people put into conditions. */
const standIns = ['1', 'x', '"x"'];

/** Most services have the same conditions, so each is parsed once. */
const known = new Map<RolloutsVersion, (text: string) => Condition>();

function conditionIn(version: RolloutsVersion): (text: string) => Condition {
  let read = known.get(version);
  if (!read) known.set(version, (read = memoizeRecent(64, (text) => new Condition(text, version))));
  return read;
}

/**
 * The conditions that a string can become once arguments are put into it: one, or some examples where the template does not give a value
 * to each argument.
 */
export function conditionsOf(
  text: string,
  { template }: Pick<TemplateMetric, 'template'>,
  graph: Graph,
): readonly Condition[] {
  const version = graph.rolloutsVersion;
  if (!text.includes('{{')) return [conditionIn(version)(text)];
  const values = defaultArguments(template);
  // A Rollout can give another value, so the template's own is an example.
  const known = text.replaceAll(argument, (hole, name: string) => values.get(name) ?? hole);
  const examples = standIns.map((value) => text.replaceAll(/\{\{[^{}]*\}\}/g, value));
  return [...new Set([...(known.includes('{{') ? [] : [known]), ...examples])].map(conditionIn(version));
}
