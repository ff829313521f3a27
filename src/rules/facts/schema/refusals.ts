import { memoize } from '../../../model/memo.js';
import { judge, type Refusal } from '../../../kubernetes/cel/judge.js';
import { gatewayGroup } from '../../../kubernetes/kinds/gateway-defaults.js';
import type { Graph } from '../../../repository/graph/graph.js';
import type { Resource } from '../../../model/resource.js';
import gateway from '../../../rollouts/routers/gateway-api.js';
import { routedBy } from '../../../rollouts/routers/router.js';
import { looseSchemaFor, schemaFor } from '../../../kubernetes/schemas/load.js';
import type { Schema } from '../../../kubernetes/schemas/schema.js';
import { type SchemaProblem, validate } from '../../../kubernetes/schemas/validate.js';
import { type LocatedProblem, located, problemsIn } from './problems.js';

/** What the API server refuses of a resource besides what other rules of schemas tell. */
export interface Refused {
  readonly resource: Resource;
  readonly refusals: readonly Refusal[];
  /** Values that are not as the definition asks; told of kinds of the Gateway API alone. */
  readonly problems: readonly SchemaProblem[];
}

const istioKinds = ['VirtualService', 'DestinationRule', 'Gateway', 'ServiceEntry'].map((kind) => ({
  group: 'networking.istio.io',
  kind,
}));
const gatewayKinds = ['Gateway', 'HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute'];

/**
 * What the API server refuses of each object of Istio; and of those of the Gateway API, where a Rollout uses any. They come one
 * by one, also those of which it refuses nothing.
 */
export function* refusedIn(graph: Graph): Iterable<Refused> {
  for (const resource of graph.ofKinds(istioKinds)) yield ofIstio(graph, resource);
  for (const judged of gatewayApiProblems(graph)) yield ofGatewayApi(judged);
}

/**
 * The fields of routes that no release of the Gateway API has, in no channel, where a Rollout uses any: those of v0.8 to v1.7 have
 * no field of routes that the two that we know have not. Gateways have lost some in between.
 */
export function unknownInRoutes(graph: Graph): readonly LocatedProblem[] {
  return gatewayApiProblems(graph)
    .filter(({ resource }) => resource.kind !== 'Gateway')
    .flatMap(({ resource, problems }) => located(resource, problems.filter(isUnknown)));
}

function ofIstio(graph: Graph, resource: Resource): Refused {
  const schema = schemaFor(resource.group, resource.version, resource.kind);
  const nothing = { resource, refusals: [], problems: [] };
  const problems = problemsIn(graph, resource) ?? [];
  // A field that is not known is dropped.
  if (!schema || !resource.isReadable || !problems.every(isUnknown)) return nothing;
  return { resource, refusals: judge(schema, resource.at().value).refusals, problems: [] };
}

interface Judged {
  readonly schema: Schema;
  readonly resource: Resource;
  readonly problems: readonly SchemaProblem[];
}

const gatewayApiProblems = memoize((graph: Graph): readonly Judged[] => {
  if (routedBy(gateway, graph.rollouts).length === 0) return [];
  return gatewayKinds
    .flatMap((kind) => graph.ofKind(kind, gatewayGroup))
    .flatMap((resource) => {
      const schema = looseSchemaFor(resource.group, resource.kind);
      return schema && resource.isReadable
        ? [{ schema, resource, problems: validate(schema, resource.root) }]
        : [];
    });
});

function ofGatewayApi({ schema, resource, problems: all }: Judged): Refused {
  const problems = all.filter((one) => !isUnknown(one));
  // The API server asks no rules of what has not the right types.
  const refusals = problems.length > 0 ? [] : judge(schema, resource.at().value).refusals;
  return { resource, refusals, problems };
}

function isUnknown({ keyword }: SchemaProblem): boolean {
  return keyword === 'unknown';
}
