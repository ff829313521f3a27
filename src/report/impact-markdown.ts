import { counted } from '../model/wording.js';
import { append } from '../model/multimap.js';
import { interruptions } from '../play/impact/effect-severity.js';
import type { RolloutImpact } from '../play/impact/rollout-impact.js';
import type { Severity } from '../model/finding.js';
import { codeSpan, htmlText, inert, inertHtml } from './inert.js';
import { countEffects, type ImpactResult } from './impact-json.js';
import { cellsOf, podTitles, rolloutTitle } from './impact-text.js';
import { changedTable, restingWeights } from './impact-fields-table.js';
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
    ...linesWithin(
      failures.map(({ message }) => `- **not checked**: ${inert(message)}`),
      longestList,
    ),
    ...linesWithin(
      unknown.map(({ message }) => `- **unknown**: ${inert(message)}`),
      longestList,
    ),
    ...notChecked(unchecked),
    '',
    ...(impacts.length === 0 ? [] : tableOf(impacts)),
    ...changedTable(impacts.flatMap(({ fields }) => fields)),
  ];
  const some = linesWithin(
    notes.map(({ message }) => `- ${inert(message)}`),
    longestList,
  );
  const foot = some.length === 0 ? [] : ['', ...some];
  const parts: string[] = [];
  let left = longestComment - [...head, ...foot].join('\n').length;
  let told = 0;
  for (const [body, alike] of sectionsOf(impacts)) {
    const part = details(alike, body);
    if (part.length > left) {
      parts.push(`… and ${counted(impacts.length - told, 'more Rollout')}.`);
      break;
    }
    left -= part.length + 1;
    told += alike.length;
    parts.push(part);
  }
  return `${[...head, ...parts, ...foot].join('\n')}\n`;
}

/** The most characters of a list, and of the table of Rollouts, so that there is room for what is told of them. */
const longestList = 8000;
const longestTable = 12_000;

/** The first lines up to a number of characters; the others are counted. */
function linesWithin(lines: readonly string[], most: number): readonly string[] {
  let left = most;
  const over = lines.findIndex((line) => (left -= line.length + 1) < 0);
  return over === -1 ? lines : [...lines.slice(0, over), `- … and ${lines.length - over} more.`];
}

function notChecked(unchecked: readonly string[]): readonly string[] {
  if (unchecked.length === 0) return [];
  const shown = linesWithin(unchecked, longestList / 2);
  const isAll = shown.length === unchecked.length && shown === unchecked;
  const more = isAll ? '' : ` and ${unchecked.length - shown.length + 1} more`;
  return [`- **not checked**: ${inert((isAll ? shown : shown.slice(0, -1)).join(', '))}${more}`];
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
  if (worse.length > 0) return 'A bad version costs more';
  const isLost = impacts.some(({ effects }) => effects.some(({ detail }) => detail.kind === 'gate-lost'));
  return isLost ? 'A metric stops no bad version any more' : undefined;
}

function tableOf(impacts: readonly RolloutImpact[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const title of impacts.map(rolloutTitle)) counts.set(title, (counts.get(title) ?? 0) + 1);
  const cellOf = (impact: RolloutImpact): string => {
    const title = rolloutTitle(impact);
    return counts.get(title) === 1 ? codeSpan(title) : `${codeSpan(title)} of ${tellingApart(impact)}`;
  };
  return [
    '| | Rollout | What happens at rest | While an update is under way |',
    '| --- | --- | --- | --- |',
    ...rowsOf(impacts, (impact) => {
      const worst = impact.effects[0]?.severity ?? 'info';
      const at = (isRest: boolean): string => {
        const lines = impact.effects
          .filter(({ when }) => (isRest ? when.includes('rest') : when.some((one) => one !== 'rest')))
          .filter(({ severity }) => isRest || severity !== 'info')
          .map(({ severity, detail: { kind } }) => `${marks[severity]} ${kind.replaceAll('-', ' ')}`);
        return [...new Set(lines)].slice(0, maxInCell).join('<br>');
      };
      return `| ${marks[worst]} | ${cellOf(impact)} | ${at(true)} | ${at(false)} |`;
    }),
    '',
  ];
}

/** The rows of a table that fit, the gravest first where not all do. */
function rowsOf(
  impacts: readonly RolloutImpact[],
  rowOf: (impact: RolloutImpact) => string,
): readonly string[] {
  const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };
  const rows = impacts.map((impact) => ({
    text: rowOf(impact),
    rank: rank[impact.effects[0]?.severity ?? 'info'],
  }));
  const all = rows.map(({ text }) => text);
  if (all.join('\n').length <= longestTable) return all;
  const sorted = rows.toSorted((a, b) => a.rank - b.rank).map(({ text }) => text);
  const shown = linesWithin(sorted, longestTable).slice(0, -1);
  return [...shown, `| | … and ${sorted.length - shown.length} more | | |`];
}

/** What tells Rollouts of one name apart: the Applications that deploy them, or their files. */
function tellingApart({ carriers, rollout }: RolloutImpact): string {
  const names = carriers.flatMap(({ deployer, isKubectl }) => (isKubectl ? [] : [deployer.application.name]));
  const shown = names.length === 0 ? [rollout.source.name] : names.slice(0, maxInCell);
  return `${shown.map(codeSpan).join(', ')}${names.length > maxInCell ? ' …' : ''}`;
}

/** Table cells are kept short. */
const maxInCell = 4;

/** What is told of Rollouts, each text once with all Rollouts that it is true of, such as those of several overlays. */
function sectionsOf(impacts: readonly RolloutImpact[]): ReadonlyMap<string, readonly RolloutImpact[]> {
  const sections = new Map<string, RolloutImpact[]>();
  for (const impact of impacts) append(sections, bodyOf(impact), impact);
  return sections;
}

/** The names in the summary of a section; the others are counted. */
const maxInSummary = 10;

function details(alike: readonly RolloutImpact[], body: string): string {
  const isBroken = alike.some(({ effects }) => effects.some(({ severity }) => severity === 'error'));
  const names = alike
    .slice(0, maxInSummary)
    .map((impact) => `<code>${htmlText(rolloutTitle(impact))}</code>: ${inertHtml(carrierText(impact))}`);
  const more = alike.length > maxInSummary ? [`${alike.length - maxInSummary} more`] : [];
  return [
    `<details${isBroken ? ' open' : ''}>`,
    `<summary>Rollout${alike.length > 1 ? 's' : ''} ${[...names, ...more].join('<br>')}</summary>`,
    '',
    body,
    '',
    '</details>',
    '',
  ].join('\n');
}

function bodyOf(impact: RolloutImpact): string {
  const starts = updateText(impact);
  return [
    ...impact.effects.map((effect) => `- ${marks[effect.severity]} ${inert(effectText(impact, effect))}`),
    ...restingWeights(impact),
    ...(starts === undefined
      ? []
      : [
          '',
          `What starts: ${inert(starts)}`,
          '',
          `| Frame | | Weight | | ${podTitles(impact).map(capitalized).join(' | ')} | Routes |`,
          '| --- | --- | ---: | --- | ---: | ---: | --- |',
          ...impact.frames.map((frame) => `| ${cellsOf(frame).map(inert).join(' | ')} |`),
        ]),
    ...(impact.notes.length === 0 ? [] : ['', ...impact.notes.map((note) => `- ${inert(note)}`)]),
  ].join('\n');
}

function capitalized(word: string): string {
  return word.replace(/^./, (first) => first.toUpperCase());
}
