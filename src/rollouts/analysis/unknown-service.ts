import { services } from '../../kubernetes/kinds/rollout.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { Resource } from '../../model/resource.js';
import type { Selected } from './promql/query.js';
import { selectedBy } from './promql/query.js';
import type { QueryOf } from './query-of.js';
import { withArguments } from './with-arguments.js';

/** A name that a query of metrics of Istio takes for that of the called Service, and the canary Service of the Rollout. */
export interface UnknownService {
  readonly name: string;
  readonly canary: Resource;
}

/**
 * The name of a Service by which a query of metrics of Istio selects requests, although no such Service is deployed with the Rollout, which
 * has a canary Service of another name. Undefined if that is not known. Istio names Services of Kubernetes by their hosts alone.
 * https://istio.io/latest/docs/reference/config/metrics/#labels
 */
export function unknownService(query: string, of: QueryOf): UnknownService | undefined {
  if (!/\bistio_\w+/.test(query) || !/destination_service/.test(query)) return undefined;
  const { graph, rollout } = of;
  const own = services(rollout).find(({ role }) => role === 'canary' || role === 'preview');
  const canary = own && graph.find(own);
  if (!own || !canary) return undefined;
  const selected = selectedBy(query) ?? [];
  if (selected.some(({ label, value }) => label === undefined && !value.startsWith('istio_')))
    return undefined;
  for (const one of selected) {
    const name = serviceNamed(one, of);
    if (name === undefined) continue;
    const isThere = graph.withManifestName({ ...kinds.service, name }).length > 0;
    if (!isThere && graph.isAbsent({ from: own.from, to: { ...kinds.service, name } }))
      return { name, canary };
  }
  return undefined;
}

/** The name of a Service in a matcher: alone, or in the name of a host in a cluster, whose namespace may be an argument. */
function serviceNamed(
  { label, operator, value }: Selected,
  { analysis, template }: QueryOf,
): string | undefined {
  if (label === undefined || operator?.startsWith('=') !== true) return undefined;
  const text = withArguments(value, analysis, template).replace(/^["'`]\^?|\$?["'`]$/g, '');
  if (label === 'destination_service_name') return /^[a-z][a-z\d-]*$/.test(text) ? text : undefined;
  if (label !== 'destination_service') return undefined;
  const [, name] =
    /^([a-z][a-z\d-]*)\\{0,2}\.(?:[a-z\d-]+|\{\{[^{}]+\}\})\\{0,2}\.svc\\{0,2}\.cluster\\{0,2}\.local$/.exec(
      text,
    ) ?? [];
  return name;
}
