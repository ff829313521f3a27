import { type ApiObject, Lazy } from 'cdk8s';
import { managedBy } from './managed.js';

/**
 * A spec that is worked out of the objects which an Application deploys, when it is rendered: what is added to them
 * later counts, too. It is rendered several times in a synthesis, and worked out anew only if one of them has changed.
 */
export function derivedSpec(
  application: () => ApiObject,
  derive: (objects: readonly object[], annotations: Readonly<Record<string, string>>) => object,
): object {
  let last: { readonly key: string; readonly spec: object } | undefined;
  return Lazy.any({
    produce: () => {
      const own = application();
      const objects = managedBy(own).map((object) => object.toJson() as object);
      const { annotations = {} } = own.metadata.toJson() as { annotations?: Record<string, string> };
      const key = JSON.stringify([objects, annotations]);
      if (last?.key !== key) last = { key, spec: derive(objects, annotations) };
      return last.spec;
    },
  }) as object;
}
