import { memoize } from '../../model/memo.js';
import type { Resource } from '../../model/resource.js';
import { hasNoSteps } from '../../kubernetes/kinds/rollout.js';
import { typedRule } from '../rule.js';
import { deployedOf, optionsFor } from '../facts/argocd/deployed.js';
import { entriesFor } from '../facts/argocd/entries.js';

export default typedRule({
  meta: {
    name: 'argocd/unwatched-routes-left-alone',
    description: 'Require syncs not to overwrite route weights that the Rollouts controller does not watch.',
    why: 'The controller does not watch routes of the Gateway API, Traefik or APISIX. After a sync resets the weights, traffic stays split that way until something else triggers a reconciliation of the Rollout, for up to 15 minutes (the resync period).',
    consequence: 'overwritten',
    severity: 'warning',
    messages: {
      applied:
        'Every sync of Application "{application}" writes the weights from Git into {kind} "{name}", and the controller does not notice; ignore the weights that Rollout "{rollout}" sets, and add ApplyOutOfSyncOnly=true.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/controller/controller.go',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#selective-sync',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    // Without steps the new pods become stable while the weights stay.
    if (hasNoSteps(rollout)) return;
    for (const { application, resource, from } of deployedOf(graph, rollout)) {
      if (!unwatched.has(`${resource.group}/${resource.kind}`) || reported(graph).has(resource)) continue;
      const options = optionsFor(application).sync;
      const isIgnored = entriesFor(graph, application, resource).length > 0;
      const isSpared = options.has('ApplyOutOfSyncOnly=true') || options.has('RespectIgnoreDifferences=true');
      if (isIgnored && isSpared) continue;
      reported(graph).add(resource);
      report(
        isIgnored
          ? application.at('spec', 'syncPolicy', 'syncOptions')
          : application.at('spec', 'ignoreDifferences'),
        'applied',
        {
          application: application.name,
          kind: resource.kind,
          name: resource.name,
          rollout: rollout.name,
        },
        {
          atKey: true,
          once: `${resource.kind} ${resource.name}`,
          related: [{ at: from, message: 'the Rollout names it' }],
        },
      );
    }
  },
});

/** Routes already reported for one Application or Rollout. */
const reported = memoize(() => new Set<Resource>());

const unwatched: ReadonlySet<string> = new Set([
  'apisix.apache.org/ApisixRoute',
  'gateway.networking.k8s.io/GRPCRoute',
  'gateway.networking.k8s.io/HTTPRoute',
  'gateway.networking.k8s.io/TCPRoute',
  'gateway.networking.k8s.io/TLSRoute',
  'traefik.containo.us/TraefikService',
]);
