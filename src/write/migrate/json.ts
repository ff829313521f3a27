import type { Resource } from '../../model/resource.js';
import { effectText } from '../../report/impact-words.js';
import { resourceJson } from '../../report/resource-json.js';
import { plain } from '../../report/style.js';
import { unifiedDiff } from '../../report/unified-diff.js';
import type { FoundStep } from './done.js';
import { howChanged, overviewJson } from './overview.js';
import type { PlannedStep } from './plan.js';
import type { Refusal } from './refusal.js';
import { isClear, isStepClear } from './text.js';

/** A plan, or its undo. */
export interface MigrationResult {
  readonly workload: Resource;
  readonly isUndo: boolean;
  readonly done: readonly FoundStep[];
  readonly steps: readonly PlannedStep[];
  readonly refusal: Refusal | undefined;
  readonly exposure?: string | undefined;
}

/** One JSON object, as docs/migrate.md describes it; `version` changes when a field changes meaning. */
export function migrationJson({ workload, isUndo, done, steps, refusal, exposure }: MigrationResult): string {
  return `${JSON.stringify(
    {
      version: 1,
      workload: { ...resourceJson(workload), file: workload.source.name },
      direction: isUndo ? 'back' : 'forth',
      clear: isClear({ steps, refusal }),
      ...overviewJson({ done, steps, refusal }),
      steps: steps.map(stepJson),
      refusal: refusal ? { message: refusal.message, lines: refusal.lines } : null,
      exposure: exposure ?? null,
    },
    undefined,
    2,
  )}\n`;
}

function stepJson(step: PlannedStep): object {
  const { id, title, changes, code, notes, look, checked } = step;
  return {
    id,
    title,
    clear: isStepClear(step),
    files: changes.map((change) => ({
      file: change.name,
      change: howChanged(change),
      diff: unifiedDiff(change.name, change.before ?? '', change.after ?? '', plain).join('\n'),
    })),
    code,
    objections: checked.objections,
    effects: checked.impacts.flatMap((impact) =>
      impact.effects.map((effect) => ({
        rollout: impact.rollout.name,
        severity: effect.severity,
        when: effect.when,
        kind: effect.detail.kind,
        message: effectText(impact, effect),
      })),
    ),
    notes,
    look,
  };
}
