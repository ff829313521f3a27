import type { Cluster } from './cluster.js';
import type { KubeObject, ObjectKind } from './object.js';

/** Whoever only looks up objects by their names. */
export type Lookup = Pick<Cluster, 'get'>;

interface Look {
  readonly kind: ObjectKind;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly found: KubeObject | undefined;
}

/**
 * What has been worked out of a cluster, and all that was looked up for it. Objects never change, so it holds for every
 * moment at which the same objects are found.
 */
export class Answer<T> {
  private readonly looks: Look[] = [];
  readonly value: T;

  constructor(
    /** All that it depends on besides. */
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
