import type { ObjectKind } from '../../kubernetes/objects/object.js';
import type { Resource } from '../../model/resource.js';
import type { Deployed } from './deployed.js';
import type { Deployment, Placement } from './deployment.js';
import { ResourceIndex } from './resource-index.js';

/**
 * The resources that are certainly deployed with a resource: those of the same kustomization or Application, in whatever folder, else
 * those of the same folder, because `kubectl apply -f` takes a folder.
 */
export class Companions {
  private readonly byApplication = new Map<Resource, ResourceIndex | undefined>();
  private readonly byPlacements = new Map<readonly Placement[], readonly ResourceIndex[]>();

  constructor(
    private readonly deployment: Deployment,
    private readonly deployed: Deployed,
  ) {}

  /**
   * The sets of resources that a resource belongs to: of each folder, and of each Application that deploys from several folders.
   */
  of(resource: Resource): readonly ResourceIndex[] {
    const placements = this.deployment.placements(resource);
    // An Application is not a companion of what it deploys, even if it deploys itself.
    if (placements.some(({ application }) => application === resource)) return this.placed(resource);
    let all = this.byPlacements.get(placements);
    if (!all) this.byPlacements.set(placements, (all = this.placed(resource)));
    return all;
  }

  private placed(resource: Resource): readonly ResourceIndex[] {
    const here = this.deployment.folders(resource).map((folder) => this.deployment.layout.at(folder));
    const far = this.deployment.applications(resource).flatMap((application) => this.by(application) ?? []);
    return far.length === 0 ? here : [...here, ...far];
  }

  /** What an Application deploys; undefined if that is from one folder, which is included already. */
  private by(application: Resource): ResourceIndex | undefined {
    if (!this.byApplication.has(application)) {
      const all = this.deployed.by(application);
      const isSpread = this.deployment.foldersOf(all).size > 1;
      this.byApplication.set(application, isSpread ? new ResourceIndex(all) : undefined);
    }
    return this.byApplication.get(application);
  }

  /** The companions of a kind. */
  ofKind(resource: Resource, kind: ObjectKind): readonly Resource[] {
    const found = this.all(resource, (together) => together.ofKind(kind));
    const isOne = resource.kind === kind.kind && resource.group === kind.group;
    return isOne ? found.filter((other) => other !== resource) : found;
  }

  /** The companions with a name. */
  named(resource: Resource, name: string): readonly Resource[] {
    return this.all(resource, (together) => together.named(name)).filter((other) => other !== resource);
  }

  /** The first companion of a kind with a name; in one folder, thousands may have that name. */
  ofName(resource: Resource, kind: ObjectKind, name: string): Resource | undefined {
    for (const together of this.of(resource)) {
      const found = together.ofName(kind, name).find((other) => other !== resource);
      if (found) return found;
    }
    return undefined;
  }

  /** The results of a query on all sets of a resource, each once. */
  all(resource: Resource, ask: (together: ResourceIndex) => readonly Resource[]): readonly Resource[] {
    const [first, ...more] = this.of(resource).map(ask);
    return more.length === 0 ? (first ?? []) : [...new Set([first!, ...more].flat())];
  }

  /** Whether each of two resources is a companion of the other. */
  are(left: Resource, right: Resource): boolean {
    if (left === right) return false;
    const [here, there] = [this.of(left), this.of(right)];
    // Most objects have the same placements, or one set each.
    if (here === there) return here.length > 0;
    if (here.length === 1) return there.includes(here[0]!);
    const found = new Set(there);
    return here.some((together) => found.has(together));
  }

  /** Whether a resource has a companion of a kind. */
  hasKind(resource: Resource, kind: ObjectKind): boolean {
    return this.of(resource).some((together) => together.ofKind(kind).some((other) => other !== resource));
  }
}
