import { isMap, isSameJson } from '../kubernetes/objects/json.js';
import type { Resource } from '../model/resource.js';
import type { RolloutImpact } from '../play/impact/rollout-impact.js';
import { shortList } from '../report/conclusions.js';
import { lastValues } from '../yaml/parse/values.js';
import type { RepositoryChange } from './found-change.js';
import type { RolloutInputs } from './read-rollouts.js';

/** Impacts with the values of its chart that change for a Rollout, where those lead to what changes in it. */
export function withChangedValues(
  impacts: readonly RolloutImpact[],
  { before }: RepositoryChange,
  inputs: Pick<RolloutInputs, 'given' | 'writtenIn'>,
): readonly RolloutImpact[] {
  const { writtenIn, given } = inputs;
  if (!writtenIn || !before || impacts.every(({ change }) => change !== 'changed')) return impacts;
  const [then, now] = [before.texts(), new Map(given.map((source) => [source.path, source]))];
  const changedIn = (file: string): readonly string[] => {
    const [text, source] = [then.get(file), now.get(file)];
    if (text === undefined || !source) return [];
    const names = changedPaths(lastValues(text)?.[0], lastValues(source.read())?.[0]);
    return names.length === 0 ? [] : [`${shortList(names, 'fields')} (${source.name})`];
  };
  return impacts.map((impact) => {
    const files = impact.change === 'changed' ? filesOfValues(impact.rollout, writtenIn) : [];
    const found = [...new Set(files)].flatMap(changedIn);
    if (found.length === 0) return impact;
    return { ...impact, notes: [...impact.notes, `Values of its chart that change: ${found.join(', ')}.`] };
  });
}

/** The files with the values of the chart that makes a Rollout. */
function filesOfValues(
  rollout: Resource,
  writtenIn: NonNullable<RolloutInputs['writtenIn']>,
): readonly string[] {
  const [template = '', ...values] = writtenIn(rollout);
  const at = template.indexOf('/templates/');
  return at === -1 ? [] : [`${template.slice(0, at)}/values.yaml`, ...values];
}

/** The paths of values that differ, such as `image.tag`; a list counts as a whole. */
function changedPaths(before: unknown, after: unknown, path = ''): readonly string[] {
  if (isMap(before) && isMap(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      changedPaths(before[key], after[key], path === '' ? key : `${path}.${key}`),
    );
  }
  return isSameJson(before, after) || path === '' ? [] : [path];
}
