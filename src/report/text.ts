import type { Finding, Label, Severity } from '../model/finding.js';
import type { Place } from '../model/source.js';
import { type LintReport, type Position, Positions } from './report.js';
import type { Style } from './style.js';

/** Findings with code frames over all files that take part; one line when there is nothing to say. */
export default function text(report: LintReport, style: Style): string {
  const printer = new Printer(style);
  const blocks = report.findings.map((finding) => printer.finding(finding));
  const failures = report.failures.map(({ message }) => `${style.red('!')} ${message}\n`);
  const notes = report.notes.map(({ message }) => `${style.blue('i')} ${message}\n`);
  return [...blocks, ...failures, ...notes, `${printer.summary(report)}\n`].join('');
}

const marks: Readonly<Record<Severity, string>> = { error: '×', warning: '!', info: 'i' };

/** A line longer than this is cut around what is marked. */
const maxWidth = 160;

class Printer {
  private readonly positions = new Positions();

  constructor(private readonly style: Style) {}

  finding({ rule, severity, message, why, place, labels }: Finding): string {
    const { style } = this;
    const position = this.positions.of(place.source, place.start, place.end);
    const paint = this.paint(severity);
    const where = `${place.source.name}:${position.line}:${position.column}`;
    const lines = [
      `${style.bold(where)}  ${paint(severity)}  ${style.dim(rule)}`,
      '',
      `  ${paint(marks[severity])} ${message}`,
      '',
      ...this.frames(place, position, labels, paint),
      ...(why === undefined ? [] : [`  ${style.dim('why')}   ${why}`]),
      `  ${style.dim('more')}  rolloutkit explain ${rule}`,
      '',
      '',
    ];
    return lines.join('\n');
  }

  /** The place of the finding and those of its labels, one frame for each, under one frame of line numbers. */
  private frames(
    place: Place,
    position: Position,
    labels: readonly Label[],
    paint: (text: string) => string,
  ): string[] {
    if (place.start < 0) return [];
    const marked = [
      { place, position, message: '', isMain: true },
      ...labels
        .filter((label) => label.place.start >= 0)
        .map((label) => ({
          place: label.place,
          position: this.positions.of(label.place.source, label.place.start, label.place.end),
          message: label.message,
          isMain: false,
        })),
    ];
    const gutter = Math.max(...marked.map((frame) => String(frame.position.line).length)) + 2;
    const { style } = this;
    const border = (corner: string, text = ''): string =>
      `${' '.repeat(gutter)} ${style.dim(corner)}${text === '' ? '' : ` ${text}`}`;

    const body = marked.flatMap((frame, index) => {
      const { line, column } = frame.position;
      const title = style.dim(`${frame.place.source.name}:${line}:${column}`);
      const from = frame.isMain ? Math.max(1, line - 2) : line;
      const shown = Array.from({ length: line - from + 1 }, (_, step) => this.line(frame.place, from + step, gutter, frame.position));
      const { offset, length } = this.window(frame.place, frame.position);
      const width = Math.max(1, length);
      const underline = frame.isMain ? paint('^'.repeat(width)) : style.blue('-'.repeat(width));
      const message = frame.message === '' ? '' : ` ${frame.isMain ? frame.message : style.blue(frame.message)}`;
      return [
        border(index === 0 ? '╭─' : '├─', title),
        ...shown,
        border('│', `${' '.repeat(offset)}${underline}${message}`),
      ];
    });
    return [...body, border('╰─'), ''];
  }

  private line(place: Place, line: number, gutter: number, position: Position): string {
    const { cut } = this.window(place, position);
    const whole = this.positions.line(place.source, line).replaceAll('\t', ' ');
    const text = cut === 0 ? whole.slice(0, maxWidth) : `…${whole.slice(cut, cut + maxWidth)}`;
    return `${String(line).padStart(gutter)} ${this.style.dim('│')} ${text}`.trimEnd();
  }

  /** Where the marked stretch stands in what is shown of its line. */
  private window(place: Place, { line, column, endLine, endColumn }: Position): { cut: number; offset: number; length: number } {
    const width = this.positions.line(place.source, line).length;
    const cut = column > maxWidth - 40 ? column - 40 : 0;
    const end = endLine > line ? width + 1 : endColumn;
    const offset = column - 1 - cut + (cut === 0 ? 0 : 1);
    return { cut, offset, length: Math.min(end - column, maxWidth - offset) };
  }

  private paint(severity: Severity): (text: string) => string {
    const { red, yellow, blue } = this.style;
    return { error: red, warning: yellow, info: blue }[severity];
  }

  summary({ findings, failures, resources, rollouts, rules, milliseconds }: LintReport): string {
    const { style } = this;
    const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
    const [errors, warnings, infos] = [count('error'), count('warning'), count('info')];
    const found = [
      ...(errors > 0 ? [style.red(plural(errors, 'error'))] : []),
      ...(warnings > 0 ? [style.yellow(plural(warnings, 'warning'))] : []),
      ...(infos > 0 ? [style.blue(plural(infos, 'note', 'notes'))] : []),
      ...(failures.length > 0 ? [style.red(`${failures.length} not read`)] : []),
    ];
    const scope = `${plural(resources, 'resource')}, ${plural(rollouts, 'Rollout')}, ${plural(rules, 'rule')}, ${(milliseconds / 1000).toFixed(2)} s`;
    return found.length === 0 ? `${style.green('✓')} ${scope}` : `${style.red('×')} ${found.join(', ')} in ${scope}`;
  }
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
