import type { Severity } from '../../model/finding.js';
import { quoted, withoutCommands } from '../quoted.js';
import type { Shown } from './shown.js';

const annotationCommands: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
};

/**
 * Workflow commands of GitHub Actions, which become annotations: at most 10 of a severity and step are shown.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export default function github({ findings, broken, baseline }: Shown): readonly string[] {
  return [
    ...findings.map(({ severity, rule, message, file, line, column, endLine, endColumn }) =>
      command(annotationCommands[severity], message, {
        file,
        line,
        endLine,
        // GitHub rejects columns for ranges over several lines.
        ...(line === endLine ? { col: column, endColumn } : {}),
        title: rule,
      }),
    ),
    ...broken.map((message) => command('error', message, { title: 'not checked' })),
    ...(baseline ? [command('notice', baseline.message, { title: 'baseline' })] : []),
  ];
}

function command(
  name: string,
  message: string,
  properties: Readonly<Record<string, string | number>>,
): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${inProperty(safe(String(value)))}`);
  return `::${name} ${list.join(',')}::${inData(safe(message))}`;
}

/** Escapes older commands and those of other CI systems, which are also recognised within a line. */
function safe(text: string): string {
  return withoutCommands(quoted(text));
}

/** https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
function inData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function inProperty(text: string): string {
  return inData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
