import { memoize } from '../../../model/memo.js';
import { judge, type CelRefusal } from '../../../kubernetes/cel/judge.js';
import { gatewayGroup } from '../../../kubernetes/kinds/gateway-defaults.js';
import { kinds } from '../../../kubernetes/objects/object.js';
import type { Graph } from '../../../repository/graph/graph.js';
import type { Resource } from '../../../model/resource.js';
import gateway from '../../../rollouts/routers/gateway-api.js';
import { rolloutsRoutedBy } from '../../../rollouts/routers/router.js';
import { looseSchemaFor, schemaFor } from '../../../kubernetes/schemas/load.js';
import type { Schema } from '../../../kubernetes/schemas/schema.js';
import { type SchemaProblem, validate } from '../../../kubernetes/schemas/validate.js';
import { type LocatedProblem, located, problemsIn } from './problems.js';

/** Refusals of a resource by the API server that no other schema rule reports. */
export interface Refused {
  readonly resource: Resource;
  readonly refusals: readonly CelRefusal[];
  /** Values that the CRD forbids; only for kinds of the Gateway API. */
  readonly problems: readonly SchemaProblem[];
}

const istioKinds = ['VirtualService', 'DestinationRule', 'Gateway', 'ServiceEntry'].map((kind) => ({
  group: 'networking.istio.io',
  kind,
}));
const gatewayKinds = ['Gateway', 'HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute'];

/**
 * Refusals of each Istio object, and of each Gateway API object if a Rollout uses any or comes with it. Yields every object,
 * even without refusals.
 */
export function* refusedIn(graph: Graph): Iterable<Refused> {
  for (const resource of graph.ofKinds(istioKinds)) yield ofIstio(graph, resource);
  for (const judged of gatewayApiProblems(graph)) yield ofGatewayApi(judged);
}

/**
 * The fields of routes that no release and no channel of the Gateway API has, if a Rollout uses any or comes with it. The two
 * known releases have all fields of routes of v0.8 to v1.7; fields of Gateways were removed in between.
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
  // The API server drops an unknown field.
  if (!schema || !resource.isReadable || !problems.every(isUnknown)) return nothing;
  return { resource, refusals: judge(schema, resource.at().value).refusals, problems: [] };
}

interface JudgedResource {
  readonly schema: Schema;
  readonly resource: Resource;
  readonly problems: readonly SchemaProblem[];
}

const gatewayApiProblems = memoize((graph: Graph): readonly JudgedResource[] => {
  // Rarely asked: it needs the documents of all Rollouts.
  let isRouter: boolean | undefined;
  const isUsed = () => (isRouter ??= rolloutsRoutedBy(gateway, graph.everyRollout).length > 0);
  return gatewayKinds
    .flatMap((kind) => graph.ofKind(kind, gatewayGroup))
    .filter((resource) => graph.hasCompanion(resource, kinds.rollout) || isUsed())
    .flatMap((resource) => {
      const schema = looseSchemaFor(resource.group, resource.kind);
      return schema && resource.isReadable
        ? [{ schema, resource, problems: validate(schema, resource.root) }]
        : [];
    });
});

function ofGatewayApi({ schema, resource, problems: all }: JudgedResource): Refused {
  const problems = all.filter((one) => !isUnknown(one));
  // The API server evaluates no rules for values of the wrong type.
  const refusals = problems.length > 0 ? [] : judge(schema, resource.at().value).refusals;
  return { resource, refusals, problems };
}

function isUnknown({ keyword }: SchemaProblem): boolean {
  return keyword === 'unknown';
}
