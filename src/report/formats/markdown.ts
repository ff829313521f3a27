import type { FindingJson } from '../json.js';
import { liveCommand } from '../live-command.js';
import { quoted } from '../quoted.js';
import type { Shown } from './shown.js';

/** GitHub takes 1 MiB for the summary of a step, and nobody reads as much. */
const maxRows = 200;

/** A summary for a job or a comment: a line, and a table of the first findings. */
export default function markdown({ findings, broken, notes, summary }: Shown): string {
  const rest = findings.length - maxRows;
  return [
    `**rolloutkit**: ${literal(summary)}`,
    ...(broken.length > 0 ? ['', ...broken.map((message) => `- **not checked**: ${literal(message)}`)] : []),
    ...(findings.length > 0
      ? ['', '| Where | | Rule | What |', '| --- | --- | --- | --- |', ...findings.slice(0, maxRows).map(row)]
      : []),
    ...(rest > 0 ? ['', `… and ${rest} more.`] : []),
    ...(notes.length > 0 ? ['', ...notes.map((message) => `- ${literal(message)}`)] : []),
    '',
  ].join('\n');
}

function row({ file, line, column, severity, rule, message, why, live }: FindingJson): string {
  const command = live && liveCommand(live);
  const reason = [why, command && `See it: ${command}`]
    .map((text) => (text ? `<br>${literal(text)}` : ''))
    .join('');
  return `| ${literal(`${file}:${line}:${column}`)} | ${severity} | ${literal(rule)} | ${literal(message)}${reason} |`;
}

/** A text as it is, on one line: nothing of it is Markdown, HTML, a mention or a link. */
export function literal(text: string): string {
  return quoted(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~$]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll('@', '&#64;')
    .replaceAll('://', '&#58;//');
}
