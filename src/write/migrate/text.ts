import type { Effect } from '../../play/impact/effect.js';
import { markOf } from '../../report/conclusions.js';
import { effectText } from '../../report/impact-words.js';
import { paragraph } from '../../report/paragraph.js';
import { quoted } from '../../report/quoted.js';
import type { Style } from '../../report/style.js';
import { maxCells } from '../../report/table.js';
import { unifiedDiff } from '../../report/unified-diff.js';
import type { FoundStep } from './done.js';
import type { PlannedStep } from './plan.js';
import type { Refusal } from './refusal.js';

export interface ShownPlan {
  /** The steps before these, as far as the files show them. */
  readonly done: readonly FoundStep[];
  readonly steps: readonly PlannedStep[];
  readonly refusal: Refusal | undefined;
}

/** Whether all steps may be merged and complete the migration. */
export function isClear({ steps, refusal }: Pick<ShownPlan, 'steps' | 'refusal'>): boolean {
  return refusal === undefined && steps.every(isStepClear);
}

export function isStepClear(step: PlannedStep): boolean {
  const { objections, impacts } = step.checked;
  return (
    objections.length === 0 &&
    impacts.every(({ effects }) =>
      effects.every((effect) => effect.severity !== 'error' || isTold(step, effect)),
    )
  );
}

/** Leaves out the outage of a replaced Deployment, which the user has asked for. */
function isTold({ id }: PlannedStep, { detail }: Effect): boolean {
  return id === 'replaced' && (detail.kind === 'workload-gone' || detail.kind === 'workload-late');
}

/** The steps with their diffs, the results of playing them, and what to wait for. With `isOne` the number of later steps is unknown. */
export function stepsText(
  { done, steps, refusal }: ShownPlan,
  isOne: boolean,
  style: Style,
  columns = maxCells,
): readonly string[] {
  const room = Math.max(60, Math.min(columns, maxCells));
  return [
    ...steps.flatMap((step, index) =>
      stepText(
        step,
        isOne ? 'Next step' : `Step ${done.length + index + 1} of ${done.length + steps.length}`,
        style,
        room,
      ),
    ),
    ...(refusal
      ? [
          ...paragraph(markOf('error', style), refusal.message, room),
          ...refusal.lines.map((line) => `  ${quoted(line)}`),
          '',
        ]
      : []),
  ];
}

function stepText(step: PlannedStep, at: string, style: Style, room: number): readonly string[] {
  const { changes, notes, look, checked, code } = step;
  return [
    style.bold(`${at}: ${quoted(step.title)}`),
    '',
    ...changes.flatMap(({ name, before = '', after = '' }) => unifiedDiff(name, before, after, style)),
    '',
    ...(code.length > 0 ? [...code.map(quoted), ''] : []),
    ...checked.objections.flatMap((text) => paragraph(markOf('error', style), text, room)),
    ...checked.impacts.flatMap((impact) =>
      impact.effects.flatMap((effect) =>
        paragraph(markOf(effect.severity, style), effectText(impact, effect), room),
      ),
    ),
    ...(isStepClear(step)
      ? paragraph(
          style.green('✓'),
          step.id === 'replaced'
            ? 'Played: lint finds nothing new, and an update completes.'
            : 'Played: lint finds nothing new, an update completes, and requests always reach ready pods.',
          room,
        )
      : []),
    ...notes.flatMap((text) => paragraph(markOf('info', style), text, room)),
    ...look.flatMap((text) => paragraph(style.blue('→'), `Then: ${text}`, room)),
    '',
  ];
}
