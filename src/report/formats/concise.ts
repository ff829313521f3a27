import { counted } from '../../model/wording.js';
import { mostSevere } from '../places.js';
import type { Shown } from './shown.js';

/** One line per finding, in the form of compilers, and the summary. */
export default function concise(
  { findings, broken, notes, summary }: Shown,
  most = Infinity,
): readonly string[] {
  const kept = findings.length > most ? mostSevere(findings, ({ severity }) => severity, most) : undefined;
  const rest = findings.length - (kept?.size ?? findings.length);
  return [
    ...findings
      .filter((one) => kept?.has(one) !== false)
      .map(
        ({ file, line, column, severity, rule, message }) =>
          `${file}:${line}:${column}: ${severity} ${rule}: ${message}`,
      ),
    ...(rest > 0 ? [`note: ${counted(rest, 'more finding')} not shown; use --max-findings all`] : []),
    ...broken.map((message) => `error: ${message}`),
    ...notes.map((message) => `note: ${message}`),
    summary,
  ];
}
