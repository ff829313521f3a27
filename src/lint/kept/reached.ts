import { bySilence } from '../../model/silencer.js';
import type { Source } from '../../model/source.js';
import type { Rule } from '../../rules/rule.js';
import { isTorn } from '../lint-again.js';
import { readBoth } from '../lint-both.js';
import { isChecked, lintRead, type LintOptions, type LintResult } from '../lint.js';
import { isReached } from '../reach.js';
import { sorted } from '../sorted.js';
import { findingsOf } from './findings.js';
import { areSourcesOf, knownSources, type Kept } from './state.js';

/** A state that an earlier run has kept, and its sources, of which unchanged ones are those of this run. */
interface EarlierState extends Pick<Kept, 'state' | 'words'> {
  readonly sources: readonly Source[];
}

/**
 * Lints what a change since an earlier run reaches, and takes all other findings from that run. Undefined where it is not known what
 * the change reaches, so that everything has to be linted.
 */
export function lintReached(
  sources: readonly Source[],
  rules: readonly Rule[],
  options: LintOptions,
  { state, words: kept, sources: before }: EarlierState,
): LintResult | undefined {
  if (!areSourcesOf(state, before)) return undefined;
  const { readings: known, words } = knownSources(state, kept, before, options);
  const { now, changed, reach } = readBoth(sources, before, { ...options, known, words });
  // Comments in files that the change does not reach are unused or not, too.
  if (!reach || changed.size === 0 || isChecked(now) !== state.isChecked) return undefined;
  const earlier = findingsOf(
    state.findings,
    before,
    (source) => (known.readings.get(source) ?? now.readings.get(source))?.reading.resources ?? [],
  );
  if (!earlier || earlier.some((finding) => isTorn(finding, reach, changed))) return undefined;
  const { overriding, named, onTurn } = options;
  const result = lintRead(now, rules, { reach, overriding, named, onTurn });
  const others = bySilence(earlier.filter((finding) => !isReached(reach, finding)));
  return {
    ...result,
    findings: sorted([...others.findings, ...result.findings]),
    suppressed: sorted([...others.suppressed, ...result.suppressed]),
  };
}
