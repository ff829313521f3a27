import type { RolloutImpact } from '../play/impact/rollout-impact.js';
import { isAtLeast } from '../model/finding.js';
import impactJson, { type ImpactResult } from '../report/impact-json.js';
import impactMarkdown from '../report/impact-markdown.js';
import { impactSummary, impactText } from '../report/impact-text.js';
import { quoted } from '../report/quoted.js';
import { colored, plain } from '../report/style.js';
import type { ImpactOptions } from './impact-options.js';
import { print, printText, terminalWidth } from './output.js';
import { aroundRollouts } from './read-rollouts.js';
import type { Surroundings } from './surroundings.js';

/** Prints an impact in a format other than a page. */
export function printReport(
  result: ImpactResult,
  options: ImpactOptions,
  milliseconds: number,
  around: Surroundings,
): void {
  const style = options.isColored ? colored : plain;
  if (options.format === 'json') printText(around, impactJson(result));
  else if (options.format === 'markdown') printText(around, impactMarkdown(result));
  else {
    const shown = options.isQuiet ? result.impacts.flatMap(quietly) : result.impacts;
    const notes = options.isQuiet ? [] : result.notes;
    if (options.isQuiet && isClean(result, shown)) return;
    const lines = shown.flatMap((impact) => [...impactText(impact, style, terminalWidth(around)), '']);
    lines.push(...result.unknown.map(({ message }) => `${style.yellow('!')} ${quoted(message)}`));
    const summary = impactSummary(result, style, milliseconds);
    print(around, aroundRollouts({ ...result, notes }, lines, summary, style));
  }
}

/** What a hook prints of an impact: the effects that a person has to decide about, if it has any. */
function quietly(impact: RolloutImpact): readonly RolloutImpact[] {
  const effects = impact.effects.filter(({ severity }) => isAtLeast(severity, 'warning'));
  return effects.length === 0 ? [] : [{ ...impact, effects, frames: [], notes: [] }];
}

/** Whether nothing is left to print, and everything was compared. */
function isClean(
  { unknown, findings, failures, unchecked, faults }: ImpactResult,
  shown: readonly RolloutImpact[],
): boolean {
  return [shown, unknown, findings, failures, unchecked, faults].every(({ length }) => length === 0);
}
