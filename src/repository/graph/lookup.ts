import type { ObjectKind } from '../../kubernetes/objects/object.js';
import { append, groupBy } from '../../model/multimap.js';
import { none } from '../../model/none.js';
import type { Resource } from '../../model/resource.js';
import type { Deployed } from './deployed.js';
import type { Deployment, Since } from './deployment.js';
import { ResourceIndex } from './resource-index.js';

/** Resources by kind, name and namespace. */
export class Lookup {
  private readonly byKind: ReadonlyMap<string, readonly Resource[]>;
  private readonly byType: Map<string, readonly Resource[]>;
  private readonly byName: Map<string, ResourceIndex>;
  private readonly byDeployed = new Map<string, ReadonlyMap<string | undefined, readonly Resource[]>>();
  private readonly byNamespace: Map<string, ReadonlyMap<string | undefined, readonly Resource[]>>;

  constructor(
    readonly resources: readonly Resource[],
    private readonly deployment: Deployment,
    private readonly deployed: Deployed,
    /** The lookup of all resources in an earlier state, and what was replaced since. */
    since?: Since<Lookup>,
  ) {
    this.byKind = since
      ? since.change.inLists(since.earlier.byKind, ({ kind }) => [kind])
      : groupBy(resources, ({ kind }) => kind);
    const changed = new Set(since && [...since.change.gone, ...since.change.added].map(typeKey));
    const unchanged = <V>(known: ReadonlyMap<string, V> = new Map()): Map<string, V> =>
      new Map([...known].filter(([key]) => !changed.has(key)));
    this.byType = unchanged(since?.earlier.byType);
    this.byName = unchanged(since?.earlier.byName);
    this.byNamespace = unchanged(since?.earlier.byNamespace);
  }

  ofKind(kind: string, group?: string): readonly Resource[] {
    if (group === undefined) return this.byKind.get(kind) ?? none;
    const key = typeKey({ group, kind });
    let resources = this.byType.get(key);
    if (!resources) {
      resources = (this.byKind.get(kind) ?? none).filter((resource) => resource.group === group);
      this.byType.set(key, resources);
    }
    return resources;
  }

  /** The resources of several kinds, in the order of their files. */
  ofKinds(kinds: readonly ObjectKind[]): readonly Resource[] {
    return this.resources.filter(({ group, kind }) =>
      kinds.some((one) => one.kind === kind && one.group === group),
    );
  }

  /** The resources of a kind whose manifests have a name. */
  withManifestName({ group, kind, name }: ObjectKind & { readonly name: string }): readonly Resource[] {
    return this.typed(group, kind).named(name);
  }

  /** The resources of a kind that are deployed under a name, or under a name that is unknown. */
  withDeployedName({ group, kind, name }: ObjectKind & { readonly name: string }): readonly Resource[] {
    const key = typeKey({ group, kind });
    let byName = this.byDeployed.get(key);
    if (!byName) {
      const all = new Map<string | undefined, Resource[]>();
      for (const resource of this.ofKind(kind, group))
        for (const its of this.deployed.names(resource)) append(all, its, resource);
      this.byDeployed.set(key, (byName = all));
    }
    return [...new Set([...(byName.get(name) ?? none), ...(byName.get(undefined) ?? none)])];
  }

  /** The resources of a kind that are deployed to a namespace; undefined stands for an unknown one. */
  inNamespace({ group, kind }: ObjectKind, namespace: string | undefined): readonly Resource[] {
    const key = typeKey({ group, kind });
    let byNamespace = this.byNamespace.get(key);
    if (!byNamespace) {
      byNamespace = groupBy(this.ofKind(kind, group), (resource) => this.deployment.namespace(resource));
      this.byNamespace.set(key, byNamespace);
    }
    return byNamespace.get(namespace) ?? none;
  }

  private typed(group: string, kind: string): ResourceIndex {
    const key = typeKey({ group, kind });
    let typed = this.byName.get(key);
    if (!typed) this.byName.set(key, (typed = new ResourceIndex(this.ofKind(kind, group))));
    return typed;
  }
}

function typeKey({ group, kind }: ObjectKind): string {
  return `${group}/${kind}`;
}
