import { counted } from '../model/wording.js';
import { interruptions } from '../play/impact/effect.js';
import type { RolloutImpact } from '../play/impact/rollout-impact.js';
import type { Severity } from '../model/finding.js';
import { codeSpan, htmlText, inert, inertHtml } from './inert.js';
import { countEffects, type ImpactResult } from './impact-json.js';
import { cellsOf, rolloutTitle } from './impact-text.js';
import { carrierText, effectText, updateText } from './impact-words.js';

/** The marker at the start of a comment, by which the next run finds it. */
const commentMarker = '<!-- rolloutkit impact -->';

/** GitHub limits comments to 65 536 characters. */
const longestComment = 60_000;

const marks: Readonly<Record<Severity, string>> = { error: '❌', warning: '⚠️', info: 'ℹ️' };

/** A comment on a pull request: one line, a table of Rollouts, and the effects on each, folded. */
export default function impactMarkdown(result: ImpactResult): string {
  const { impacts, notes, failures, unchecked, unknown } = result;
  const head = [
    commentMarker,
    `### ${headline(result)}`,
    ...failures.map(({ message }) => `- **not checked**: ${inert(message)}`),
    ...unknown.map(({ message }) => `- **unknown**: ${inert(message)}`),
    ...(unchecked.length === 0 ? [] : [`- **not checked**: ${inert(unchecked.join(', '))}`]),
    '',
    ...(impacts.length === 0 ? [] : tableOf(impacts)),
  ];
  const foot = notes.length === 0 ? [] : ['', ...notes.map(({ message }) => `- ${inert(message)}`)];
  const parts: string[] = [];
  let left = longestComment - [...head, ...foot].join('\n').length;
  for (const impact of impacts) {
    const part = details(impact);
    if (part.length > left) {
      parts.push(`… and ${counted(impacts.length - parts.length, 'more Rollout')}.`);
      break;
    }
    left -= part.length + 1;
    parts.push(part);
  }
  return `${[...head, ...parts, ...foot].join('\n')}\n`;
}

function headline({ impacts, failures, faults, findings, unknown, unchecked }: ImpactResult): string {
  const [errors, warnings] = [countEffects(impacts, 'error'), countEffects(impacts, 'warning')];
  const isBroken = failures.length + faults.length + findings.length > 0;
  if (impacts.length === 0) {
    if (isBroken) return '⚠️ Not everything could be checked';
    if (unknown.length > 0) return '❔ What this change does is unknown';
    if (unchecked.length > 0) return '❔ This change touches no Rollout that was read';
    return '✅ This change touches no Rollout';
  }
  const isUnknown = unknown.length + unchecked.length > 0;
  const of = `${counted(impacts.length, 'Rollout')} touched${unknown.length > 0 ? '; what else it does is unknown' : ''}`;
  if (errors > 0)
    return `❌ This change breaks something: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}, ${of}`;
  const interrupts = impacts.some(({ effects }) =>
    effects.some(({ severity, detail }) => severity === 'warning' && interruptions.has(detail.kind)),
  );
  if (warnings > 0)
    return `⚠️ ${unprotectedText(impacts) ?? (interrupts ? 'This change interrupts an update that is under way' : 'This change has effects to check')}: ${counted(warnings, 'warning')}, ${of}`;
  if (isBroken) return `⚠️ Nothing breaks: ${of}`;
  return isUnknown ? `❔ Nothing that was read breaks: ${of}` : `✅ Nothing breaks: ${of}`;
}

/** What the change costs when a later version is bad; undefined if that is not worse. */
function unprotectedText(impacts: readonly RolloutImpact[]): string | undefined {
  const worse = impacts.flatMap(({ effects }) =>
    effects.flatMap(({ detail }) => (detail.kind === 'less-protected' ? [detail.after] : [])),
  );
  if (worse.some(({ outcome }) => outcome === 'promoted')) return 'Nothing stops a bad version any more';
  return worse.length > 0 ? 'A bad version costs more' : undefined;
}

function tableOf(impacts: readonly RolloutImpact[]): readonly string[] {
  return [
    '| | Rollout | What happens at rest | While an update is under way |',
    '| --- | --- | --- | --- |',
    ...impacts.map((impact) => {
      const worst = impact.effects[0]?.severity ?? 'info';
      const at = (isRest: boolean): string => {
        const lines = impact.effects
          .filter(({ when }) => (isRest ? when.includes('rest') : when.some((one) => one !== 'rest')))
          .filter(({ severity }) => isRest || severity !== 'info')
          .map(({ severity, detail: { kind } }) => `${marks[severity]} ${kind.replaceAll('-', ' ')}`);
        return [...new Set(lines)].slice(0, maxInCell).join('<br>');
      };
      return `| ${marks[worst]} | ${codeSpan(rolloutTitle(impact))} | ${at(true)} | ${at(false)} |`;
    }),
    '',
  ];
}

/** Table cells are kept short. */
const maxInCell = 4;

function details(impact: RolloutImpact): string {
  const starts = updateText(impact);
  return [
    `<details${impact.effects.some(({ severity }) => severity === 'error') ? ' open' : ''}>`,
    `<summary>Rollout <code>${htmlText(rolloutTitle(impact))}</code>: ${inertHtml(carrierText(impact))}</summary>`,
    '',
    ...impact.effects.map((effect) => `- ${marks[effect.severity]} ${inert(effectText(impact, effect))}`),
    ...(starts === undefined
      ? []
      : [
          '',
          `What starts: ${inert(starts)}`,
          '',
          '| Frame | | Weight | | Stable | Canary | Routes |',
          '| --- | --- | ---: | --- | ---: | ---: | --- |',
          ...impact.frames.map((frame) => `| ${cellsOf(frame).map(inert).join(' | ')} |`),
        ]),
    ...(impact.notes.length === 0 ? [] : ['', ...impact.notes.map((note) => `- ${inert(note)}`)]),
    '',
    '</details>',
    '',
  ].join('\n');
}
