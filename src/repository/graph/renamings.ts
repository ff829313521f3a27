import { groupBy } from '../../model/multimap.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { type AsWritten, type Deployment, isRendered, type Placement, stageNames } from './deployment.js';
import type { Resolver } from './resolver.js';

/** The name that kustomize gives to an object without updating a reference to it. */
export interface Renaming {
  readonly name: string;
  readonly by: Resource;
}

/** The names of objects in Git, where they are deployed under others. */
export class Renamings {
  /** Rendered resources whose name differs from that of their manifest, by the names that they had. */
  private byWrittenName:
    ReadonlyMap<string, readonly { readonly resource: Resource; readonly name: string }[]> | undefined;

  constructor(
    private readonly deployment: Deployment,
    private readonly resolver: Resolver,
    private readonly asWritten: AsWritten,
  ) {}

  /**
   * The name under which kustomize deploys what a reference leads to, if it does not update the reference: it only knows the
   * references of built-in kinds, unless it is configured for others.
   * https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/konfig/builtinpluginconsts/namereference.go
   */
  of(reference: Reference): Renaming | undefined {
    const { from, to } = reference;
    if (isRendered(from.resource.source)) return this.inBuild(reference);
    const placements = this.deployment.placements(from.resource);
    if (placements.every(({ leaf }) => leaf === undefined)) return undefined;
    if (isBuiltIn(from.resource) && isBuiltIn(to)) return undefined;
    for (const { leaf } of placements) {
      const chain = leaf ? this.deployment.builds.chain(leaf) : [];
      if (chain.some(({ isTaught }) => isTaught)) continue;
      const generated = chain
        .flatMap((kustomization) => kustomization.generated)
        .find(
          ({ kind, name, hasHash, isMerged }) => hasHash && !isMerged && kind === to.kind && name === to.name,
        );
      if (generated) return { name: `${to.name}-<hash>`, by: generated.at.resource };
    }
    // Few kustomizations rename what they build, and then what the reference leads to matters.
    if (!placements.some((placement) => this.mayRename(placement))) return undefined;
    const leaves = new Set(placements.map(({ leaf }) => leaf));
    for (const candidate of this.resolver.resolve(reference).found)
      for (const placement of this.deployment.placements(candidate)) {
        const { leaf, via } = placement;
        if (!leaf || !leaves.has(leaf)) continue;
        const name = stageNames(candidate, placement).at(-1)!;
        const by = via.find(({ namePrefix, nameSuffix }) => namePrefix !== '' || nameSuffix !== '');
        if (!by || name === to.name) continue;
        if ([...via, ...this.deployment.builds.chain(leaf)].some(({ isTaught }) => isTaught)) continue;
        return { name, by: by.resource };
      }
    return undefined;
  }

  /** Whether kustomize would update a reference to an object that it renames, as far as its configuration is known. */
  follows({ from, to }: Reference): boolean {
    if (isBuiltIn(from.resource) && isBuiltIn(to)) return true;
    return this.deployment
      .placements(from.resource)
      .every(
        ({ leaf }) =>
          leaf !== undefined && this.deployment.builds.chain(leaf).some(({ isTaught }) => isTaught),
      );
  }

  private mayRename({ leaf, via }: Placement): boolean {
    const chain = leaf ? this.deployment.builds.chain(leaf) : [];
    return [...via, ...chain].some(({ namePrefix, nameSuffix }) => namePrefix !== '' || nameSuffix !== '');
  }

  /** The same for rendered manifests: a name that no object has any more, and that an object of the same build had. */
  private inBuild(reference: Reference): Renaming | undefined {
    if (this.resolver.resolve(reference).found.length > 0) return undefined;
    const renamed = this.object(reference);
    const { resource } = reference.from;
    const leaf = this.deployment.placements(resource).find((placement) => placement.leaf)?.leaf;
    return renamed && leaf && { name: renamed.name, by: leaf.resource };
  }

  /** The object of the same build that had the name in a reference before it was rendered. */
  object({ from, to }: Reference): Resource | undefined {
    this.byWrittenName ??= groupBy(
      this.deployment.resources
        .filter(({ source }) => isRendered(source))
        .flatMap((resource) => {
          const names = this.asWritten(resource).names ?? [];
          return names.filter((name) => name !== resource.name).map((name) => ({ resource, name }));
        }),
      ({ resource: { group, kind }, name }) => `${group}/${kind}/${name}`,
    );
    return this.byWrittenName
      .get(`${to.group}/${to.kind}/${to.name}`)
      ?.find(({ resource: { source } }) => source === from.resource.source)?.resource;
  }

  /** The names by which manifests may refer to a resource: its own, and those that it had before it was rendered. */
  namesInGit(resource: Resource): readonly string[] {
    return [
      resource.name,
      ...(this.asWritten(resource).names ?? []).filter((name) => name !== resource.name),
    ];
  }

  /** Whether two resources were built by several kustomizations from one document. */
  areOneInGit(left: Resource, right: Resource): boolean {
    const [one, other] = [this.asWritten(left), this.asWritten(right)];
    return (
      one.file !== undefined && one.file === other.file && one.kind === other.kind && one.name === other.name
    );
  }
}

/** Whether a kind is built into Kubernetes, and so known to kustomize. */
function isBuiltIn({ group }: { readonly group: string }): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}
