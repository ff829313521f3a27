import { changes, namedPath, valueAt } from '../drift/changes.js';
import { podTemplate } from '../../kubernetes/kinds/workload.js';
import { isRollout, workloadRef } from '../../kubernetes/kinds/rollout.js';
import { changedSteps } from './changed-steps.js';
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
  const [then, now] = [stepsIn(before), stepsIn(after)];
  const areSteps = then.length > 0 && now.length > 0;
  const own = areSteps ? stepFields(object, then, now) : [];
  const others = changes(before.git, after.git)
    .filter(({ path }) => path[0] !== 'status')
    .filter(({ path }) => !areSteps || !stepsPath.every((key, index) => path[index] === key))
    .map(({ kind, path, live }) => ({
      object,
      field: namedPath(before.git, path),
      before: kind === 'added' || kind === 'inserted' ? undefined : valueAt(before.git, path),
      after: live,
    }));
  return [...others, ...own];
}

const stepsPath = ['spec', 'strategy', 'canary', 'steps'];

function stepsIn({ git, resource }: AppliedObject): readonly unknown[] {
  const value = isRollout(resource) ? valueAt(git, stepsPath) : undefined;
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The fields of steps, by their index after the change; a removed step has the one before it. */
function stepFields(
  object: string,
  before: readonly unknown[],
  after: readonly unknown[],
): readonly ChangedField[] {
  const field = stepsPath.join('.');
  return changedSteps(before, after).flatMap((step): readonly ChangedField[] => {
    const [then, now] = [before[step.before ?? -1], after[step.after ?? -1]];
    const name = `${field}[${step.after ?? step.before}]`;
    if (then === undefined || now === undefined) return [{ object, field: name, before: then, after: now }];
    return changes(then, now).map(({ kind, path, live }) => ({
      object,
      field: [name, namedPath(then, path)].filter((part) => part !== '').join('.'),
      before: kind === 'added' || kind === 'inserted' ? undefined : valueAt(then, path),
      after: live,
    }));
  });
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
