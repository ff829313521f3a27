import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cannotRepeat } from '../model/repeatable.js';
import { Boundary } from '../repository/files/boundary.js';
import { isUnwritten, writeWhole } from '../repository/files/write.js';
import type { Note } from '../report/report.js';
import { UsageError } from './exit.js';
import { KeptTexts } from './kept-texts.js';
import { tell, unbuffered } from './output.js';
import { programAt } from './program-at.js';
import type { Output, Surroundings } from './surroundings.js';

/** The destination of a command's report. */
export interface Delivery {
  /** The file to write instead of standard output. */
  readonly output: string | undefined;
  /** Whether to open the report in the browser. */
  readonly opens: boolean;
}

interface DeliveryOptions {
  readonly output?: string;
  readonly open?: boolean;
  readonly format?: string;
}

/** Reads the options. Only an HTML page can be opened, so `--open` without a format selects HTML. */
export function readDelivery({ output, open, format }: DeliveryOptions): Delivery {
  if (output === '') throw new UsageError('--output needs the name of a file.');
  if (open === true && format !== undefined && format !== 'html')
    throw new UsageError(`--open shows an HTML page, not --format ${format}; remove --format or use html.`);
  return { output, opens: open === true };
}

/**
 * The format of a report. Without `--format`, the extension of the output file selects one of the command's formats.
 */
export function formatOf<Format extends string>(
  {
    format,
    open,
    output = '',
  }: Omit<DeliveryOptions, 'format'> & { readonly format?: Format | 'text' | 'html' },
  endings: Readonly<Record<string, Format>>,
): Format | 'text' | 'html' {
  if (format !== undefined) return format;
  return open === true ? 'html' : (endings[path.extname(output).toLowerCase()] ?? 'text');
}

/** Writes a report to its destination. Returns the errors. */
export function deliver(
  { output, opens }: Delivery,
  around: Surroundings,
  report: (to: Surroundings) => void,
): readonly Note[] {
  if (output === undefined && !opens) {
    report(unbuffered(around));
    return [];
  }
  cannotRepeat(); // A file is written.
  const parts = new KeptTexts();
  const stdout: Output = {
    write(part: string | Uint8Array) {
      parts.add(String(part));
      return true;
    },
  };
  report({ ...around, stdout });
  const file =
    output === undefined
      ? path.join(mkdtempSync(path.join(tmpdir(), 'rolloutkit-page-')), 'rollout.html')
      : path.resolve(around.folder, output);
  try {
    writeWhole(Boundary.around(around.folder, [file]), file, parts);
  } catch (error) {
    if (!isUnwritten(error)) throw error;
    const message = `${output ?? file} cannot be written: ${error.message}`;
    tell(around, [`× ${message}`]);
    return [{ message }];
  }
  if (opens) openFile(file, around);
  return [];
}

/** The program that opens a file in the browser, by platform. */
const openers: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer' };

function openFile(file: string, around: Surroundings): void {
  const program = programAt(openers[process.platform] ?? 'xdg-open', around);
  if (program === undefined) return tell(around, [`No program opens pages here; open ${file}`]);
  // The opener can fail after this process has ended, so the user always gets the path.
  tell(around, [`The page is ${file}`]);
  const { spawn } = process.getBuiltinModule('node:child_process');
  // The opener outlives this process, and it starts outside of any checkout.
  const child = spawn(program, [file], { cwd: tmpdir(), detached: true, stdio: 'ignore' });
  child.on('error', (error) => tell(around, [`The page cannot be opened: ${error.message}`]));
  child.unref();
}
