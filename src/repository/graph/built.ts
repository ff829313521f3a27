import type { Resource } from '../../model/resource.js';
import { type Deployment, stageNames } from './deployment.js';
import type { Kustomization } from './kustomization.js';

/** What a kustomization is made of, as far as the files given tell. */
export class Built {
  private constructor(
    private readonly deployment: Deployment,
    private readonly chain: readonly Kustomization[],
    private readonly resources: readonly Resource[],
  ) {}

  /** Undefined where other things than the files given decide what is built. */
  static of(
    kustomization: Kustomization,
    deployment: Deployment,
    resourcesIn: (file: string) => readonly Resource[] | undefined,
  ): Built | undefined {
    const { builds } = deployment;
    const chain = builds.chain(kustomization);
    if (kustomization.isComponent || builds.isOpen(kustomization)) return undefined;
    if (chain.some(({ isTaught, mayRename }) => isTaught || mayRename)) return undefined;
    const resources: Resource[] = [];
    for (const file of chain.flatMap(({ members }) => members).filter((member) => !builds.in(member))) {
      const those = resourcesIn(file);
      if (!those) return undefined;
      resources.push(...those);
    }
    return new Built(deployment, chain, resources);
  }

  /** The objects that have a name, if only on their way. */
  objects(kind: string, name: string): readonly Resource[] {
    return this.resources.filter(
      (resource) =>
        resource.kind === kind &&
        this.deployment
          .placements(resource)
          .some((placement) => stageNames(resource, placement).includes(name)),
    );
  }

  /** Whether any kustomization of it, but for one, generates a ConfigMap or Secret. */
  generates(kind: string, name: string, except?: Kustomization): boolean {
    return this.chain.some(
      (one) => one !== except && one.generated.some((other) => other.kind === kind && other.name === name),
    );
  }

  /**
   * What an object is called when a kustomization patches it, and was before: it renames objects, and moves them to its
   * namespace, when they are patched.
   */
  identities(kustomization: Kustomization, kind: string): readonly BuiltIdentity[] {
    return this.resources
      .filter((resource) => resource.kind === kind)
      .flatMap((resource) =>
        this.deployment
          .placements(resource)
          .flatMap(({ via }) => identitiesBelow(resource, via, kustomization)),
      );
  }
}

export interface BuiltIdentity {
  readonly apiVersion: string;
  readonly name: string;
  /** Kustomize takes none for `default`. */
  readonly namespace: string;
}

/** What an object is called on its way to a kustomization that it goes through; nothing where it goes another way. */
export function identitiesBelow(
  { apiVersion, name, namespace = 'default' }: Resource,
  via: readonly Kustomization[],
  { resource }: Pick<Kustomization, 'resource'>,
): readonly BuiltIdentity[] {
  const at = via.findIndex((one) => one.resource === resource);
  if (at === -1) return [];
  const identities: BuiltIdentity[] = [{ apiVersion, name, namespace }];
  for (const below of via.slice(at + 1).toReversed()) {
    const last = identities.at(-1)!;
    const next = `${below.namePrefix}${last.name}${below.nameSuffix}`;
    identities.push({ apiVersion, name: next, namespace: below.namespace ?? last.namespace });
  }
  return identities;
}
