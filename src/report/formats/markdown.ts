import type { FindingJson } from '../json.js';
import { liveCommand } from '../live-command.js';
import { codeSpan, inert } from '../inert.js';
import type { Shown } from './shown.js';

/** The maximum number of findings in the table. GitHub limits the summary of a step to 1 MiB. */
const maxRows = 200;

/** A summary for a job or a comment: one line, and a table of the first findings. */
export default function markdown({ findings, broken, notes, summary }: Shown): string {
  const rest = findings.length - maxRows;
  return [
    `**rolloutkit**: ${inert(summary)}`,
    ...(broken.length > 0 ? ['', ...broken.map((message) => `- **not checked**: ${inert(message)}`)] : []),
    ...(findings.length > 0
      ? ['', '| Where | | Rule | What |', '| --- | --- | --- | --- |', ...findings.slice(0, maxRows).map(row)]
      : []),
    ...(rest > 0 ? ['', `… and ${rest} more.`] : []),
    ...(notes.length > 0 ? ['', ...notes.map((message) => `- ${inert(message)}`)] : []),
    '',
  ].join('\n');
}

function row({ file, line, column, severity, rule, message, why, live }: FindingJson): string {
  const command = live && liveCommand(live);
  const reason = [why, command && `See it: ${command}`]
    .map((text) => (text ? `<br>${inert(text)}` : ''))
    .join('');
  return `| ${codeSpan(`${file}:${line}:${column}`)} | ${severity} | ${codeSpan(rule)} | ${inert(message)}${reason} |`;
}
