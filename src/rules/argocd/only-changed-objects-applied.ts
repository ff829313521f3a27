import { memoize } from '../../model/memo.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import { podHashLabel } from '../../rollouts/controllers/services.js';
import type { Graph } from '../../repository/graph/graph.js';
import {
  applicationTemplate,
  optionsOf,
  sources,
  syncOptions,
  syncOptionsKey,
} from '../../kubernetes/kinds/application.js';
import { annotation } from '../../kubernetes/kinds/ingress.js';
import { steps } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { actionAnnotation, actionService } from '../../rollouts/routers/alb.js';
import { addedTo } from '../fixes.js';
import { typedRule } from '../rule.js';
import { isPromotedBySync } from './blue-green-selector-kept.js';
import { deployedOf, optionsFor, type Deployed } from '../facts/argocd/deployed.js';
import { entriesFor } from '../facts/argocd/entries.js';
import { argoOf, type ComputedMoment, momentsOf } from '../facts/argocd/moments.js';
import { routeSteps } from '../facts/argocd/routed.js';

export default typedRule({
  meta: {
    name: 'argocd/only-changed-objects-applied',
    description:
      'Require syncs not to apply unchanged objects where that overwrites what the controller wrote.',
    why: 'Ignoring a difference only hides it from the diff; a sync still applies the whole object. Every new commit applies all objects, changed or not: weights are reset in the middle of an update, and a header route is not restored until the next one.',
    consequence: 'overwritten',
    severity: 'warning',
    fixes: ['safe'],
    messages: {
      applied:
        'Every sync of Application "{application}" applies {kind} "{name}" as it is in Git, and overwrites {what} of Rollout "{rollout}" even when the object is in sync; add ApplyOutOfSyncOnly=true.',
      sources:
        'A commit in any of the {count} sources makes Application "{application}" apply {kind} "{name}" as it is in Git, and overwrites {what} of Rollout "{rollout}" even when the object is in sync; add ApplyOutOfSyncOnly=true.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#selective-sync',
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#integrating-with-gitops',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/sync.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const deployed of deployedOf(graph, rollout)) {
      const { application, resource } = deployed;
      const options = optionsFor(application).sync;
      if (reported(graph).has(application) || options.has('ApplyOutOfSyncOnly=true')) continue;
      // These options change what a sync does.
      if (options.has('RespectIgnoreDifferences=true') || options.has('Replace=true')) continue;
      const what = overwritten(graph, deployed);
      if (what === undefined) continue;
      reported(graph).add(application);
      const count = sources(application).length;
      const list = application.at('spec', 'syncPolicy', 'syncOptions');
      report(
        list,
        count > 1 ? 'sources' : 'applied',
        {
          application: application.name,
          kind: resource.kind,
          name: resource.name,
          rollout: rollout.name,
          what,
          count,
        },
        {
          atKey: true,
          once: '',
          related: [{ at: resource, message: 'the controller writes into this object' }],
          rests: syncOptions(applicationTemplate(application)),
          fix: () => addedTo(list, 'ApplyOutOfSyncOnly=true'),
        },
      );
    }
  },
});

/** The Applications already reported; one object is enough. */
const reported = memoize(() => new Set<Resource>());

/** What a sync overwrites in a Synced object, because the difference is ignored or does not count. */
function overwritten(graph: Graph, deployed: Deployed): string | undefined {
  const { application, resource, rollout, role } = deployed;
  if (role !== undefined)
    return isStripped(graph, deployed) ? `the ${podHashLabel} that selects the pods` : undefined;
  if (resource.kind === 'DestinationRule') return `the ${podHashLabel} labels`; // An additional label is not a difference, but a sync writes the whole list.
  if (resource.kind !== 'VirtualService' && resource.kind !== 'Ingress') return undefined;
  const isIgnored = entriesFor(graph, application, resource).length > 0;
  if (!isIgnored && !(leavesOutWeights(resource) && isOverwritten(graph, deployed))) return undefined;
  const hasRoutes = isIgnored && routeSteps(rollout).length > 0;
  const shifts =
    steps(rollout).some((step) => (step.at('setWeight').number ?? 0) > 0) &&
    // A sync does not overwrite annotations of an Ingress that Git does not have.
    (resource.kind !== 'Ingress' || (hasAction(deployed) && isOverwritten(graph, deployed, 'shifting')));
  if (hasRoutes) return shifts ? 'the weights and header routes' : 'the header routes';
  return shifts ? 'the weights' : undefined;
}

/** Whether a server-side apply removes the hash from a selector in which it is ignored. */
function isStripped(graph: Graph, deployed: Deployed): boolean {
  const { application, resource } = deployed;
  const isServerSide = [optionsFor(application).sync, new Set(optionsOf(resource.at(), syncOptionsKey))].some(
    (options) => options.has('ServerSideApply=true'),
  );
  // A Service that is promoted by it is covered by argocd/blue-green-selector-kept, because more happens to it.
  return isServerSide && !isPromotedBySync(graph, deployed) && isOverwritten(graph, deployed);
}

/** A field absent from Git is not a difference for a three-way merge, but a sync writes the whole list. */
function leavesOutWeights(virtualService: Resource): boolean {
  return virtualService
    .at('spec', 'http')
    .items.flatMap((route) => route.at('route').items)
    .some((destination) => !destination.at('weight').exists);
}

/** Whether Git has the annotation with the weights of an ALB. */
function hasAction({ rollout, resource }: Deployed): boolean {
  const { text } = actionService(rollout);
  return text !== undefined && annotation(resource, actionAnnotation(rollout, text)).exists;
}

/** Whether a sync changes the object at a given moment, or any moment, at which Argo CD considers it Synced. */
function isOverwritten(graph: Graph, deployed: Deployed, wanted?: ComputedMoment['when']): boolean {
  const argo = argoOf(graph, deployed.application);
  return momentsOf(graph, deployed).some(({ when, git, live }) => {
    if (wanted !== undefined && when !== wanted) return false;
    if (argo.compare(git, live).status !== 'synced') return false;
    const applied = argo.applied(git, live);
    return applied !== undefined && !isSameJson(applied, live);
  });
}
