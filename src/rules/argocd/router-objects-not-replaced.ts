import { memoize } from '../../model/memo.js';
import { optionsOf, syncOptions, syncOptionsKey } from '../../kubernetes/kinds/application.js';
import type { Resource } from '../../model/resource.js';
import { withoutOptions } from '../fixes.js';
import { typedRule } from '../rule.js';
import { deployedOf, optionsFor } from '../facts/argocd/deployed.js';
import { routedOf } from '../facts/argocd/routed.js';

export default typedRule({
  meta: {
    name: 'argocd/router-objects-not-replaced',
    description: 'Require a sync not to replace the objects that the Rollouts controller writes to.',
    why: 'Each sync removes everything that only the live object has: weights, header routes, pod hashes in selectors, annotations. Traffic is routed as in Git until the controller has written all of it again; an active Service without a hash promotes a blue-green update at once.',
    consequence: 'overwritten',
    severity: 'error',
    messages: {
      application:
        'Replace=true makes each sync of Application "{application}" replace {kind} "{name}", which the controller writes to for Rollout "{rollout}"; set the option only on the objects that need it, by annotation.',
      object:
        '{option} makes each sync replace {kind} "{name}", which the controller writes to for Rollout "{rollout}"; remove it.',
      force:
        'Force=true makes a sync delete and recreate {kind} "{name}" when it cannot be changed, but the controller writes to it for Rollout "{rollout}"; remove it.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#replace-resource-instead-of-applying-changes',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_context.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const { application, resource } of deployedOf(graph, rollout)) {
      if (!optionsFor(application).sync.has('Replace=true') || reported(graph).has(application)) continue;
      reported(graph).add(application);
      const option = syncOptions(application.at()).find(({ text }) => text === 'Replace=true');
      if (option)
        report(
          option,
          'application',
          {
            application: application.name,
            kind: resource.kind,
            name: resource.name,
            rollout: rollout.name,
          },
          { related: [{ at: resource, message: 'the controller writes into this object' }], once: '' },
        );
    }
    for (const { resource, from } of routedOf(graph, rollout)) {
      if (reported(graph).has(resource)) continue;
      reported(graph).add(resource);
      const options = optionsOf(resource.at(), syncOptionsKey);
      const isReplaced = options.includes('Replace=true');
      if (!isReplaced && !options.includes('Force=true')) continue;
      const { kind, name } = resource;
      const field = resource.at('metadata', 'annotations', syncOptionsKey);
      report(
        field,
        isReplaced ? 'object' : 'force',
        { option: 'Replace=true', kind, name, rollout: rollout.name },
        {
          related: [{ at: from, message: 'the Rollout names it' }],
          once: '',
          // Force=true alone has the same consequence.
          fix: () => withoutOptions(field, ['Replace=true', 'Force=true'], 'unsafe'),
        },
      );
    }
  },
});

/** The Applications and objects already checked; one Rollout is enough. */
const reported = memoize(() => new Set<Resource>());
