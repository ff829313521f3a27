import { type ApiObject, Lazy } from 'cdk8s';
import type { DerivedSpec } from './manifests/application.js';
import { obstacleText } from '../report/drift-words.js';
import { madeAt } from './checks.js';
import { forgottenRollouts, managedBy } from './managed.js';
import { lineBefore } from './uncaught.js';
import { warn } from './warn.js';

/** A spec that is computed when it is rendered. */
export interface LazySpec {
  /** A lazy value for cdk8s. */
  readonly spec: object;
  /** Prints what no entry covers during synthesis, each problem once. */
  readonly addWarnings: () => void;
}

/**
 * A spec that is derived from the objects that an Application deploys when it is rendered, including later additions. A
 * synthesis renders it several times; it is derived again only if one of the objects has changed.
 */
export function derivedSpec(
  application: () => ApiObject,
  derive: (objects: readonly object[], annotations: Readonly<Record<string, string>>) => DerivedSpec,
): LazySpec {
  let last: { readonly key: string; readonly derived: DerivedSpec } | undefined;
  const produce = (): DerivedSpec => {
    const own = application();
    const objects = managedBy(own).map((object) => object.toJson() as object);
    const { annotations = {} } = own.metadata.toJson() as { annotations?: Record<string, string> };
    const key = JSON.stringify([objects, annotations]);
    if (last?.key !== key) last = { key, derived: derive(objects, annotations) };
    return last.derived;
  };

  const warned = new Set<string>();
  const validate = (): string[] => {
    const { kind, name, node } = application();
    for (const { kind: ofKind, name: named, obstacle } of produce().uncovered) {
      const text = obstacleText(`${ofKind} "${named}"`, obstacle);
      if (warned.has(text)) continue;
      warned.add(text);
      warn(
        `warning [${node.path}] spec.ignoreDifferences of ${kind} "${name}": It is OutOfSync at some moments of an update. ${text}`,
      );
    }
    for (const rollout of forgottenRollouts(application())) {
      const trace = madeAt(rollout);
      const text = `Rollout "${rollout.name}" is in a file of which ${kind} "${name}" deploys other objects, and is missing in its "manages", so nothing that its controller writes is ignored, and a sync may take it back; add it there.`;
      if (warned.has(text)) continue;
      warned.add(text);
      warn(`${lineBefore(trace ? [trace] : [])}warning [${rollout.node.path}] ${text}`);
    }
    return [];
  };
  return {
    spec: Lazy.any({ produce: () => produce().spec }) as object,
    addWarnings: () => {
      application().node.addValidation({ validate });
    },
  };
}
