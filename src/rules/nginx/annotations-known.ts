import { ingressNginxKeys } from '../../kubernetes/annotations/ingress-nginx.js';
import { trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { memoize } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { classOf } from '../facts/ingress-controllers.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { annotationMessages, annotationProblems } from '../ingress-annotations.js';
import { typedRule } from '../rule.js';

const prefix = 'nginx.ingress.kubernetes.io';

export default typedRule({
  meta: {
    name: 'nginx/annotations-known',
    description: 'Require the annotations of an Ingress for ingress-nginx to be ones that it reads.',
    why: 'ingress-nginx compares keys exactly and silently skips unknown ones: the setting has no effect.',
    consequence: 'no-effect',
    severity: 'warning',
    fixes: ['unsafe'],
    otherwise: {
      removed: {
        when: 'For an annotation that later releases do not read',
        consequence: 'no-effect',
        why: 'The setting has no effect in later releases of ingress-nginx.',
        severity: 'info',
      },
      value: {
        when: 'For a value that is neither a boolean nor a number',
        consequence: 'no-effect',
        why: 'ingress-nginx cannot parse the value and uses its default; with validation of annotations, it may refuse the Ingress.',
      },
    },
    messages: {
      unknown: annotationMessages.unknown,
      removed: annotationMessages.removed,
      value: annotationMessages.value,
    },
    links: [
      'https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/annotations/',
      'https://github.com/kubernetes/ingress-nginx/blob/controller-v1.15.1/internal/ingress/annotations/annotations.go',
    ],
  },

  *check({ graph, report }) {
    // A cluster whose controller reads another prefix reads nothing under this one.
    if (isPrefixChanged(graph)) return;
    for (const ingress of besideRollouts(graph, 'Ingress', 'networking.k8s.io')) {
      yield ingress;
      const { name, owners } = classOf(graph, ingress);
      const isNginx = owners.every((owner) => owner === 'nginx') || (name.text ?? 'nginx').includes('nginx');
      if (!isNginx || owners.some((owner) => owner === 'aws' || owner === 'another')) continue;
      for (const problem of annotationProblems(ingress, prefix, ingressNginxKeys))
        if (problem.id !== 'ingress')
          report(problem.field, problem.id, problem.data, {
            atKey: problem.id !== 'value',
            case: problem.case,
            fix: problem.fix,
          });
    }
  },
});

const isPrefixChanged = memoize((graph: Graph): boolean =>
  graph.rollouts.some((rollout) => {
    const { text } = trafficRouting(rollout).at('nginx', 'annotationPrefix');
    return text !== undefined && text !== '' && text !== prefix;
  }),
);
