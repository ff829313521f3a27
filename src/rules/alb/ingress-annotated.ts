import { isAtLeast } from '../../kubernetes/objects/version.js';
import { managedRoutes } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { isBefore } from '../../model/fixed-order.js';
import type { Resource } from '../../model/resource.js';
import alb, { ingresses } from '../../rollouts/routers/alb.js';
import { rolloutsRoutedBy } from '../../rollouts/routers/router.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'alb/ingress-annotated',
    description:
      'Require an Ingress with managed routes, or before Argo Rollouts 1.8 any, to have at least one annotation in Git.',
    why: 'The Rollouts controller panics in every pass over an Ingress without annotations: the update makes no progress and its status shows no reason. kubectl apply, Argo CD and Helm add an annotation; kubectl create, kubectl apply --server-side and Flux do not.',
    consequence: 'panic',
    severity: 'info',
    messages: {
      none: 'Ingress "{ingress}" has no annotations. Unless the tool that applies it adds one, the controller panics because Rollout "{rollout}" has managedRoutes; add any annotation, such as {annotation}.',
      weights:
        'Ingress "{ingress}" has no annotations. Unless the tool that applies it adds one, the controller panics because Argo Rollouts 1.7 cannot set the weights of Rollout "{rollout}" in it; add any annotation, such as {annotation}.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/alb/alb.go',
      'https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/ingress/annotations/',
    ],
  },

  *check({ graph, report }) {
    const found = new Map<Resource, RoutedIngress>();
    for (const rollout of rolloutsRoutedBy(alb, graph.rollouts)) {
      yield rollout;
      const [route] = managedRoutes(rollout);
      if (!route && isAtLeast(graph.rolloutsVersion, '1.8')) continue;
      for (const reference of ingresses(rollout)) {
        const ingress = graph.find(reference);
        if (!ingress) continue;
        const known = found.get(ingress);
        if (known && !isBefore(rollout, known.rollout)) continue;
        const annotations = ingress.at('metadata', 'annotations');
        if (annotations.entries.length > 0 || graph.isPatched(ingress, annotations.path)) continue;
        if (graph.placements(ingress).some(({ via }) => via.some(mayAnnotate))) continue;
        // Argo CD adds an annotation with the last applied configuration or the tracking id.
        if (graph.applications(ingress).length > 0) continue;
        found.set(ingress, { rollout, route: route?.lasting, from: reference.from.lasting });
      }
    }
    for (const [ingress, { rollout, route, from }] of found)
      report(
        ingress.at('metadata', 'annotations'),
        route ? 'none' : 'weights',
        {
          ingress: ingress.name,
          rollout: rollout.name,
          annotation: 'alb.ingress.kubernetes.io/target-type',
        },
        {
          related: route
            ? [{ at: route, message: 'the Rollout manages this route in it' }]
            : [{ at: from, message: 'the Rollout sets weights in it' }],
        },
      );
  },
});

/** The first Rollout that uses an Ingress, the route that it manages there, and the field that names the Ingress. */
interface RoutedIngress {
  readonly rollout: Resource;
  readonly route: Field | undefined;
  readonly from: Field;
}

/** Whether a kustomization adds annotations to its resources. */
function mayAnnotate({ resource }: { readonly resource: Resource }): boolean {
  return ['buildMetadata', 'commonAnnotations', 'transformers'].some((key) => resource.at(key).exists);
}
