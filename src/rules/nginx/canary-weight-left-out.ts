import { trafficRouting } from '../../kubernetes/kinds/rollout.js';
import nginx, { additionalKey, canaryAnnotations } from '../../rollouts/routers/nginx.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'nginx/canary-weight-left-out',
    description: 'Require a Rollout not to set the canary weight annotations that the controller writes.',
    why: 'The controller writes these annotations last, so the value in the Rollout never takes effect.',
    consequence: 'no-effect',
    severity: 'warning',
    fixes: ['safe'],
    messages: {
      overwritten:
        'Annotation "{annotation}" is set here, but the controller overwrites it with the weight of the current step; remove it.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/nginx/nginx.go',
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/nginx/',
    ],
  },

  router: nginx,

  checkRollout(rollout, { report }) {
    const config = trafficRouting(rollout).at('nginx');
    const { prefix, canary, weight, weightTotal } = canaryAnnotations(rollout);
    const isTotalWritten = trafficRouting(rollout).at('maxTrafficWeight').exists;
    const written = isTotalWritten ? [canary, weight, weightTotal] : [canary, weight];
    const given = [
      ...config
        .at('additionalIngressAnnotations')
        .entries.map((field) => ({ field, annotation: additionalKey(prefix, String(field.key)) })),
      ...config
        .at('canaryIngressAnnotations')
        .entries.map((field) => ({ field, annotation: String(field.key) })),
    ];
    for (const { field, annotation } of given)
      if (written.includes(annotation))
        report(field, 'overwritten', { annotation }, { atKey: true, fix: () => removalOf(field) });
  },
});
