import type { Path } from '../../model/field.js';
import { unlessPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { type Deployment, type Placement, type Since, stageNames } from './deployment.js';

/** The names of an object as an Application deploys it. */
export interface DeployedAs {
  /** Its names at each stage, the manifest's first and the one in the cluster last. */
  readonly names: readonly string[];
  /** The name in the cluster; undefined if a kustomization may change it in an unknown way. */
  readonly name: string | undefined;
  /** Undefined if unknown. */
  readonly namespace: string | undefined;
}

/** What Applications deploy, and by which names. */
export class Deployed {
  private byApplication: ReadonlyMap<Resource, readonly Resource[]> | undefined;
  private readonly calledBy = new Map<Resource, Map<Resource, readonly DeployedAs[]>>();

  constructor(
    private readonly deployment: Deployment,
    private readonly isPatched: (resource: Resource, path: Path) => boolean,
    /** The same of an earlier state, and what was replaced since in the resources that are deployed. */
    since?: Since<Deployed>,
  ) {
    const known = since?.earlier.byApplication;
    if (since && known)
      this.byApplication = since.change.inLists(known, (one) => deployment.applications(one));
  }

  /** The resources of the input that an Application deploys. */
  by(application: Resource): readonly Resource[] {
    this.byApplication ??= this.collect();
    return this.byApplication.get(application) ?? [];
  }

  private collect(): Map<Resource, Resource[]> {
    const deployed = new Map<Resource, Resource[]>();
    for (const resource of this.deployment.resources)
      for (const application of this.deployment.applications(resource)) {
        const others = deployed.get(application);
        if (others) others.push(resource);
        else deployed.set(application, [resource]);
      }
    return deployed;
  }

  /** The names of a resource that an Application deploys; at least one. */
  as(application: Resource, resource: Resource): readonly DeployedAs[] {
    let ofIts = this.calledBy.get(application);
    if (!ofIts) this.calledBy.set(application, (ofIts = new Map<Resource, readonly DeployedAs[]>()));
    let called = ofIts.get(resource);
    if (!called) {
      called = this.deployment.placementsBy(application, resource).map((placement) => {
        const names = stageNames(resource, placement);
        return {
          names,
          name: this.isRenamed(resource, placement) ? undefined : names.at(-1),
          namespace: this.deployment.namespaceAt(resource, placement),
        };
      });
      ofIts.set(resource, called);
    }
    return called;
  }

  /** The names that a resource has in a cluster, whatever deploys it; undefined among them stands for an unknown one. */
  names(resource: Resource): ReadonlySet<string | undefined> {
    return new Set(
      this.deployment
        .placements(resource)
        .map((placement) =>
          this.isRenamed(resource, placement)
            ? undefined
            : unlessPlaceholder(stageNames(resource, placement).at(-1)),
        ),
    );
  }

  private isRenamed(resource: Resource, { via }: Placement): boolean {
    if (via.length === 0) return false;
    return via.some(({ mayRename }) => mayRename) || this.isPatched(resource, ['metadata', 'name']);
  }
}
