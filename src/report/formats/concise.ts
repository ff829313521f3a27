import type { Shown } from './shown.js';

/** One line per finding, in the form of compilers, and the summary. */
export default function concise({ findings, broken, notes, summary }: Shown): readonly string[] {
  return [
    ...findings.map(
      ({ file, line, column, severity, rule, message }) =>
        `${file}:${line}:${column}: ${severity} ${rule}: ${message}`,
    ),
    ...broken.map((message) => `error: ${message}`),
    ...notes.map((message) => `note: ${message}`),
    summary,
  ];
}
