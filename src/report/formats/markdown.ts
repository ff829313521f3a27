import type { FindingJson } from '../json.js';
import { liveCommand } from '../live-command.js';
import { codeSpan, inert } from '../inert.js';
import { mostSevere } from '../places.js';
import type { Shown } from './shown.js';

/** The maximum number of findings in the table. GitHub limits the summary of a step to 1 MiB. */
const maxRows = 200;

/** A summary for a job or a comment: one line, and a table of findings, of which the most severe are kept. */
export default function markdown({ findings, broken, notes, summary }: Shown): string {
  const rest = findings.length - maxRows;
  return [
    `**rolloutkit**: ${inert(summary)}`,
    ...(broken.length > 0 ? ['', ...broken.map((message) => `- **not checked**: ${inert(message)}`)] : []),
    ...(findings.length > 0
      ? ['', '| Where | | Rule | What |', '| --- | --- | --- | --- |', ...rowsOf(findings).map(row)]
      : []),
    ...(rest > 0 ? ['', `… and ${rest} more.`] : []),
    ...(notes.length > 0 ? ['', ...notes.map((message) => `- ${inert(message)}`)] : []),
    '',
  ].join('\n');
}

/** As many findings as the table takes, in their order: 200 infos of one file must not hide an error of the next. */
function rowsOf(findings: readonly FindingJson[]): readonly FindingJson[] {
  if (findings.length <= maxRows) return findings;
  const kept = mostSevere(findings, ({ severity }) => severity, maxRows);
  return findings.filter((finding) => kept.has(finding));
}

function row({ file, line, column, severity, rule, message, why, live }: FindingJson): string {
  const command = live && liveCommand(live);
  const reason = [why, command && `See it: ${command}`]
    .map((text) => (text ? `<br>${inert(text)}` : ''))
    .join('');
  return `| ${codeSpan(`${file}:${line}:${column}`)} | ${severity} | ${codeSpan(rule)} | ${inert(message)}${reason} |`;
}
