import { shortened } from '../model/message.js';
import type { Finding, Severity } from '../model/finding.js';
import type { Silencer } from '../model/silencer.js';
import { paragraph } from './paragraph.js';
import type { Positions } from './positions.js';
import { quoted } from './quoted.js';
import { countOfAll, type LintReport, listedSuppressed } from './report.js';
import type { Style } from './style.js';

/** How the list is laid out, and how many findings it has at most. */
interface ListLayout {
  readonly positions: Positions;
  readonly style: Style;
  readonly prose: number;
  readonly most: number;
}

/** The suppressed findings, each with its place, its rule, its message and what suppresses it; nothing unless they were asked for. */
export function suppressedLines(
  report: Pick<LintReport, 'suppressed' | 'listsSuppressed' | 'baseline'>,
  { positions, style, prose, most }: ListLayout,
): readonly string[] {
  const all = listedSuppressed(report);
  if (all.length === 0) return [];
  const hidden = countOfAll(all.slice(most));
  return [
    style.bold('Suppressed findings:'),
    '',
    ...all.slice(0, most).flatMap((finding) => [...suppressedBlock(finding, positions, style, prose), '']),
    ...(hidden === 0 ? [] : [`… ${hidden} more suppressed not shown; use --max-findings all`, '']),
  ];
}

function suppressedBlock(
  finding: Finding,
  positions: Positions,
  style: Style,
  prose: number,
): readonly string[] {
  const { rule, severity, place, more, moreIn = 'document', silencer } = finding;
  const { line, column } = positions.of(place.source, place.start, place.end);
  const where = `${quoted(place.source.name)}${place.start < 0 ? '' : `:${line}:${column}`}`;
  return [
    `${where}  ${painted(severity, style)}  ${style.rule(rule)}`,
    ...paragraph(' ', positions.message(finding), prose, 2),
    ...(silencer ? paragraph(' ', silencerText(silencer, positions), prose, 4) : []),
    ...(more === undefined ? [] : [`  … and ${more} more of ${rule} in this ${moreIn}`]),
  ];
}

function painted(severity: Severity, { red, yellow, blue }: Style): string {
  return { error: red, warning: yellow, info: blue }[severity](severity);
}

/** What suppresses a finding, with the reason: `comment at web.yaml:7, until 2027-01-31: Another team adds the route.` */
function silencerText(silencer: Silencer, positions: Positions): string {
  const because = 'reason' in silencer && silencer.reason ? `: ${shortened(silencer.reason)}` : '';
  switch (silencer.by) {
    case 'comment':
    case 'annotation': {
      const { source, start, end } = silencer.place;
      const { line } = positions.of(source, start, end);
      const until = silencer.until === undefined ? '' : `, until ${silencer.until}`;
      return `suppressed by the ${silencer.by} at ${source.name}:${line}${until}${because}`;
    }
    case 'configuration':
      return `suppressed by the configuration at ${silencer.file}:${silencer.line}${because}`;
    case 'baseline':
      return `suppressed by the baseline ${silencer.file}`;
  }
}
