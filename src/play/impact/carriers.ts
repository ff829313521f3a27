import { memoize } from '../../model/memo.js';
import type { ArgoCdVersion } from '../../argocd/version.js';
import { Applications, type Deployer, isStandIn } from '../drift/applications.js';
import { Argo } from '../drift/argo.js';
import { isSettled } from '../drift/settled.js';
import { systemOf } from '../drift/system.js';
import type { Graph } from '../../repository/graph/graph.js';
import { syncOrderOf } from '../../kubernetes/kinds/sync-order.js';
import type { Resource } from '../../model/resource.js';
import type { Carrier } from './delivery.js';
import type { RolloutState } from './state.js';

/** What deploys the objects of a Rollout after a change, with the objects that it deployed before. */
export function carriersOf(
  before: RolloutState | undefined,
  after: RolloutState,
  argocd: ArgoCdVersion,
): readonly Carrier[] {
  const { settings, error } = systemOf(after.graph, argocd);
  const earlier = before ? deployersOf(before) : [];
  return deployersOf(after).map((deployer) => {
    const own = earlier.filter((one) => isSameDeployer(one, deployer)).flatMap(({ resources }) => resources);
    return {
      deployer,
      argo: new Argo(deployer.application, settings, error, deployer.naming),
      isKubectl: isStandIn(deployer),
      isSyncUncertain: !isSettled(after.graph, deployer.application, [['spec', 'syncPolicy', 'automated']]),
      resources: new Set([...deployer.resources, ...own]),
      hooks: isStandIn(deployer) ? [] : hooksOf(after.graph, deployer),
    };
  });
}

/** The hooks that a sync of an Application runs. */
function hooksOf(graph: Graph, { application, assumption, resources }: Deployer): readonly Resource[] {
  return allHooks(graph).filter((resource) => {
    const known = graph.applications(resource);
    // An Application that is assumed to deploy a Rollout also deploys the objects beside it.
    if (assumption === undefined || known.length > 0) return known.includes(application);
    return resources.slice(0, 1).some((rollout) => graph.areDeployedTogether(resource, rollout));
  });
}

const allHooks = memoize((graph: Graph) =>
  graph.resources.filter((resource) => syncOrderOf(resource).isHook),
);

/** The Applications that deploy an object of a Rollout; a stand-in if none is known. */
export function deployersOf({ graph, targets }: RolloutState): readonly Deployer[] {
  return new Applications(graph).deployersOf([...targets.values()].map(({ resource }) => resource));
}

function isSameDeployer(one: Deployer, other: Deployer): boolean {
  if (isStandIn(one) || isStandIn(other)) return isStandIn(one) && isStandIn(other);
  return one.application.name === other.application.name;
}
