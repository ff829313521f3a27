import type { LintResult } from '../lint/lint.js';
import { silencedAtSources } from '../lint/rendered/silenced-sources.js';
import type { SelectedRules } from '../lint/select-rules.js';
import { sorted } from '../lint/sorted.js';
import type { Finding } from '../model/finding.js';
import { bySilence } from '../model/silencer.js';
import { whereOfFile } from '../repository/graph/where.js';
import type { CommandInputs, Settings } from './inputs.js';
import type { Options } from './lint-options.js';

/** Findings with the configured severities, at the places that a user edits, apart from those that something suppresses. */
export function toldFindings(
  { options, chosen }: { readonly options: Options; readonly chosen: SelectedRules },
  inputs: CommandInputs,
  { findings, suppressed }: LintResult,
  { outside = (file) => file }: Settings,
): { readonly findings: readonly Finding[]; readonly suppressed: readonly Finding[] } {
  const adjusted = (finding: Finding): readonly Finding[] => {
    const { rule, place } = finding;
    const its = chosen.adjust(finding, outside);
    if (its) return [its];
    const silencer = chosen.silencerAt(rule, whereOfFile(outside(place.source.path)));
    return silencer ? [{ ...finding, silencer }] : [];
  };
  const judged = silencedAtSources(inputs.relocate(findings), inputs, options.rules).flatMap(adjusted);
  const known = suppressed.length === 0 ? [] : inputs.relocate(suppressed).flatMap(adjusted);
  const { findings: reported, suppressed: others } = bySilence(judged);
  return { findings: reported, suppressed: others.length === 0 ? known : sorted([...known, ...others]) };
}
