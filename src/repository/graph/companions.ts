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

  /** What a resource comes with, itself included: of each folder, and of each Application that deploys from several. */
  of(resource: Resource): readonly ResourceIndex[] {
    const placements = this.deployment.placements(resource);
    // An Application does not come with what it deploys, itself among it.
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

  /** What an Application deploys; undefined where that is from one folder, which is known by then. */
  private by(application: Resource): ResourceIndex | undefined {
    if (!this.byApplication.has(application)) {
      const all = this.deployed.by(application);
      const isSpread = this.deployment.foldersOf(all).size > 1;
      this.byApplication.set(application, isSpread ? new ResourceIndex(all) : undefined);
    }
    return this.byApplication.get(application);
  }

  /** The others, of a kind. */
  ofKind(resource: Resource, kind: ObjectKind): readonly Resource[] {
    const found = this.all(resource, (together) => together.ofKind(kind));
    const isOne = resource.kind === kind.kind && resource.group === kind.group;
    return isOne ? found.filter((other) => other !== resource) : found;
  }

  /** The others that bear a name. */
  named(resource: Resource, name: string): readonly Resource[] {
    return this.all(resource, (together) => together.named(name)).filter((other) => other !== resource);
  }

  /** What is asked for of all that a resource comes with, each once. */
  all(resource: Resource, ask: (together: ResourceIndex) => readonly Resource[]): readonly Resource[] {
    const [first, ...more] = this.of(resource).map(ask);
    return more.length === 0 ? (first ?? []) : [...new Set([first!, ...more].flat())];
  }

  /** Whether each of two resources is a companion of the other. */
  are(left: Resource, right: Resource): boolean {
    if (left === right) return false;
    const there = new Set(this.of(right));
    return this.of(left).some((together) => there.has(together));
  }

  /** Whether any other of a kind comes with a resource. */
  hasKind(resource: Resource, kind: ObjectKind): boolean {
    return this.of(resource).some((together) => together.ofKind(kind).some((other) => other !== resource));
  }
}
