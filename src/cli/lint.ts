import type { BaselineEntry } from '../lint/baseline/entry.js';
import { type Foreseen, foreseen } from '../lint/fix/foreseen.js';
import { withEdits } from '../lint/fix/shown.js';
import { lint } from '../lint/lint.js';
import { selectRules } from '../lint/select-rules.js';
import type { Finding } from '../model/finding.js';
import { exitCodeOf } from './exit.js';
import { fixed, type Fixing } from './fix.js';
import { KnownFindings } from './known-findings.js';
import { readInputs } from './lint-inputs.js';
import type { Options } from './lint-options.js';
import { isFailed, type LintOutcome } from './lint-report.js';
import { type Engine, LintRuns, type LintRun } from './lint-run.js';
import { tellBesides } from './not-read.js';
import { findingsWithEdits } from './outputs.js';
import { Progress } from './progress.js';
import { suppressed } from './suppress.js';
import type { Surroundings } from './surroundings.js';

export type { Engine } from './lint-run.js';

const fresh: Engine = { sources: (found) => found, lint };

/** Lints with the given options and reports the outcome. */
export function lintAs(
  options: Options,
  around: Surroundings,
  then: (outcome: LintOutcome, isOf: (entry: BaselineEntry) => boolean) => number,
  engine = fresh,
): number {
  const started = performance.now();
  const progress = Progress.in(around);
  const chosen = selectRules(options.rules, options);
  const given = readInputs(options, engine);
  const known = new KnownFindings(options, chosen, given);
  const runs = new LintRuns({ options, chosen, given, engine, progress });
  const outcomeOf = ({ reported: findings, ...run }: LintRun): LintOutcome => {
    const besides = runs.besides(run);
    const { suppressed } = run;
    const { resources, rollouts, faults, findings: all } = run.result;
    return known.leftOutOf({
      findings,
      suppressed,
      listsSuppressed: options.listsSuppressed,
      hasFindings: all.length > 0,
      ...besides,
      failures: [...besides.failures, ...known.failures],
      resources,
      rollouts,
      rules: chosen.count,
      // Only the faults of the current state: an error in the earlier one can only lead to more findings being
      // reported.
      faults,
      milliseconds: performance.now() - started,
    });
  };
  try {
    const first = runs.lint(given.after);
    const fixing = fixingOf(first, { options, around, runs, outcomeOf });
    if (options.isDry) return exitCodeOfDryRun(outcomeOf(first), options, around);
    const last = fixing?.run ?? first;
    const seen = foreseenOf(last, runs, options);
    const outcome = outcomeOf({ ...last, ...(seen && { reported: seen.reported }) });
    const findings = withFixes(outcome.findings, options);
    return then(withFixing({ ...outcome, findings, fixedLater: seen?.later }, fixing), (entry) =>
      known.mayFind(entry),
    );
  } finally {
    progress?.clear();
    given.change?.close();
  }
}

interface FixingWork {
  readonly options: Options;
  readonly around: Surroundings;
  readonly runs: LintRuns;
  readonly outcomeOf: (run: LintRun) => LintOutcome;
}

/** Applies fixes or writes comments, as requested by the options. */
function fixingOf(
  first: LintRun,
  { options, around, runs, outcomeOf }: FixingWork,
): Fixing<LintRun> | undefined {
  const lintAgain: (typeof runs)['lint'] = (sources) => runs.lint(sources);
  const { suppress, fix } = options;
  if (suppress)
    return suppressed(
      { ...first, reported: outcomeOf(first).findings },
      lintAgain,
      { ...options, ...suppress },
      around,
    );
  return fix && fixed(first, lintAgain, { ...options, ...fix }, around);
}

/** The most objects times fixes for which these are tried beforehand: each round of fixes lints all objects again, and builds charts again. */
const mostTried = 150;

/** What `--fix` would do, where text tells the number of fixes and finding it out costs little. */
function foreseenOf(
  run: LintRun,
  runs: LintRuns,
  { outputs, settings, context }: Options,
): Foreseen | undefined {
  const isTold = [outputs.printed, ...outputs.files.map(({ format }) => format)].includes('text');
  const isDear =
    settings.renders ||
    context !== undefined ||
    run.rendered !== undefined ||
    run.result.resources * run.reported.filter(({ fix }) => fix).length > mostTried;
  if (!isTold || isDear) return undefined;
  const trials = runs.forTrials();
  return foreseen(run, (sources) => trials.lint(sources));
}

/** A dry run has already printed its diff, so only the exit code reports the findings. */
function exitCodeOfDryRun(
  { findings, ...rest }: LintOutcome,
  options: Options,
  around: Surroundings,
): number {
  tellBesides(around, rest);
  return exitCodeOf(rest, isFailed({ findings, ...rest }, options));
}

/** Findings with the edits of their fixes, if any, where a format shows them. Only JSON has those of choices. */
function withFixes(findings: readonly Finding[], { outputs, most }: Options): readonly Finding[] {
  const choices = [outputs.printed, ...outputs.files.map(({ format }) => format)].includes('json');
  const isEdited = findings.some(({ fix, choices: its }) => fix ?? (choices ? its : undefined));
  if (!isEdited) return findings;
  return withEdits(findings, { choices, shown: findingsWithEdits(findings, outputs, most) });
}

/** The outcome with the applied fixes. */
function withFixing(outcome: LintOutcome, fixing: Fixing<LintRun> | undefined): LintOutcome {
  if (!fixing) return outcome;
  return {
    ...outcome,
    notes: [...outcome.notes, ...fixing.notes],
    failures: [...outcome.failures, ...fixing.failures],
  };
}
