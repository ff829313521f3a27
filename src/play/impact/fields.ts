import { changes, namedPath, valueAt } from '../drift/changes.js';
import { podTemplate } from '../../kubernetes/kinds/workload.js';
import { workloadRef } from '../../kubernetes/kinds/rollout.js';
import type { ChangedField } from './effect.js';
import type { RolloutState, AppliedObject } from './state.js';

/** The fields of one object that a change modifies; the whole object if it is added or removed. */
export function changedFields(
  before: AppliedObject | undefined,
  after: AppliedObject | undefined,
): readonly ChangedField[] {
  const object = (after ?? before)?.key ?? '';
  if (!before || !after)
    return before || after ? [{ object, field: '', before: before && {}, after: after && {} }] : [];
  return changes(before.git, after.git)
    .filter(({ path }) => path[0] !== 'status')
    .map(({ kind, path, live }) => ({
      object,
      field: namedPath(before.git, path),
      before: kind === 'added' || kind === 'inserted' ? undefined : valueAt(before.git, path),
      after: live,
    }));
}

/** All fields that differ between two states of a Rollout, object by object. */
export function allChanged(before: RolloutState, after: RolloutState): readonly ChangedField[] {
  const keys = new Set([...before.targets.keys(), ...after.targets.keys()]);
  return [...keys].flatMap((key) => changedFields(before.targets.get(key), after.targets.get(key)));
}

/** The fields in the pod template of the Rollout, its own or that of its workload. */
export function templateFields(
  after: RolloutState,
  fields: readonly ChangedField[],
): readonly ChangedField[] {
  const { graph, rollout, targets } = after;
  const workload = workloadRef(rollout);
  const holder = workload ? graph.find(workload) : rollout;
  const target = [...targets.values()].find(({ resource }) => resource === holder);
  const path = holder && podTemplate(holder)?.path.join('.');
  return fields.filter(
    ({ object, field }) =>
      path !== undefined && object === target?.key && (field === path || field.startsWith(`${path}.`)),
  );
}

const roots = {
  steps: 'spec.strategy.canary.steps',
  replicas: 'spec.replicas',
  strategy: 'spec.strategy',
} as const;

/** The kind of a change that makes no new revision. */
export function kindOfChange(
  rollout: string,
  fields: readonly ChangedField[],
): 'replicas' | 'steps' | 'strategy' | 'others' {
  const own = fields.filter(({ object }) => object === rollout).map(({ field }) => field);
  if (own.length < fields.length || own.length === 0) return 'others';
  if (own.every((field) => field === roots.replicas)) return 'replicas';
  if (own.every((field) => field.startsWith(roots.steps))) return 'steps';
  return own.every((field) => field.startsWith(roots.strategy)) ? 'strategy' : 'others';
}
