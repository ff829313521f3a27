import type { Finding } from '../../model/finding.js';
import type { Safety } from '../../model/fix.js';
import type { Source } from '../../model/source.js';
import { findingKey, type FixRun, isFixable, settled } from './settle.js';

/** What fixing would do to the reported findings of a run. */
export interface Foreseen {
  /** The reported findings. A fix that would not be applied and kept is unfit, and says why. */
  readonly reported: readonly Finding[];
  /** How many findings each safety fixes that only appear, or can only be fixed, once others are fixed. */
  readonly later: Readonly<Record<Safety, number>>;
}

/** Each round lints again, and so does each fix of a rendered object: of more, the number of fixes is an upper limit. */
const most = { fixes: 200, rendered: 10 };

/**
 * Applies the fixes of reported findings to their texts, as `--fix` does, and writes nothing. Undefined if it would take too long,
 * or if there are none.
 */
export function foreseen<R extends FixRun>(
  run: R,
  lintAgain: (sources: readonly Source[]) => R,
): Foreseen | undefined {
  const fixes = run.reported.flatMap(({ fix }) => fix ?? []);
  const isTooMuch =
    fixes.length > most.fixes || fixes.filter(({ rendered }) => rendered).length > most.rendered;
  if (fixes.length === 0 || isTooMuch) return undefined;
  // A finding may get a fix only once another one is fixed.
  const known = new Set(run.reported.filter(({ fix }) => fix).map(findingKey));
  const after = (safety: Safety) => {
    const { made, run: last, refused } = settled(run, lintAgain, safety);
    const keys = made.map(({ finding }) => findingKey(finding));
    return {
      keys: new Set(keys),
      later: keys.filter((key) => !known.has(key)).length,
      left: new Set(last.findings.map(findingKey)),
      refused,
    };
  };
  const safe = after('safe');
  const unsafe = fixes.some(({ safety }) => safety === 'unsafe') ? after('unsafe') : safe;
  const sources = new Set(run.sources);
  const reported = run.reported.map((finding): Finding => {
    const { fix } = finding;
    const key = findingKey(finding);
    if (!fix || (fix.safety === 'safe' ? safe : unsafe).keys.has(key)) return finding;
    // Only an unsafe fix settles it, too.
    if (unsafe.keys.has(key)) return { ...finding, fix: { ...fix, safety: 'unsafe' } };
    const { left, refused } = fix.safety === 'safe' ? safe : unsafe;
    const unfit = !isFixable(finding, sources)
      ? unread
      : left.has(key)
        ? (refused.get(key) ?? undone)
        : joint;
    return { ...finding, fix: { ...fix, unfit } };
  });
  return { reported, later: { safe: safe.later, unsafe: unsafe.later } };
}

const joint = 'the fixes of other findings settle it, too.';
const undone = 'it alone does not settle the finding.';
const unread = 'it is not in a file that --fix can write.';
