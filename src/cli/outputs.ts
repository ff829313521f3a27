import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { cannotRepeat } from '../model/repeatable.js';
import { Boundary } from '../repository/files/boundary.js';
import { reason } from '../repository/files/read-text.js';
import { isUnwritten, writeWhole } from '../repository/files/write.js';
import { problemRules } from '../yaml/parse/problems.js';
import concise from '../report/formats/concise.js';
import github from '../report/formats/github.js';
import gitlab from '../report/formats/gitlab.js';
import junit from '../report/formats/junit.js';
import markdown from '../report/formats/markdown.js';
import { type Format, formats } from '../report/formats/names.js';
import sarif from '../report/formats/sarif.js';
import { type Shown, shownOf } from '../report/formats/shown.js';
import type { Finding } from '../model/finding.js';
import json from '../report/json.js';
import { shownFirst, toldOnce } from '../report/places.js';
import type { LintReport } from '../report/report.js';
import { colored, linking, plain } from '../report/style.js';
import text, { textInParts } from '../report/text.js';
import type { Rule } from '../rules/rule.js';
import { UsageError } from './exit.js';
import { list } from './options.js';
import { print, printCommands, printText, takesLinks, terminalWidth, printableText } from './output.js';
import { addressIn } from './rule-pages.js';
import type { Surroundings } from './surroundings.js';

/** The formats to print and to write to files. */
export interface Outputs {
  readonly printed: Format;
  readonly files: readonly { readonly format: Format; readonly file: string }[];
  /** Whether no format was requested, so that a CI system gets its own format in addition. */
  readonly isDefault: boolean;
}

/** Reads `--format FORMAT[:FILE],…`. Prints text unless one of the formats has no file. */
export function readOutputs(values: readonly string[] | undefined): Outputs {
  const all = list(values).map((entry) => {
    const [, name = '', file] = /^([^:]*)(?::(.*))?$/s.exec(entry) ?? [];
    const format = formats.find((one) => one === name)!;
    if (file === '') throw new UsageError(`--format "${entry}" needs a file after its colon.`);
    return { format, file };
  });
  const [printed, another] = all.filter(({ file }) => file === undefined);
  if (printed && another)
    throw new UsageError(
      `--format ${printed.format} and ${another.format} are both printed; write one to a file: --format ${another.format}:FILE`,
    );
  const files = all.flatMap(({ format, file }) => (file === undefined ? [] : [{ format, file }]));
  return { printed: printed?.format ?? 'text', files, isDefault: all.length === 0 };
}

/** How many findings are shown in text: on standard output, and in files. Other formats have all of them. */
export interface MostFindings {
  readonly printed: number;
  readonly written: number;
}

/**
 * The findings that an output shows with the edits of their fixes. Trying an edit takes far longer than printing it, so the fixes of
 * other findings are not tried.
 */
export function findingsWithEdits(
  findings: readonly Finding[],
  { printed, files }: Outputs,
  most: MostFindings,
): ReadonlySet<Finding> {
  const inText = [
    ...(printed === 'text' ? [most.printed] : []),
    ...(files.some(({ format }) => format === 'text') ? [most.written] : []),
  ];
  const isWhole = [printed, ...files.map(({ format }) => format)].some(
    (one) => one === 'json' || one === 'sarif',
  );
  if (isWhole) return new Set(findings);
  return new Set(shownFirst(toldOnce(findings), Math.max(0, ...inText)).shown.map(({ finding }) => finding));
}

interface Manner {
  readonly isColored: boolean;
  /** Whether text output is suppressed. */
  readonly isSilent: boolean;
  readonly most: MostFindings;
}

/** Prints a report and writes it to files. Returns the errors. */
export function writeOutputs(
  report: LintReport,
  { printed, files, isDefault }: Outputs,
  { isColored, isSilent, most }: Manner,
  rules: readonly Rule[],
  around: Surroundings,
): readonly string[] {
  const shown = { value: undefined as Shown | undefined };
  const asShown = (): Shown => (shown.value ??= shownOf(report));
  if (printed === 'text') {
    const style = !isColored ? plain : takesLinks(around) ? linking(colored, addressIn(rules)) : colored;
    if (!isSilent)
      for (const lines of textInParts(report, style, { columns: terminalWidth(around), most: most.printed }))
        print(around, lines);
  } else if (printed === 'concise') {
    if (!isSilent) print(around, concise(asShown(), most.printed));
  } else if (printed === 'github') printCommands(around, github(asShown()));
  else printText(around, textIn(printed, report, asShown, { rules, most: most.printed }));

  const unwritten: string[] = [];
  for (const { format, file } of files)
    try {
      const target = path.resolve(around.folder, file);
      writeWhole(
        Boundary.around(around.folder, [file]),
        target,
        textIn(format, report, asShown, { rules, most: most.written }),
      );
    } catch (error) {
      if (!isUnwritten(error)) throw error;
      unwritten.push(`${file} cannot be written: ${error.message}`);
    }
  if (isDefault && around.environment['GITHUB_ACTIONS'] === 'true')
    unwritten.push(...tellGitHub(asShown(), around));
  return unwritten;
}

/** A report as a single text. */
function textIn(
  format: Format,
  report: LintReport,
  shown: () => Shown,
  { rules, most }: { readonly rules: readonly Rule[]; readonly most: number },
): string {
  switch (format) {
    case 'text':
      return printableText(text(report, plain, { most }));
    case 'concise':
      return printableText(concise(shown(), most));
    case 'json':
      return json(report);
    case 'sarif':
      return sarif(shown(), [...rules.map(({ meta }) => meta), ...problemRules]);
    case 'github':
      return github(shown())
        .map((command) => `${command}\n`)
        .join('');
    case 'gitlab':
      return gitlab(shown());
    case 'junit':
      return junit(shown());
    case 'markdown':
      return markdown(shown());
  }
}

/** Prints annotations, and writes a summary of the job if the runner asks for one. */
function tellGitHub(shown: Shown, around: Surroundings): readonly string[] {
  printCommands(around, github(shown));
  const file = around.environment['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '' || shown.findings.length + shown.broken.length === 0) return [];
  cannotRepeat();
  try {
    appendFileSync(file, markdown(shown));
    return [];
  } catch (error) {
    return [`GITHUB_STEP_SUMMARY cannot be written: ${reason(error)}`];
  }
}
