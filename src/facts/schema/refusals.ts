import { judge, type Refusal } from '../../cel/judge.js';
import { gatewayGroup } from '../../cluster/gateway-defaults.js';
import type { Graph } from '../../graph/graph.js';
import type { Resource } from '../../model/resource.js';
import gateway from '../../routers/gateway-api.js';
import { routedBy } from '../../routers/router.js';
import { looseSchemaFor, schemaFor } from '../../schemas/load.js';
import { type SchemaProblem, validate } from '../../schemas/validate.js';

/** What the API server refuses of a resource besides what other rules of schemas tell. */
export interface Refused {
  readonly resource: Resource;
  readonly refusals: readonly Refusal[];
  /** Values that are not as the definition asks; told of kinds of the Gateway API alone. */
  readonly problems: readonly SchemaProblem[];
}

const istioKinds = ['VirtualService', 'DestinationRule', 'Gateway', 'ServiceEntry'];
const gatewayKinds = ['Gateway', 'HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute'];

/** What the API server refuses of the objects of Istio; and of those of the Gateway API, where a Rollout uses any. */
export function refusedIn(graph: Graph): readonly Refused[] {
  const routes = routedBy(gateway, graph.rollouts).length > 0 ? gatewayKinds : [];
  return [
    ...istioKinds.flatMap((kind) => graph.ofKind(kind, 'networking.istio.io')).map(ofIstio),
    ...routes.flatMap((kind) => graph.ofKind(kind, gatewayGroup)).map(ofGatewayApi),
  ].filter(({ refusals, problems }) => refusals.length + problems.length > 0);
}

function ofIstio(resource: Resource): Refused {
  const schema = schemaFor(resource.group, resource.version, resource.kind);
  const nothing = { resource, refusals: [], problems: [] };
  if (!schema || !resource.isReadable || wrongIn(schema, resource).length > 0) return nothing;
  return { resource, refusals: judge(schema, resource.at().value).refusals, problems: [] };
}

function ofGatewayApi(resource: Resource): Refused {
  const schema = looseSchemaFor(resource.group, resource.kind);
  if (!schema || !resource.isReadable) return { resource, refusals: [], problems: [] };
  const problems = wrongIn(schema, resource);
  // The API server asks no rules of what has not the right types.
  const refusals = problems.length > 0 ? [] : judge(schema, resource.at().value).refusals;
  return { resource, refusals, problems };
}

/** What is wrong with the values; a field that is not known is dropped. */
function wrongIn(schema: Parameters<typeof validate>[0], resource: Resource): readonly SchemaProblem[] {
  return validate(schema, resource.root).filter(({ keyword }) => keyword !== 'unknown');
}
