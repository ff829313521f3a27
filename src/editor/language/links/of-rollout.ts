import { analyses, namedArguments } from '../../../kubernetes/kinds/analysis.js';
import { subsets } from '../../../kubernetes/kinds/destination-rule.js';
import { managedRoutes, services, steps, workloadRef } from '../../../kubernetes/kinds/rollout.js';
import { routesNamed } from '../../../kubernetes/kinds/steps.js';
import { routes } from '../../../kubernetes/kinds/virtual-service.js';
import type { Reference } from '../../../model/reference.js';
import type { Resource } from '../../../model/resource.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { actionService } from '../../../rollouts/routers/alb.js';
import { routers } from '../../../rollouts/routers/index.js';
import {
  additionalSubsets,
  destinationRule,
  selectedRoutes,
  virtualServices,
} from '../../../rollouts/routers/istio.js';
import { otherReferences } from '../../../rollouts/routers/others.js';
import { templatesOf } from '../../../rules/facts/rollout/templates-of.js';
import { type Link, objectLink, partLink } from './link.js';

/** The names that a Rollout writes, except those in its pod template. */
export function linksOfRollout(graph: Graph, rollout: Resource): readonly Link[] {
  return [
    ...objectLinks(graph, rollout),
    ...routeLinks(graph, rollout),
    ...subsetsOf(graph, rollout),
    ...managedRoutesOf(rollout),
    ...argumentsOf(graph, rollout),
  ];
}

function objectLinks(graph: Graph, rollout: Resource): readonly Link[] {
  const workload = workloadRef(rollout);
  const root = actionService(rollout);
  const references: Reference[] = [
    ...(workload ? [workload] : []),
    ...services(rollout),
    ...routers.flatMap((router) => router.references(rollout, graph.rolloutsVersion)),
    ...otherReferences(rollout),
    ...analyses(rollout).flatMap(({ templates }) => templates),
    ...(root.key === 'rootService' && root.text !== undefined
      ? [{ from: root, to: { group: '', kind: 'Service', name: root.text } }]
      : []),
  ];
  return references.map((reference) => objectLink(graph, reference));
}

/** The routes of VirtualServices; those of TLS and TCP are selected by port, not by name. */
function routeLinks(graph: Graph, rollout: Resource): readonly Link[] {
  const version = graph.rolloutsVersion;
  return virtualServices(rollout, version).flatMap((reference) =>
    graph.resolve(reference).found.flatMap((virtualService) => {
      const named = routes(virtualService).flatMap(({ protocol, route }) =>
        protocol === 'http' ? [route.at('name')] : [],
      );
      return selectedRoutes(reference, virtualService, version).flatMap(({ protocol, by }) =>
        protocol === 'http' && by ? [partLink('route', by, named)] : [],
      );
    }),
  );
}

function subsetsOf(graph: Graph, rollout: Resource): readonly Link[] {
  const reference = destinationRule(rollout);
  if (!reference) return [];
  const names = graph
    .resolve(reference)
    .found.flatMap(subsets)
    .map((subset) => subset.at('name'));
  return [reference.canarySubset, reference.stableSubset, ...additionalSubsets(rollout)].map((from) =>
    partLink('subset', from, names),
  );
}

function managedRoutesOf(rollout: Resource): readonly Link[] {
  const declared = managedRoutes(rollout);
  return steps(rollout)
    .flatMap(routesNamed)
    .map((route) => partLink('managed route', route.at('name'), declared));
}

function argumentsOf(graph: Graph, rollout: Resource): readonly Link[] {
  return analyses(rollout).flatMap(({ args, templates }) => {
    if (args.items.length === 0) return [];
    const declared = templatesOf(graph, templates).found.flatMap((template) =>
      namedArguments(template.at('spec', 'args')),
    );
    const names = declared.map((argument) => argument.at('name'));
    return namedArguments(args).map((argument) => partLink('argument', argument.at('name'), names));
  });
}
