import { canary } from '../../kubernetes/kinds/rollout.js';
import nginx, { additionalKey, canaryAnnotations, stableIngresses } from '../../rollouts/routers/nginx.js';
import { eachOf } from '../choices.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'nginx/affinity-follows-weights',
    description:
      'Require an Ingress with cookie affinity to say whether the weights of a canary move clients that have a cookie.',
    why: 'ingress-nginx sends each client that has a cookie back to the pods that gave it, before it looks at the weight of the canary. Only clients without a cookie are split, so the canary gets fewer requests than a step says, and fewer still the longer cookies last.',
    consequence: 'unshifted-traffic',
    severity: 'info',
    messages: {
      sticky:
        'Ingress "{ingress}" keeps clients by cookie, and one with a cookie stays with the stable pods of Rollout "{rollout}" whatever weight a step sets; set {key} to "legacy" to split each request, or to "sticky" if this is meant.',
    },
    fixes: ['choice'],
    links: [
      'https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/annotations/#session-affinity',
      'https://github.com/kubernetes/ingress-nginx/blob/controller-v1.13.3/rootfs/etc/nginx/lua/balancer.lua',
    ],
  },

  router: nginx,

  checkRollout(rollout, { graph, report }) {
    const hasWeights = canary(rollout)
      .at('steps')
      .items.some((step) => step.at('setWeight').exists);
    if (!hasWeights) return;
    const { prefix } = canaryAnnotations(rollout);
    const key = additionalKey(prefix, 'affinity-canary-behavior');
    for (const reference of stableIngresses(rollout)) {
      const annotations = graph.find(reference)?.at('metadata', 'annotations');
      const affinity = annotations?.at(additionalKey(prefix, 'affinity'));
      if (affinity?.text !== 'cookie' || annotations?.at(key).exists === true) continue;
      report(
        affinity,
        'sticky',
        { ingress: reference.to.name, rollout: rollout.name, key },
        {
          atKey: true,
          complete: annotations ? [annotations] : [],
          rests: [affinity],
          choices: () => (annotations ? eachOf(annotations.at(key), ['legacy', 'sticky']) : []),
          related: [{ at: reference.from, message: 'its canary is split by weights' }],
        },
      );
    }
  },
});
