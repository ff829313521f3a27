import { canary } from '../../kubernetes/kinds/rollout.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { QueryOf } from './query-of.js';
import { withArguments } from './with-arguments.js';
import { selectedBy } from './promql/query.js';

/** A version that a query selects and that pods of the canary do not have. */
export interface StrayVersion {
  readonly value: string;
  /** The version of these pods; undefined if they have none. */
  readonly own: string | undefined;
}

/**
 * A version that a query of Istio's metrics selects and that no pod of the canary has. Istio takes `destination_version` from the label
 * `version` of a pod, unlike metrics of programs, which may have a label of that name of their own. Undefined where that is not known.
 * https://istio.io/latest/docs/reference/config/metrics/
 */
export function strayVersion(
  query: string,
  { graph, rollout, analysis, template }: QueryOf,
): StrayVersion | undefined {
  if (!query.includes('destination_version')) return undefined;
  const selected = selectedBy(query) ?? [];
  const names = selected.filter(({ label }) => label === undefined);
  if (names.length === 0 || !names.every(({ value }) => value.startsWith('istio_'))) return undefined;
  const versions = selected.filter(({ label }) => label === 'destination_version');
  const [first, ...others] = versions.map(({ operator, value }) =>
    operator === '=' ? literalIn(withArguments(value, analysis, template)) : undefined,
  );
  if (first === undefined || others.some((other) => other !== first)) return undefined;
  const labels = {
    ...graph.labels(rollout),
    ...canary(rollout).at('canaryMetadata', 'labels').strings,
  };
  // Releases of Istio differ in what else they take for a version.
  if (Object.keys(labels).length === 0 || otherLabels.some((label) => labels[label] !== undefined))
    return undefined;
  const own = labels['version'];
  return own === first || (own !== undefined && isPlaceholder(own)) ? undefined : { value: first, own };
}

const otherLabels = ['app.kubernetes.io/version', 'service.istio.io/canonical-revision'];

function literalIn(value: string): string | undefined {
  return /^["'`]([\w.-]+)["'`]$/.exec(value)?.[1];
}
