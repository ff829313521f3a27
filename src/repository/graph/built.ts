import type { Resource } from '../../model/resource.js';
import { type Deployment, stageNames } from './deployment.js';
import type { Kustomization } from './kustomization.js';

/** What a kustomization builds, as far as the input determines it. */
export class Built {
  private constructor(
    private readonly deployment: Deployment,
    private readonly chain: readonly Kustomization[],
    private readonly resources: readonly Resource[],
  ) {}

  /** Undefined if the result depends on anything outside of the input. */
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

  /** The objects that have a name, even if only between two kustomizations. */
  objects(kind: string, name: string): readonly Resource[] {
    return this.resources.filter(
      (resource) =>
        resource.kind === kind &&
        this.deployment
          .placements(resource)
          .some((placement) => stageNames(resource, placement).includes(name)),
    );
  }

  /** Whether any kustomization of the build, except one, generates a ConfigMap or Secret. */
  generates(kind: string, name: string, except?: Kustomization): boolean {
    return this.chain.some(
      (one) => one !== except && one.generated.some((other) => other.kind === kind && other.name === name),
    );
  }

  /**
   * The names and namespaces of an object when a kustomization patches it, and before: kustomize renames and moves objects when
   * it patches them.
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
  /** Kustomize treats an absent namespace as `default`. */
  readonly namespace: string;
}

/** The names and namespaces of an object before a kustomization on its way; none if it takes another way. */
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
