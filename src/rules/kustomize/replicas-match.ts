import { stageNames } from '../../repository/graph/deployment.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isKustomization } from '../../repository/graph/kustomization.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { nearestName, onlyNearName } from '../../model/nearest-name.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'kustomize/replicas-match',
    description:
      'Require the replicas of a kustomization with a Rollout to name a workload that kustomize can scale.',
    why: 'kustomize build fails: "resource with name … does not match a config with the following GVK". Nothing of the kustomization is deployed.',
    consequence: 'not-deployed',
    severity: 'error',
    looksAt: 'kustomizations',
    fixes: ['safe'],
    messages: {
      rollout:
        'The replicas field of kustomize scales only Deployments and StatefulSets, but "{name}" is a Rollout; set its spec.replicas with a patch.',
      nearest:
        'Workload "{name}" is not found in what this kustomization builds; did you mean {kind} "{nearest}"?',
      none: 'Workload "{name}" is not found in what this kustomization builds.',
    },
    links: [
      'https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/replicas/',
      'https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/internal/builtins/ReplicaCountTransformer.go',
    ],
  },

  *check({ graph, report }) {
    for (const [kustomization, { scaled, rollouts, isKnown }] of builds(graph)) {
      yield kustomization;
      if (!isKnown || rollouts.size === 0) continue;
      for (const item of kustomization.at('replicas').items) {
        const from = item.at('name');
        const name = from.text;
        if (name === undefined || scaled.has(name) || isPlaceholder(name)) continue;
        const rollout = rollouts.get(name);
        const nearest = nearestName(name, scaled.keys());
        const meant = rollout ?? (nearest === undefined ? undefined : scaled.get(nearest));
        report(
          from,
          rollout ? 'rollout' : meant ? 'nearest' : 'none',
          { name, nearest, kind: meant?.kind },
          {
            related: meant ? [{ at: meant, message: rollout ? 'the Rollout' : 'probably meant' }] : [],
            ...(!rollout && { fix: () => setTo(from, onlyNearName(name, scaled.keys())) }),
          },
        );
      }
    }
  },
});

/** The resources that a kustomization builds, by all names on the way. */
interface Build {
  readonly scaled: Map<string, Resource>;
  readonly rollouts: Map<string, Resource>;
  /** Whether all resources are known, and no configuration adds kinds. */
  isKnown: boolean;
}

/**
 * The kinds that the transformer knows by default.
 * https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/internal/konfig/builtinpluginconsts/replicas.go
 */
const scalable: ReadonlySet<string> = new Set([
  'Deployment',
  'ReplicationController',
  'ReplicaSet',
  'StatefulSet',
]);

function builds(graph: Graph): ReadonlyMap<Resource, Build> {
  const found = new Map<Resource, Build>();
  if (!graph.hasKustomizations) return found;
  for (const resource of graph.resources) {
    const isWhole = isNameKnown(resource) && graph.isComplete(resource);
    for (const placement of graph.placements(resource)) {
      const isKnown = isWhole && placement.via.every(({ isTaught, mayRename }) => !isTaught && !mayRename);
      for (const { resource: kustomization, isComponent } of placement.via) {
        // A component is built as a part of the kustomizations that use it.
        if (!isKustomization(kustomization) || isComponent) continue;
        let build = found.get(kustomization);
        if (!build)
          found.set(kustomization, (build = { scaled: new Map(), rollouts: new Map(), isKnown: true }));
        build.isKnown &&= isKnown;
        const named = isRollout(resource) ? build.rollouts : build.scaled;
        if (!isRollout(resource) && !scalable.has(resource.kind)) continue;
        for (const name of stageNames(resource, placement)) named.set(name, resource);
      }
    }
  }
  return found;
}

/** Whether an object is deployed under the name that it has in Git. */
function isNameKnown({ kind, name }: Resource): boolean {
  return !kind.endsWith('List') && !isPlaceholder(name);
}
