import { editsOf, Texts } from '../lint/fix/edits.js';
import type { Finding, Severity } from '../model/finding.js';
import type { Fix, TextEdit } from '../model/fix.js';
import type { Place } from '../model/source.js';
import { Positions } from '../report/positions.js';
import { quoted, withoutCommands } from '../report/quoted.js';
import type { Judged } from './project.js';

/** What becomes a message of ESLint; offsets are those of the text with its byte order mark. */
export interface Report {
  /** The name of the rule without that of the plugin. */
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly fix: readonly TextEdit[] | undefined;
  readonly suggestions: readonly { readonly desc: string; readonly edits: readonly TextEdit[] }[];
}

/** Under this rule it is told what could not be checked. */
export const checkedRule = 'checked';

/** Places of other files that a message names at most. */
const maxRelated = 3;

/** What there is to tell of a file, by rule. */
export function reportsOf(
  path: string,
  { findings, mended, unchecked, skipped, tried }: Judged,
): readonly Report[] {
  const positions = new Positions();
  const texts = new Texts();
  const nameOf = ({ source, start, end }: Place): string =>
    `${source.name}:${positions.of(source, start, end).line}`;

  const ofFinding = (finding: Finding): Report => {
    const { place, labels, more, moreIn = 'document', fix } = finding;
    const related = labels
      .filter((label) => label.place.source.path !== path)
      .slice(0, maxRelated)
      .map((label) => `${nameOf(label.place)}: ${positions.label(label)}`);
    const elsewhere = [...new Set(fix?.writes.map(({ resource }) => resource.source.name))];
    const isElsewhere = fix?.writes.some(({ resource }) => resource.source.path !== path) === true;
    return {
      ...reported(finding, [
        positions.message(finding),
        ...(more === undefined ? [] : [`There are ${more} more like it in the ${moreIn}.`]),
        ...related,
        ...(isElsewhere ? [`Fix in ${elsewhere.join(' and ')}: ${fix.title}`] : []),
      ]),
      start: Math.max(0, place.start),
      end: Math.max(0, place.end),
      ...(isElsewhere ? nothingToDo : offered(finding)),
    };
  };

  const ofMended = (finding: Finding): Report | undefined => {
    const its = offered(finding);
    const [edit] = its.fix ?? its.suggestions[0]?.edits ?? [];
    if (!edit) return undefined;
    return {
      ...reported(finding, [`${nameOf(finding.place)}: ${positions.message(finding)}`, finding.fix!.title]),
      start: edit.start,
      end: edit.end,
      ...its,
    };
  };

  const offered = (finding: Finding): Pick<Report, 'fix' | 'suggestions'> => {
    const { fix } = finding;
    const edits = fix && (fix.safety === 'unsafe' || tried.proven.has(finding)) ? editsFor(fix) : [];
    if (!fix || edits.length === 0) return nothingToDo;
    return fix.safety === 'safe'
      ? { fix: edits, suggestions: [] }
      : { fix: undefined, suggestions: [{ desc: quoted(fix.title), edits }] };
  };

  const editsFor = (fix: Fix): readonly TextEdit[] => {
    const result = editsOf(fix, texts);
    if ('unfit' in result || result.edits.some(({ source }) => source.path !== path)) return [];
    return result.edits;
  };

  return [
    ...unchecked.map((message) => uncheckedReport('error', message)),
    ...skipped.map((message) => uncheckedReport('info', message)),
    ...findings.map(ofFinding),
    ...mended.map(ofMended).filter((report) => report !== undefined),
  ];
}

function uncheckedReport(severity: Severity, message: string): Report {
  return { rule: checkedRule, severity, message: shown(message), start: 0, end: 0, ...nothingToDo };
}

const nothingToDo = { fix: undefined, suggestions: [] } as const;

function reported(
  { rule, severity }: Finding,
  sentences: readonly string[],
): Pick<Report, 'rule' | 'severity' | 'message'> {
  return { rule: rule.replace(/^rolloutkit\//, ''), severity, message: shown(sentences.join(' ')) };
}

/** ESLint prints messages as they are, and a CI system may read along. */
function shown(text: string): string {
  return withoutCommands(quoted(text));
}
