import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';
import { splits } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/sections-not-empty',
    description:
      'Require a VirtualService of a Rollout to omit a protocol instead of giving it an empty list.',
    why: 'The controller reads the first route of every list that is present. On an empty list it panics in each pass over the Rollout, which is then neither scaled nor repaired.',
    consequence: 'panic',
    severity: 'error',
    messages: {
      empty:
        'VirtualService "{virtualService}" has an empty list of {protocol} routes, which makes the controller panic for Rollout "{rollout}"; remove {protocol}.',
    },
    fixes: ['safe'],
    links: ['https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go'],
  },

  *check({ graph, report }) {
    for (const { rollout, virtualService } of splits(graph)) {
      yield virtualService;
      for (const protocol of ['tls', 'tcp']) {
        const section = virtualService.at('spec', protocol);
        if (section.shape !== 'list' || section.items.length > 0) continue;
        report(
          section,
          'empty',
          { virtualService: virtualService.name, protocol, rollout: rollout.name },
          { fix: () => removalOf(section) },
        );
      }
    }
  },
});
