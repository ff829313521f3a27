import { argoOf } from '../facts/argocd/moments.js';
import type { Graph } from '../../repository/graph/graph.js';
import { annotation } from '../../kubernetes/kinds/ingress.js';
import { managedRoutes } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import alb, {
  actionAnnotation,
  actionService,
  conditionAnnotation,
  ingresses,
  managedAnnotation,
} from '../../rollouts/routers/alb.js';
import { removalOf } from '../fixes.js';
import { isSettled } from '../../play/drift/settled.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'alb/action-not-authored',
    description: 'Require Git to omit the annotations that the controller writes into an Ingress.',
    why: 'The value that the controller writes differs from Git, so the Ingress is always OutOfSync and each sync resets the weights in the middle of an update. An annotation that is not in Git does not count as a difference.',
    consequence: 'drift',
    severity: 'error',
    fixes: ['safe'],
    messages: {
      action:
        'Annotation "{annotation}" is set in Git, but the controller writes it with the weights of Rollout "{rollout}"; remove it from Git.',
      route:
        'Annotation "{annotation}" is set in Git, but the controller adds and removes it for route "{route}" of Rollout "{rollout}"; remove it from Git.',
      record:
        'Annotation "{annotation}" is set in Git, but the controller keeps its own record in it; remove it from Git.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/#usage',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/alb/alb.go',
    ],
  },

  router: alb,

  checkRollout(rollout, { graph, report }) {
    const service = actionService(rollout);
    for (const reference of ingresses(rollout)) {
      const ingress = graph.find(reference);
      if (!ingress) continue;
      const isAuthored = (field: Field): boolean => field.exists && !isIgnored(graph, field);

      const action = annotation(ingress, actionAnnotation(rollout, service.text ?? ''));
      if (service.text !== undefined && isAuthored(action))
        report(
          action,
          'action',
          { annotation: String(action.key), rollout: rollout.name },
          {
            atKey: true,
            related: [{ at: service, message: 'the action is written for this Service' }],
            fix: () => removalOf(action),
          },
        );

      for (const route of managedRoutes(rollout)) {
        const name = route.text;
        if (name === undefined || name === service.text) continue; // The controller adopts an authored action of a header route, without a conflict.
        for (const key of [actionAnnotation(rollout, name), conditionAnnotation(rollout, name)])
          if (isAuthored(annotation(ingress, key)))
            report(
              annotation(ingress, key),
              'route',
              { annotation: key, route: name, rollout: rollout.name },
              {
                atKey: true,
                related: [{ at: route, message: 'the Rollout manages this route' }],
                fix: () => removalOf(annotation(ingress, key)),
              },
            );
      }

      const record = annotation(ingress, managedAnnotation);
      if (isAuthored(record))
        report(
          record,
          'record',
          { annotation: managedAnnotation },
          { atKey: true, fix: () => removalOf(record) },
        );
    }
  },
});

/** Whether every Application that deploys the resource of an annotation ignores the annotation. */
function isIgnored(graph: Graph, { resource, key }: Field): boolean {
  const applications = graph.applications(resource);
  const { group, version, kind, name } = resource;
  const identity = { group, version, kind, name, namespace: graph.namespace(resource) };
  const content = { metadata: { annotations: { [key]: '' } } };
  return (
    applications.length > 0 &&
    applications.every(
      (application) =>
        !isSettled(graph, application) ||
        argoOf(graph, application).mayIgnorePart(identity, content, resource.at().value),
    )
  );
}
