import path from 'node:path';
import { countOf, type BaselineEntry } from '../lint/baseline/entry.js';
import { tryBaseline } from '../lint/project/baseline.js';
import { isWanted } from '../lint/project/wanted.js';
import type { SelectedRules } from '../lint/select-rules.js';
import { memoizeByText } from '../model/memo.js';
import { belongsTo } from '../repository/files/belongs.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import type { Note } from '../report/report.js';
import type { LintInputs } from './lint-inputs.js';
import type { Options } from './lint-options.js';
import type { LintOutcome } from './lint-report.js';
import { withoutKnown } from './with-baseline.js';

/**
 * Whether inputs of a run are not rendered that could be: findings in what they render to are in a baseline that was written with
 * --render.
 */
export function hidesFindings(
  { unchecked }: Pick<LintOutcome, 'unchecked'>,
  { renders }: Pick<Options['settings'], 'renders'>,
): boolean {
  return !renders && unchecked.length > 0;
}

/** The findings in the baseline, which a run leaves out. */
export class KnownFindings {
  private readonly baseline: ReturnType<typeof tryBaseline> | undefined;
  private paths: ReadonlySet<string> | undefined;

  constructor(
    private readonly options: Options,
    private readonly chosen: SelectedRules,
    private readonly given: LintInputs,
  ) {
    const { baselineFile: at, usesBaseline } = options;
    this.baseline = usesBaseline && (at.isThere || at.isNamed) ? tryBaseline(at) : undefined;
  }

  /** Why the baseline cannot be read. */
  get failures(): readonly Note[] {
    return this.baseline && 'failure' in this.baseline ? [{ message: this.baseline.failure }] : [];
  }

  /** An outcome without the known findings, and with their number. */
  leftOutOf(outcome: LintOutcome): LintOutcome {
    const { baseline, given } = this;
    if (!baseline || !('entries' in baseline)) return outcome;
    return withoutKnown(
      outcome,
      baseline,
      (entries) =>
        hidesFindings(outcome, this.options.settings)
          ? 0
          : countOf(entries.filter((entry) => this.mayFind(entry))),
      (file) => given.change?.after?.outside(file) ?? file,
    );
  }

  /** Whether this run would report the finding of an entry if it still exists. */
  mayFind({ rule, file }: BaselineEntry): boolean {
    return !this.given.change && this.chosen.isChosen(rule) && this.isRead(file);
  }

  private readonly isRead = memoizeByText((file: string): boolean => {
    const { baselineFile, paths, settings } = this.options;
    const at = withSlashes(path.resolve(path.dirname(baselineFile.file), file));
    this.paths ??= new Set(this.given.found.map(({ path: given }) => given));
    return (
      this.paths.has(at) ||
      (belongsTo(paths, settings.workingFolder, at) && isWanted(paths, settings)({ path: at }))
    );
  });
}
