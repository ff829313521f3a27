import type { Resource } from '../model/resource.js';
import { type Deployment, stageNames } from './deployment.js';
import { type Folder, parentOf } from './layout.js';

/** Resources that are defined twice. */
export class Repeated {
  constructor(
    private readonly deployment: Deployment,
    private readonly rollouts: readonly Resource[],
  ) {}

  /** Resources of one identity that one kustomization, folder or Application deploys, by file and position. */
  *among(all: Iterable<readonly Resource[]>): Iterable<readonly Resource[]> {
    for (const namesakes of all) {
      if (namesakes.length < 2) continue;
      const units = new Map<string, Resource[]>();
      for (const resource of namesakes)
        for (const unit of this.units(resource)) {
          const others = units.get(unit) ?? [];
          units.set(unit, others);
          if (!others.includes(resource)) others.push(resource);
        }
      const reported = new Set<string>();
      for (const group of units.values()) {
        const same = group.filter((resource, index) => index === 0 || this.areTwins(group[0]!, resource));
        const key = same.map(({ source, offset }) => `${source.path}:${offset}`).join('\n');
        if (same.length < 2 || reported.has(key) || this.areSamples(same)) continue;
        reported.add(key);
        yield same.sort(byPosition);
      }
    }
  }

  /** What deploys a resource, with the identity that it has there. */
  private units(resource: Resource): readonly string[] {
    return this.deployment.placements(resource).flatMap((placement) => {
      const { folder, leaf, application } = placement;
      const name = stageNames(resource, placement).at(-1)!;
      const identity = `${name}\n${this.deployment.namespaceAt(resource, placement) ?? ''}`;
      // A file that a kustomization leaves out is not deployed with it.
      const unit = !leaf && this.deployment.beside(resource) ? `${folder}/` : folder;
      const byApplication = application && `\n${application.source.path}\n${application.offset}\n${identity}`;
      return [`${unit}\n${identity}`, ...(byApplication === undefined ? [] : [byApplication])];
    });
  }

  /** Whether two resources of one unit are both deployed; where nothing says so, a folder may hold samples. */
  private areTwins(first: Resource, other: Resource): boolean {
    const isBuilt = this.deployment.placements(first).some(({ leaf, application }) => leaf ?? application);
    if (isBuilt) return true;
    const [folder = ''] = this.deployment.folders(first);
    if (!this.isNearRollout(folder)) return false;
    return !this.deployment.layout.areAlternatives(folder, first.source.path, other.source.path);
  }

  /** Whether so many files repeat one identity that no more than one of them is meant at a time. */
  private areSamples(repeated: readonly Resource[]): boolean {
    const isBuilt = this.deployment
      .placements(repeated[0]!)
      .some(({ leaf, application }) => leaf ?? application);
    return !isBuilt && new Set(repeated.map(({ source }) => source)).size > 2;
  }

  /** Whether a Rollout stands in a folder, or as near as `rollouts/prod` is to `networking/prod`. */
  private isNearRollout(folder: Folder): boolean {
    this.foldersOfRollouts ??= new Set(
      this.rollouts
        .flatMap((rollout) => this.deployment.folders(rollout))
        .flatMap((level) => [level, parentOf(level), parentOf(parentOf(level))]),
    );
    const levels = [folder, parentOf(folder), parentOf(parentOf(folder))];
    return levels.some((level) => level !== '' && this.foldersOfRollouts!.has(level));
  }

  private foldersOfRollouts: ReadonlySet<Folder> | undefined;
}

function byPosition(left: Resource, right: Resource): number {
  const [a, b] = [left.source.path, right.source.path];
  return a === b ? left.offset - right.offset : a < b ? -1 : 1;
}
