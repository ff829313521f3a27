import { editsOf, Texts } from '../lint/fix/edits.js';
import type { Finding, Severity } from '../model/finding.js';
import type { Fix, TextEdit } from '../model/fix.js';
import type { Place } from '../model/source.js';
import { Positions } from '../report/positions.js';
import { quoted, withoutCommands } from '../report/quoted.js';
import type { JudgedFile } from './project.js';

/** The content of an ESLint message. Offsets include the byte order mark. */
export interface Report {
  /** The name of the rule without the prefix of the plugin. */
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly fix: readonly TextEdit[] | undefined;
  readonly suggestions: readonly { readonly desc: string; readonly edits: readonly TextEdit[] }[];
}

/** The rule that reports what could not be checked. */
export const checkedRule = 'checked';

/** The maximum number of places in other files that a message names. */
const maxRelated = 3;

/** The reports for a file. */
export function reportsOf(
  path: string,
  { findings, mended, unchecked, skipped, tried }: JudgedFile,
): readonly Report[] {
  const file = new FileReports(path, tried);
  return [
    ...unchecked.map((message) => uncheckedReport('error', message)),
    ...skipped.map((message) => uncheckedReport('info', message)),
    ...findings.map((finding) => file.ofFinding(finding)),
    ...mended.map((finding) => file.ofFixHere(finding)).filter((report) => report !== undefined),
  ];
}

/** Makes reports of findings for one file, which is the only one that ESLint can edit now. */
class FileReports {
  private readonly positions = new Positions();
  private readonly texts = new Texts();

  constructor(
    private readonly path: string,
    private readonly tried: JudgedFile['tried'],
  ) {}

  /** A finding whose place is in this file. */
  ofFinding(finding: Finding): Report {
    const { place, labels, more, moreIn = 'document', fix } = finding;
    const related = labels
      .filter((label) => label.place.source.path !== this.path)
      .slice(0, maxRelated)
      .map((label) => `${this.nameOf(label.place)}: ${this.positions.label(label)}`);
    const elsewhere = [...new Set(fix?.writes.map(({ resource }) => resource.source.name))];
    const isElsewhere = fix?.writes.some(({ resource }) => resource.source.path !== this.path) === true;
    return {
      ...asReported(finding, [
        this.positions.message(finding),
        ...(more === undefined ? [] : [`There are ${more} more like it in the ${moreIn}.`]),
        ...related,
        ...(isElsewhere ? [`Fix in ${elsewhere.join(' and ')}: ${fix.title}`] : []),
      ]),
      start: Math.max(0, place.start),
      end: Math.max(0, place.end),
      ...(isElsewhere ? { ...nothingToDo, suggestions: this.chosen(finding) } : this.offered(finding)),
    };
  }

  /** A finding of another file that an edit of this one fixes; undefined without such an edit. */
  ofFixHere(finding: Finding): Report | undefined {
    const its = this.offered(finding);
    const [edit] = its.fix ?? its.suggestions[0]?.edits ?? [];
    if (!edit) return undefined;
    return {
      ...asReported(finding, [
        `${this.nameOf(finding.place)}: ${this.positions.message(finding)}`,
        finding.fix!.title,
      ]),
      start: edit.start,
      end: edit.end,
      ...its,
    };
  }

  private nameOf({ source, start, end }: Place): string {
    return `${source.name}:${this.positions.of(source, start, end).line}`;
  }

  private offered(finding: Finding): Pick<Report, 'fix' | 'suggestions'> {
    const { fix } = finding;
    const edits =
      fix && (fix.safety === 'unsafe' || this.tried.proven.has(finding)) ? this.editsFor(fix) : [];
    const chosen = this.chosen(finding);
    if (!fix || edits.length === 0) return { ...nothingToDo, suggestions: chosen };
    return fix.safety === 'safe'
      ? { fix: edits, suggestions: chosen }
      : { fix: undefined, suggestions: [{ desc: quoted(fix.title), edits }, ...chosen] };
  }

  /** The choices that only change this file. */
  private chosen({ choices = [] }: Finding): Report['suggestions'] {
    return choices.flatMap((choice) => {
      const edits = this.editsFor(choice);
      return edits.length === 0 ? [] : [{ desc: quoted(choice.title), edits }];
    });
  }

  private editsFor(fix: Fix): readonly TextEdit[] {
    const result = editsOf(fix, this.texts);
    if ('unfit' in result || result.edits.some(({ source }) => source.path !== this.path)) return [];
    return result.edits;
  }
}

function uncheckedReport(severity: Severity, message: string): Report {
  return {
    rule: checkedRule,
    severity,
    message: withoutDirectives(message),
    start: 0,
    end: 0,
    ...nothingToDo,
  };
}

const nothingToDo = { fix: undefined, suggestions: [] } as const;

function asReported(
  { rule, severity }: Finding,
  sentences: readonly string[],
): Pick<Report, 'rule' | 'severity' | 'message'> {
  return {
    rule: rule.replace(/^rolloutkit\//, ''),
    severity,
    message: withoutDirectives(sentences.join(' ')),
  };
}

/** A message as one line without CI commands, because ESLint prints messages unchanged. */
function withoutDirectives(text: string): string {
  return withoutCommands(quoted(text));
}
