import { shortList } from '../../report/conclusions.js';
import { paragraph } from '../../report/paragraph.js';
import type { Style } from '../../report/style.js';
import { type Column, maxCells, type Row, table } from '../../report/table.js';
import type { FoundStep } from './done.js';
import type { FileChange } from './files.js';
import type { PlannedStep } from './plan.js';
import { isStepClear, type ShownPlan } from './text.js';

/** What is done with a file in a step. */
export function howChanged({ before, after }: FileChange): 'added' | 'removed' | 'changed' {
  return before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
}

const verbs = { added: 'adds', changed: 'changes', removed: 'removes' } as const;

/** The files of a step, such as `adds rollout.yaml; changes route.yaml`. */
function filesText({ changes }: PlannedStep): string {
  return (['added', 'changed', 'removed'] as const)
    .map((what) => ({
      what,
      names: changes.filter((one) => howChanged(one) === what).map(({ name }) => name),
    }))
    .filter(({ names }) => names.length > 0)
    .map(({ what, names }) => `${verbs[what]} ${shortList(names)}`)
    .join('; ');
}

/** How many steps there are, for the end of the first line; with `isOne` the number of later steps is not known. */
export function countText({ done, steps, refusal }: ShownPlan, isOne: boolean): string {
  const all = done.length + steps.length;
  if (all === 0) return '';
  if (steps.length === 0 && !refusal) return `: all ${all} steps are done`;
  if (isOne) return `: step ${done.length + 1} is next`;
  const is = done.length === 1 ? 'is' : 'are';
  const planned = `${refusal ? 'at least ' : ''}${all} ${all === 1 ? 'step' : 'steps'}`;
  return `: ${planned}, ${done.length === 0 ? 'none' : done.length} of which ${done.length === 0 ? 'is' : is} done`;
}

const columns: readonly Column[] = [
  { title: '' },
  { title: '', align: 'right' },
  { title: '', least: 20 },
  { title: '', least: 20 },
];

/** All steps in a line each, with what they change, and what to do next. */
export function overview(plan: ShownPlan, style: Style, room = maxCells): readonly string[] {
  const { done, steps, refusal } = plan;
  const rows = [
    ...done.map(({ title }, index) => listed(['✓', `${index + 1}`, title, ''], style.green)),
    ...steps.map((step, index) => stepRow(step, done.length + index + 1, index === 0, style)),
    ...(refusal && steps.length > 0
      ? [listed(['×', '', 'the steps after these are not planned; the reason is below', ''], style.red)]
      : []),
  ];
  if (rows.length === 0) return [];
  return [...table(columns, rows, room, style), ...nextText(plan, room, style)];
}

function listed(cells: readonly string[], paint: Row['paint']): Row {
  return paint ? { cells, paint } : { cells };
}

function stepRow(step: PlannedStep, number: number, isNext: boolean, { blue, red }: Style): Row {
  const cells = (mark: string): readonly string[] => [mark, `${number}`, step.title, filesText(step)];
  if (!isStepClear(step)) return listed(cells('×'), red);
  return isNext ? listed(cells('→'), blue) : listed(cells(''), undefined);
}

function nextText({ done, steps }: ShownPlan, room: number, style: Style): readonly string[] {
  const [next] = steps;
  if (!next) return [];
  const number = done.length + 1;
  if (!isStepClear(next))
    return ['', `Step ${number} is next, and must not be merged as it is: it does not pass its checks.`];
  return [
    '',
    ...paragraph(
      style.blue('→'),
      `Step ${number} is next. Merge and sync it between two updates${next.look.length > 0 ? ', then look at this before another step:' : '.'}`,
      room,
    ),
    ...next.look.flatMap((text) => paragraph('  -', text, room, 4)),
  ];
}

/** What JSON has of the same. */
export function overviewJson({ done, steps, refusal }: ShownPlan): {
  readonly done: readonly FoundStep[];
  readonly next: object | null;
} {
  const [next] = steps;
  return {
    done,
    next: next
      ? {
          id: next.id,
          title: next.title,
          number: done.length + 1,
          of: refusal ? null : done.length + steps.length,
          clear: isStepClear(next),
          files: next.changes.map((change) => ({ file: change.name, change: howChanged(change) })),
          look: next.look,
        }
      : null,
  };
}
