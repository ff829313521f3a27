import { isApplication } from '../../../kubernetes/kinds/application.js';
import { autoscalerKinds, scaleTarget } from '../../../kubernetes/kinds/autoscaler.js';
import { gatewayGroup, isRouteKind } from '../../../kubernetes/kinds/gateway-defaults.js';
import { openShiftRoute } from '../../../kubernetes/kinds/openshift-route.js';
import { podSelectors } from '../../../kubernetes/kinds/pod-selectors.js';
import { rbacGroup, roleRef } from '../../../kubernetes/kinds/rbac.js';
import { isRollout } from '../../../kubernetes/kinds/rollout.js';
import { istioGroup } from '../../../kubernetes/kinds/virtual-service.js';
import { workloadKinds } from '../../../kubernetes/kinds/workload.js';
import type { Field } from '../../../model/field.js';
import type { Reference } from '../../../model/reference.js';
import type { Resource } from '../../../model/resource.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { isKustomization } from '../../../repository/graph/kustomization.js';
import { type Link, objectLink } from './link.js';
import { linksOfConfigMap } from './of-entries.js';
import { linksOfApplication, linksOfKustomization, linksToProjects } from './of-files.js';
import { linksOfDestinationRule, linksOfGateway, linksOfVirtualService } from './of-mesh.js';
import { linksOfPatch } from './of-patch.js';
import { linksOfService, linksOfWorkload, selectorLinks } from './of-pods.js';
import { linksOfRollout } from './of-rollout.js';
import { linksOfIngress, linksOfOpenShiftRoute, linksOfRoute } from './of-routes.js';
import { linksOfExperiment, linksOfTemplate } from './of-template.js';

/**
 * The names that an object writes and that lead to other objects or parts of them. Where each leads is only resolved when asked
 * for, by the functions that rules use.
 */
export function linksOf(graph: Graph, resource: Resource): readonly Link[] {
  if (!resource.isReadable) return [];
  return [...linksOfKind(graph, resource), ...linksOfPods(graph, resource), ...linksOfPatch(graph, resource)];
}

function linksOfPods(graph: Graph, resource: Resource): readonly Link[] {
  const { group, kind } = resource;
  return workloadKinds.some((one) => one.group === group && one.kind === kind)
    ? linksOfWorkload(graph, resource)
    : [];
}

type OfKind = (graph: Graph, resource: Resource) => readonly Link[];

const byKind: Readonly<Record<string, OfKind>> = {
  'argoproj.io/AnalysisTemplate': linksOfTemplate,
  'argoproj.io/ApplicationSet': linksToProjects,
  'argoproj.io/ClusterAnalysisTemplate': linksOfTemplate,
  'argoproj.io/Experiment': linksOfExperiment,
  [`${istioGroup}/VirtualService`]: linksOfVirtualService,
  [`${istioGroup}/DestinationRule`]: linksOfDestinationRule,
  [`${istioGroup}/Gateway`]: linksOfGateway,
  'networking.k8s.io/Ingress': linksOfIngress,
  [`${openShiftRoute.group}/${openShiftRoute.kind}`]: linksOfOpenShiftRoute,
  '/ConfigMap': linksOfConfigMap,
  '/Service': linksOfService,
  '/Endpoints': (graph, endpoints) => servedLink(graph, endpoints.at('metadata', 'name')),
  'discovery.k8s.io/EndpointSlice': (graph, slice) =>
    servedLink(graph, slice.at('metadata', 'labels', 'kubernetes.io/service-name')),
};

/** The Service without a selector that addresses written by hand are of. */
function servedLink(graph: Graph, from: Field): readonly Link[] {
  return from.text === undefined
    ? []
    : linkOf(graph, { from, to: { group: '', kind: 'Service', name: from.text } });
}

function linksOfKind(graph: Graph, resource: Resource): readonly Link[] {
  const { group, kind } = resource;
  if (isRollout(resource)) return linksOfRollout(graph, resource);
  if (isApplication(resource)) return linksOfApplication(graph, resource);
  if (isKustomization(resource)) return linksOfKustomization(graph, resource);
  if (group === gatewayGroup && isRouteKind(kind)) return linksOfRoute(graph, resource);
  if (group === rbacGroup) return linkOf(graph, roleRef(resource));
  if (autoscalerKinds.some((one) => one.group === group && one.kind === kind))
    return linkOf(graph, scaleTarget(resource));
  return (
    byKind[`${group}/${kind}`]?.(graph, resource) ??
    podSelectors(resource).flatMap(({ selector }) => selectorLinks(graph, resource, selector))
  );
}

function linkOf(graph: Graph, reference: Reference | undefined): readonly Link[] {
  return reference ? [objectLink(graph, reference)] : [];
}
