import path from 'node:path';
import { lstatSync } from '../repository/files/disk.js';
import { version } from '../../package.json';
import { Boundary } from '../repository/files/boundary.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import { readWithin, reason } from '../repository/files/read-text.js';
import { isUnwritten, replaceFile, writeNew } from '../repository/files/write.js';
import { UnfitProps } from '../constructs/manifests/manifest.js';
import { colored, plain } from '../report/style.js';
import { unifiedDiff } from '../report/unified-diff.js';
import { exposureText, neededText } from '../write/scaffold/exposure.js';
import { newService, objectionsToService, protectionOfService } from '../write/scaffold/new-service.js';
import { readProject } from '../write/scaffold/project.js';
import type { NewService } from '../write/scaffold/service.js';
import type { NewFile, WrittenService } from '../write/scaffold/style.js';
import { exitCodes, UnreadError, UsageError } from './exit.js';
import { leftovers } from './new-leftovers.js';
import { answers } from './questions.js';
import { type NewOptions, readNewOptions } from './new-options.js';
import { asGiven, optionalQuestions, requiredOptions } from './new-questions.js';
import { parse } from './options.js';
import { print, tell, wantsColor } from './output.js';
import type { Surroundings } from './surroundings.js';

/**
 * Writes the files of a new service, or shows them. Asks for missing values on a terminal; otherwise they are a usage
 * error.
 */
export function newCommand(args: string[], around: Surroundings): number | Promise<number> {
  const { values, positionals } = parse('new', args);
  const [service, ...others] = positionals;
  if (others.length > 0) throw new UsageError(`new takes one service; remove "${others.join('", "')}".`);
  const given = { ...values, ...(service !== undefined && { service }) };
  const missing = requiredOptions.filter(({ key }) => given[key] === undefined);
  if (missing.length === 0)
    return create(readNewOptions(given, around), wantsColor(around, values['no-color']), around);
  if (around.stdin.isTTY !== true || around.stderr.isTTY !== true)
    throw new UsageError(
      `Missing options: ${missing.map(({ flag, hint }) => `${flag} (${hint})`).join(', ')}.`,
    );
  return answers([...requiredOptions, ...optionalQuestions], given, around).then((answered) =>
    create(
      readNewOptions({ ...given, ...asGiven(answered) }, around),
      wantsColor(around, values['no-color']),
      around,
    ),
  );
}

function create(options: NewOptions, isColored: boolean, around: Surroundings): number {
  const { service, style, namePrefix, folder, isDry, isForced, notes } = options;
  const boundary = Boundary.around(around.folder, [folder]);
  const written = made(() =>
    newService(service, {
      style,
      project: readProject(folder, boundary),
      version,
      ...(namePrefix !== undefined && { namePrefix }),
    }),
  );
  const objections = objectionsToService(service, written);
  if (objections.length > 0) {
    tell(around, [
      'Nothing was written, because the result would not pass the checks of rolloutkit:',
      ...objections.map((one) => `  ${one}`),
    ]);
    return exitCodes.findings;
  }
  const comparison = compareFiles(written, boundary, options, around);
  const { toWrite } = comparison;
  const changed = toWrite.filter(({ before }) => before !== undefined);
  const diff = changed.flatMap(({ name, before = '', file }) =>
    unifiedDiff(name, before, file.text, isColored ? colored : plain),
  );
  if (changed.length > 0 && !isForced && !isDry) {
    tell(around, diff);
    throw new UsageError(
      `Nothing was written: ${changed.map(({ name }) => name).join(', ')} already ${changed.length === 1 ? 'exists' : 'exist'}; use --force to apply the diff above.`,
    );
  }
  tell(around, notes);
  if (isDry) tell(around, diff);
  for (const one of toWrite) {
    const problem = isDry ? undefined : writeNewFile(one, folder, boundary);
    if (problem !== undefined) {
      tell(around, [`${one.name} cannot be written: ${problem}`]);
      return exitCodes.unread;
    }
    print(around, [one.name]);
  }
  const at = withSlashes(path.relative(around.folder, folder));
  const others = leftovers(service.name, written.files, folder, boundary);
  if (others.length > 0)
    tell(around, [
      'Files of an earlier "new" stay, and may be deployed with the others; remove what is no longer meant:',
      ...others.map((one) => `  ${path.posix.join(at, one)}`),
    ]);
  tell(around, nextSteps(written, comparison, options, around));
  if (toWrite.length > 0) tell(around, exposure(service, written));
  return exitCodes.clean;
}

/** What a bad version of the service costs, as lines. */
function exposure(service: NewService, written: WrittenService): readonly string[] {
  const protection = protectionOfService(service, written);
  const text = protection && exposureText(protection);
  if (text === undefined) return [];
  const advice = service.analysis ? '' : ' With --analysis, an analysis notices it.';
  const needed = neededText(service);
  return [`${text}${advice}`, ...(needed === undefined ? [] : [needed])];
}

/** Reports values from which no service can be made as a usage error. */
function made(make: () => WrittenService): WrittenService {
  try {
    return make();
  } catch (error) {
    if (error instanceof UnfitProps) throw new UsageError(error.message);
    throw error;
  }
}

/** A file that does not exist or has other content. */
interface ToWrite {
  readonly file: NewFile;
  /** The path as shown to the user. */
  readonly name: string;
  /** Undefined if the file does not exist. */
  readonly before: string | undefined;
}

interface FileComparison {
  readonly toWrite: readonly ToWrite[];
  /** Existing files of the user that are not overwritten. */
  readonly kept: readonly { readonly file: NewFile; readonly before: string }[];
}

function compareFiles(
  { files }: WrittenService,
  boundary: Boundary,
  { folder }: NewOptions,
  around: Surroundings,
): FileComparison {
  const toWrite: ToWrite[] = [];
  const kept: { file: NewFile; before: string }[] = [];
  for (const file of files) {
    const target = path.join(folder, file.path);
    const name = withSlashes(path.relative(around.folder, target));
    const before = textAt(target, name, boundary);
    if (before === file.text) continue;
    if (before !== undefined && file.ifThere) kept.push({ file, before });
    else toWrite.push({ file, name, before });
  }
  return { toWrite, kept };
}

function textAt(target: string, name: string, boundary: Boundary): string | undefined {
  try {
    return readWithin(boundary, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A dangling symbolic link also exists.
    if (code === 'ENOENT' && !lstatSync(target, { throwIfNoEntry: false })) return undefined;
    const why = code === 'ENOTDIR' ? 'a part of its path is a file.' : reason(error);
    throw new UnreadError(`${name} cannot be written: ${why}`);
  }
}

/** Writes a file; returns the reason if it cannot. */
function writeNewFile({ file, before }: ToWrite, folder: string, boundary: Boundary): string | undefined {
  const target = path.join(folder, file.path);
  try {
    if (before === undefined) writeNew(boundary, target, file.text);
    else replaceFile(boundary, target, file.text);
    return undefined;
  } catch (error) {
    if (isUnwritten(error)) return error.message;
    throw error;
  }
}

/** Where the files are, if the folder of the service is in one of the same name, which may not be meant. */
function nestedNote(
  { files }: WrittenService,
  toWrite: readonly ToWrite[],
  folder: string,
): readonly string[] {
  const name = path.basename(folder);
  if (toWrite.length === 0 || !files.every((file) => file.path.startsWith(`${name}/`))) return [];
  return [
    `The files are in a folder "${name}" of its own inside of "${name}". To have them one folder up: --out with the folder above.`,
  ];
}

function nextSteps(
  written: WrittenService,
  { toWrite, kept }: FileComparison,
  { isDry, folder }: NewOptions,
  around: Surroundings,
): readonly string[] {
  const told = kept.flatMap(({ file, before }) => file.ifThere?.(before) ?? []);
  if (toWrite.length === 0 && told.length === 0) return ['Everything already exists.'];
  const at = withSlashes(path.relative(around.folder, folder));
  const nested = nestedNote(written, toWrite, folder);
  return [
    ...told,
    ...(isDry
      ? ['Nothing was written.']
      : [
          ...nested,
          'Next:',
          ...(at === '' ? [] : [`  cd ${at}`]),
          ...written.next.map((line) => `  ${line}`),
        ]),
  ];
}
