import { namedArguments } from '../../kubernetes/kinds/analysis.js';
import { subsets } from '../../kubernetes/kinds/destination-rule.js';
import { managedRoutes, steps } from '../../kubernetes/kinds/rollout.js';
import { ports } from '../../kubernetes/kinds/service.js';
import { stepActions } from '../../kubernetes/kinds/steps.js';
import { routes, routeTitle } from '../../kubernetes/kinds/virtual-service.js';
import { containers, podTemplate } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Place } from '../../model/source.js';
import type { Graph } from '../../repository/graph/graph.js';
import { resourcesIn } from './at.js';

/** An object of a file, or a part of one. */
export interface DocumentSymbol {
  readonly kind: 'object' | 'step' | 'route' | 'container' | 'port' | 'argument' | 'metric' | 'subset';
  readonly name: string;
  /** Everything that belongs to it. */
  readonly place: Place;
  /** Its name. */
  readonly nameAt: Place;
  readonly children: readonly DocumentSymbol[];
}

/** The objects of a file, in their order, with their parts. */
export function symbolsOf(graph: Graph, path: string): readonly DocumentSymbol[] {
  return resourcesIn(graph, path).flatMap((resource) => {
    const { root, source, kind, name } = resource;
    if (root.start < 0 || !resource.isReadable) return [];
    const place = { source, start: root.start, end: root.end };
    const named = resource.at('metadata', 'name').place;
    // An alias may lead to a name elsewhere.
    const isInside = place.start <= named.start && named.end <= place.end;
    const nameAt = isInside ? named : { source, start: root.start, end: root.start };
    return [
      {
        kind: 'object' as const,
        name: [kind, name].join(' ').trim(),
        place,
        nameAt,
        children: symbolsOfParts(resource),
      },
    ];
  });
}

function symbolsOfParts(resource: Resource): readonly DocumentSymbol[] {
  const template = podTemplate(resource);
  return [
    ...steps(resource).map((step, index) => part('step', step, `${index}: ${actionsOf(step)}`)),
    ...managedRoutes(resource).map((name) => namedSymbol('route', name.parent ?? name)),
    ...(template ? containers(template) : []).map((one) => namedSymbol('container', one)),
    // An object may claim the name of what each object of JavaScript has.
    ...(Object.hasOwn(partsByKind, resource.kind) ? partsByKind[resource.kind]!(resource) : []),
  ];
}

const partsByKind: Readonly<Record<string, (resource: Resource) => readonly DocumentSymbol[]>> = {
  VirtualService: (one) =>
    routes(one).map(({ protocol, route }) => part('route', route, routeTitle(protocol, route))),
  DestinationRule: (one) => subsets(one).map((subset) => namedSymbol('subset', subset)),
  Service: (one) => ports(one).map((port) => namedSymbol('port', port)),
  AnalysisTemplate: partsOfTemplate,
  ClusterAnalysisTemplate: partsOfTemplate,
};

function partsOfTemplate(template: Resource): readonly DocumentSymbol[] {
  return [
    ...namedArguments(template.at('spec', 'args')).map((one) => namedSymbol('argument', one)),
    ...template.at('spec', 'metrics').items.map((one) => namedSymbol('metric', one)),
  ];
}

function namedSymbol(kind: DocumentSymbol['kind'], field: Field): DocumentSymbol {
  return part(kind, field, field.at('name').text ?? kind);
}

function part(kind: DocumentSymbol['kind'], field: Field, name: string): DocumentSymbol {
  const { source } = field.resource;
  const [start, end] = extentOf(field);
  return { kind, name, place: { source, start, end }, nameAt: { source, start, end: start }, children: [] };
}

/** The extent of the fields of an item. */
function extentOf(field: Field): readonly [start: number, end: number] {
  const leaves = [...placesIn(field)];
  const start = Math.min(...leaves.map((place) => place.start));
  return leaves.length === 0
    ? [field.place.start, field.place.end]
    : [start, Math.max(...leaves.map(({ end }) => end))];
}

function* placesIn(field: Field): Iterable<Place> {
  yield field.keyPlace;
  for (const entry of field.entries) {
    yield entry.keyPlace;
    yield entry.place;
  }
}

function actionsOf(step: Field): string {
  const actions = stepActions(step);
  return actions
    .map((action) => (action.shape === 'scalar' ? `${action.key} ${action.shown}` : String(action.key)))
    .join(', ');
}
