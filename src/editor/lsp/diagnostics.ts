import {
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
} from 'vscode-languageserver/node';
import type { Finding, Severity } from '../../model/finding.js';
import { Positions } from '../../report/positions.js';
import { quoted } from '../../report/quoted.js';
import { rangeOf } from './places.js';
import { uriOf } from './uris.js';

const diagnosticSeverities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** The name by which editors show where diagnostics come from. */
const sourceName = 'rolloutkit';

/** Makes diagnostics of findings. A finding that a change does not reach stays the same object, and so does its diagnostic. */
export class Diagnostics {
  private readonly positions = new Positions();
  private readonly made = new WeakMap<Finding, Diagnostic>();

  /** `pageOf` is the address of the page of a rule. */
  constructor(private readonly pageOf: (rule: string) => string | undefined) {}

  of(finding: Finding): Diagnostic {
    let its = this.made.get(finding);
    if (!its) this.made.set(finding, (its = this.make(finding)));
    return its;
  }

  /** What a finding says, in one line. */
  messageOf(finding: Finding): string {
    return quoted(this.positions.message(finding));
  }

  private make(finding: Finding): Diagnostic {
    const { rule, severity, place, labels, more, moreIn = 'document' } = finding;
    const page = this.pageOf(rule);
    const related = labels.map((label): DiagnosticRelatedInformation => {
      const location = { uri: uriOf(label.place.source.path), range: rangeOf(label.place) };
      return { location, message: quoted(this.positions.label(label)) };
    });
    const rest = more === undefined ? [] : [`There are ${more} more like it in the ${moreIn}.`];
    return {
      range: rangeOf(place),
      severity: diagnosticSeverities[severity],
      source: sourceName,
      code: rule,
      ...(page !== undefined && { codeDescription: { href: page } }),
      message: [this.messageOf(finding), ...rest].join(' '),
      ...(related.length > 0 && { relatedInformation: related }),
    };
  }
}

/** Diagnostics of a configuration that cannot be read, from lines such as `rolloutkit.yaml:3:5: Unknown key`. */
export function configDiagnostics(lines: readonly string[]): readonly Diagnostic[] {
  return lines.map((line) => {
    const [, at = '1', column = '1', message = line] = /^[^:]*:(\d+):(\d+): (.*)$/s.exec(line) ?? [];
    const start = { line: Number(at) - 1, character: Number(column) - 1 };
    return {
      range: { start, end: start },
      severity: DiagnosticSeverity.Error,
      source: sourceName,
      code: 'config',
      message: quoted(message),
    };
  });
}
