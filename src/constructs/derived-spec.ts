import { type ApiObject, Lazy } from 'cdk8s';
import type { DerivedSpec } from './manifests/application.js';
import { obstacleText } from '../report/drift-words.js';
import { madeAt } from './checks.js';
import { isRollout } from '../kubernetes/kinds/rollout.js';
import { forgottenObjects, managedBy } from './managed.js';
import { lineBefore } from './uncaught.js';
import type { Trace } from './user-line.js';
import { warn } from './warn.js';

/** A spec that is computed when it is rendered. */
export interface LazySpec {
  /** A lazy value for cdk8s. */
  readonly spec: object;
  /** Prints what no entry covers during synthesis, each problem once. */
  readonly addWarnings: () => void;
}

type Derive = (objects: readonly object[], annotations: Readonly<Record<string, string>>) => DerivedSpec;

/**
 * A spec that is derived from the objects that an Application deploys when it is rendered, including later additions. A
 * synthesis renders it several times; it is derived again only if one of the objects has changed.
 */
export function derivedSpec(application: () => ApiObject, derive: Derive): LazySpec {
  let last: { readonly key: string; readonly derived: DerivedSpec } | undefined;
  const produce = (): DerivedSpec => {
    const own = application();
    const objects = manifestsOf(managedBy(own));
    const annotations = annotationsBy(own);
    const key = JSON.stringify([objects, annotations]);
    if (last?.key !== key) last = { key, derived: derive(objects, annotations) };
    return last.derived;
  };

  const warned = new Set<string>();
  const warnOnce = (text: string, { traces = [], path }: { traces?: readonly Trace[]; path: string }) => {
    if (warned.has(text)) return;
    warned.add(text);
    warn(`${lineBefore(traces)}warning [${path}] ${text}`);
  };
  const validate = (): string[] => {
    const own = application();
    const { kind, name, node } = own;
    const derived = produce();
    for (const { kind: ofKind, name: named, obstacle } of derived.uncovered)
      warnOnce(
        `spec.ignoreDifferences of ${kind} "${name}": It is OutOfSync at some moments of an update. ${obstacleText(`${ofKind} "${named}"`, obstacle)}`,
        node,
      );
    for (const object of missedBy(own, derived, derive)) {
      const trace = madeAt(object);
      warnOnce(
        `${object.kind} "${object.name}" is in a file of which ${kind} "${name}" deploys other objects, and is missing in its "manages", so nothing that ${isRolloutObject(object) ? 'its controller writes' : 'the controller of a Rollout writes there'} is ignored, and a sync may take it back; add it there.`,
        { traces: trace ? [trace] : [], path: object.node.path },
      );
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

/** The forgotten objects that an Application would have to know: Rollouts, and what their controller writes to. */
function missedBy(application: ApiObject, derived: DerivedSpec, derive: Derive): readonly ApiObject[] {
  const forgotten = forgottenObjects(application);
  if (forgotten.length === 0) return [];
  const rollouts = forgotten.filter(isRolloutObject);
  const all = derive(
    manifestsOf([...managedBy(application), ...forgotten]),
    annotationsBy(application),
  ).ignored;
  const isIgnored = (object: ApiObject, entries: DerivedSpec['ignored']): boolean =>
    entries.some(({ kind, name }) => kind === object.kind && (name ?? object.name) === object.name);
  // A construct that is missing as a whole is told of once.
  const told = rollouts.map(madeAt).filter((trace) => trace !== undefined);
  const others = forgotten.filter(
    (object) =>
      !isRolloutObject(object) &&
      isIgnored(object, all) &&
      !isIgnored(object, derived.ignored) &&
      !told.some((trace) => trace === madeAt(object)),
  );
  return [...rollouts, ...others];
}

function isRolloutObject({ apiGroup: group, kind }: ApiObject): boolean {
  return isRollout({ group, kind });
}

function manifestsOf(objects: readonly ApiObject[]): readonly object[] {
  return objects.map((object) => object.toJson() as object);
}

function annotationsBy({ metadata }: ApiObject): Readonly<Record<string, string>> {
  const { annotations = {} } = metadata.toJson() as { annotations?: Record<string, string> };
  return annotations;
}
