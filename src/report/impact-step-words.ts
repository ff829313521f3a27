import { pauseSeconds } from '../kubernetes/kinds/duration.js';
import { isMap } from '../kubernetes/objects/json.js';
import type { ChangedField } from '../play/impact/effect.js';
import { stepTitle } from '../play/simulate/steps.js';
import { valueTexts } from './impact-terms.js';

/** A changed field of steps with its values: an inserted or removed step by what it does, a pause by how long it takes. */
export function stepChangeText(changed: ChangedField): string {
  const { field, before, after } = changed;
  const step = field.match(/^spec\.strategy\.canary\.steps\[\d+\]/)?.[0];
  if (step !== undefined) {
    if (step === field) return stepFieldText(changed);
    if (field === `${step}.pause.duration`) return pauseText(step, before, after);
  }
  const [then, now] = valueTexts(before, after);
  return `${field} from ${then} to ${now}`;
}

/** A changed field by its path; of a whole step, what becomes of it. */
export function stepFieldText({ field, before, after }: ChangedField): string {
  if (!/^spec\.strategy\.canary\.steps\[\d+\]$/.test(field)) return field;
  if (isMap(after) && before === undefined) return `${field} (inserted: ${actionText(after)})`;
  return isMap(before) && after === undefined ? `${field} (removed: ${actionText(before)})` : field;
}

function actionText(step: object): string {
  return stepTitle(step);
}

function pauseText(step: string, before: unknown, after: unknown): string {
  const its = `the pause of ${step}`;
  if (before === undefined) return `${its} ends after ${timeText(after)} instead of with a promotion`;
  if (after === undefined) return `${its} waits for a promotion instead of ${timeText(before)}`;
  const [then, now] = [before, after].map((value) => pauseSeconds({ value: value }));
  const isKnown = then !== undefined && now !== undefined && then !== now;
  const verb = isKnown ? (now < then ? 'is shortened' : 'is extended') : 'changes';
  return `${its} ${verb} from ${timeText(before)} to ${timeText(after)}`;
}

/** A duration in the words of the manifest; a number is in seconds. */
function timeText(value: unknown): string {
  return typeof value === 'number' ? `${value}s` : String(value);
}
