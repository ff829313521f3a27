import { backends } from '../../kubernetes/kinds/ingress.js';
import { managedRoutes } from '../../kubernetes/kinds/rollout.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { actionService, useAnnotation } from '../../rollouts/routers/alb.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { allOf, quoted } from '../facts/words.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'alb/actions-used',
    description: 'Require each action annotation of an Ingress to be used by a backend of one of its paths.',
    why: 'The AWS Load Balancer Controller reads an action only for a backend with its name and the port "use-annotation". Without such a backend, the action applies to no request.',
    consequence: 'no-effect',
    severity: 'warning',
    messages: {
      unused:
        'Annotation "{annotation}" has no effect, because no path of Ingress "{ingress}" has backend "{action}" with port "use-annotation"{known}; add such a path, or remove the annotation.',
    },
    fixes: ['unsafe'],
    links: [
      'https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/ingress/annotations/#actions',
      'https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/00175c1e2943de94d08ee39fa33b112706573b26/pkg/ingress/enhanced_backend_builder.go',
    ],
  },

  *check({ graph, report }) {
    const written = new Set<string>();
    for (const rollout of graph.rollouts)
      for (const { text } of [actionService(rollout), ...managedRoutes(rollout)])
        if (text !== undefined) written.add(text);
    for (const ingress of besideRollouts(graph, 'Ingress', 'networking.k8s.io')) {
      yield ingress;
      const used = backends(ingress).filter(({ port }) => port.value === useAnnotation);
      const names = used.map(({ to }) => to.name);
      if (names.some(isPlaceholder)) continue;
      for (const field of ingress.at('metadata', 'annotations').entries) {
        const annotation = String(field.key);
        const action = /^alb\.ingress\.kubernetes\.io\/actions\.(.+)$/.exec(annotation)?.[1];
        // The annotation that a Rollout writes itself has a rule of its own.
        if (action === undefined || isPlaceholder(action) || names.includes(action) || written.has(action))
          continue;
        report(
          field,
          'unused',
          {
            ...{ annotation, action, ingress: ingress.name },
            known: names.length === 0 ? '' : `, only ${allOf(quoted(names))}`,
          },
          {
            atKey: true,
            complete: [ingress.at('spec')],
            rests: [ingress.at('spec', 'defaultBackend')],
            fix: () => removalOf(field, 'unsafe'),
          },
        );
      }
    }
  },
});
