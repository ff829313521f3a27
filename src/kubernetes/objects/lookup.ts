import type { Cluster } from './cluster.js';
import type { KubeObject, ObjectKind } from './object.js';

/** Code that only looks up objects by name. */
export type Lookup = Pick<Cluster, 'get'>;

interface LookedUp {
  readonly kind: ObjectKind;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly found: KubeObject | undefined;
}

/**
 * A result that was computed from a cluster, and everything that was looked up for it. Objects never change, so it is valid
 * whenever the same objects are found.
 */
export class Answer<T> {
  private readonly looks: LookedUp[] = [];
  readonly value: T;

  constructor(
    /** All other values that it depends on. */
    private readonly asked: readonly unknown[],
    cluster: Lookup,
    compute: (cluster: Lookup) => T,
  ) {
    this.value = compute({
      get: <O extends KubeObject>(kind: ObjectKind, namespace: string | undefined, name: string) => {
        const found = cluster.get<O>(kind, namespace, name);
        this.looks.push({ kind, namespace, name, found });
        return found;
      },
    });
  }

  isTo(asked: readonly unknown[]): boolean {
    return asked.every((value, index) => value === this.asked[index]);
  }

  holdsIn(cluster: Lookup): boolean {
    return this.looks.every(
      ({ kind, namespace, name, found }) => cluster.get(kind, namespace, name) === found,
    );
  }
}
