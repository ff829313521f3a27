import type { Resource } from '../../model/resource.js';
import { type Deployment, isRendered, stageNames } from './deployment.js';

/** Resources that are defined twice. */
export class Repeated {
  constructor(private readonly deployment: Deployment) {}

  /** Resources of one identity that the same kustomization, folder or Application deploys, by file and position. */
  *among(all: Iterable<readonly Resource[]>): Iterable<readonly Resource[]> {
    for (const namesakes of all) {
      const units = new Map<string, Resource[]>();
      for (const resource of namesakes)
        for (const unit of this.units(resource)) {
          const others = units.get(unit) ?? [];
          units.set(unit, others);
          if (!others.includes(resource)) others.push(resource);
        }
      const reported = new Set<string>();
      for (const group of units.values()) {
        const key = group.map(({ source, offset }) => `${source.path}:${offset}`).join('\n');
        if (group.length < 2 || reported.has(key)) continue;
        reported.add(key);
        yield group.sort(byPosition);
      }
    }
  }

  /**
   * What deploys a resource, with its identity there: a kustomization, an Application, else `kubectl apply` of its file. Files of
   * one folder that nothing deploys together may be variants of each other, and so may renderings of one chart or base with other
   * values or patches.
   */
  private units(resource: Resource): readonly string[] {
    return this.deployment.placements(resource).map((placement) => {
      const { leaf, application } = placement;
      const name = stageNames(resource, placement).at(-1)!;
      const identity = `${name}\n${this.deployment.writtenNamespaceAt(resource, placement) ?? ''}`;
      const unit = leaf
        ? `${leaf.folder}/`
        : application
          ? `${application.source.path}\n${application.offset}\n${application.name}`
          : resource.source.path;
      const rendering = isRendered(resource.source) ? resource.source.path : '';
      return `${unit}\n${rendering}\n${identity}`;
    });
  }
}

function byPosition(left: Resource, right: Resource): number {
  const [a, b] = [left.source.path, right.source.path];
  return a === b ? left.offset - right.offset : a < b ? -1 : 1;
}
