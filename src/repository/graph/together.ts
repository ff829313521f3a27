import { workloadKinds } from '../../kubernetes/kinds/workload.js';
import type { ObjectKind } from '../../kubernetes/objects/object.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Deployment, Placement } from './deployment.js';
import type { Folder } from './layout.js';
import type { Workloads } from './workloads.js';

/** Objects where they are deployed with others. */
export class Together {
  constructor(
    private readonly deployment: Deployment,
    private readonly workloads: Workloads,
  ) {}

  /**
   * The labels that kustomize adds to the selector of a Service or PodDisruptionBudget but not to the pods of a Rollout, a kind
   * that it does not know; none if it is configured for Rollouts. With `rollout`, only those where that is deployed.
   * https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/konfig/builtinpluginconsts/commonlabels.go
   */
  addedSelectorLabels(resource: Resource, rollout?: Resource): readonly Field[] {
    const placements = rollout
      ? this.placementsWith(resource, rollout)
      : this.deployment.placements(resource);
    const added = placements.flatMap(({ leaf, via }) => {
      if (!leaf || [...via, ...this.deployment.builds.chain(leaf)].some(({ isTaught }) => isTaught))
        return [];
      return via.flatMap(({ selectorLabels }) => selectorLabels.flatMap(({ entries }) => entries));
    });
    return added.filter(
      (field, index) =>
        added.findIndex((other) => other.resource === field.resource && other.key === field.key) === index,
    );
  }

  /**
   * The labels of an object where it is deployed with another one, for each placement: those of the manifest, and those that
   * kustomizations add.
   */
  ownLabels(resource: Resource, other: Resource): readonly Readonly<Record<string, string>>[] {
    const written = resource.at('metadata', 'labels').strings;
    return this.placementsWith(resource, other).map(({ via }) => {
      // The outermost kustomization adds its labels last.
      const added = via.flatMap(({ labels }) => labels.map(({ strings }) => strings)).reverse();
      return Object.assign({}, written, ...added) as Record<string, string>;
    });
  }

  /** The placements of a resource together with another one: by the same kustomization, else to the same place. */
  private placementsWith(resource: Resource, other: Resource): readonly Placement[] {
    const [all, its] = [this.deployment.placements(resource), this.deployment.placements(other)];
    const built = all.filter(({ leaf }) => leaf !== undefined && its.some((one) => one.leaf === leaf));
    if (built.length > 0) return built;
    const together = all.filter((here) =>
      its.some((there) => this.deployment.belong(resource, here, other, there)),
    );
    return together.length > 0 ? together : all;
  }

  /**
   * The resources of some kinds that are deployed together with a resource, nearest folders first. Iterating over all of them is
   * costly in a large repository: stop at the first match, or limit the number of objects and folders.
   */
  *near(
    resource: Resource,
    kinds: readonly ObjectKind[],
    { objects = Infinity, folders = Infinity } = {},
  ): Iterable<Resource> {
    const seen = new Set<Resource>([resource]);
    let [looked, entered] = [0, 0];
    const { layout } = this.deployment;
    for (const placement of this.deployment.placements(resource))
      for (const folder of layout.outward(placement.folder, kinds)) {
        if (entered++ === folders) return;
        for (const candidate of kinds.flatMap((kind) => layout.at(folder).ofKind(kind))) {
          if (looked++ === objects) return;
          if (seen.has(candidate) || !this.isDeployedWith(resource, placement, candidate, folder)) continue;
          seen.add(candidate);
          yield candidate;
        }
      }
  }

  /** Whether an object deployed from a folder near a placement has the same namespace and environment. */
  private isDeployedWith(
    resource: Resource,
    placement: Placement,
    candidate: Resource,
    folder: Folder,
  ): boolean {
    const namespace = this.deployment.namespaceAt(resource, placement);
    return this.deployment.placements(candidate).some((other) => {
      if (other.folder !== folder) return false;
      if (folder === placement.folder && !this.deployment.belong(resource, placement, candidate, other))
        return false;
      const itsNamespace = this.deployment.namespaceAt(candidate, other);
      return namespace === undefined || itsNamespace === undefined || itsNamespace === namespace;
    });
  }

  /** Whether two resources are deployed to the same environment. Unlike companions, they may come from different folders. */
  are(left: Resource, right: Resource): boolean {
    return this.deployment
      .placements(left)
      .some((here) =>
        this.deployment.placements(right).some((there) => this.deployment.belong(left, here, right, there)),
      );
  }

  /** A workload, such as a Rollout, that is deployed with a resource and whose pods match a selector. */
  workload(resource: Resource, selector: Readonly<Record<string, string>>): Resource | undefined {
    if (Object.keys(selector).length === 0) return undefined;
    for (const placement of this.deployment.placements(resource))
      for (const folder of this.deployment.layout.outward(placement.folder, workloadKinds)) {
        const found = this.workloads
          .selected(this.deployment.layout.at(folder), selector)
          .find(
            (workload) => workload !== resource && this.isDeployedWith(resource, placement, workload, folder),
          );
        if (found) return found;
      }
    return undefined;
  }
}
