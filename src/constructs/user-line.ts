import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A stack that is only written out when it is read, where source maps are applied. */
export interface Trace {
  readonly stack?: string;
}

/** The stack of the calls that lead here, without this one. */
export function traceHere(): Trace {
  const trace = {};
  Error.captureStackTrace(trace, traceHere);
  return trace;
}

/** The folder of the sources, or of what they are built into. */
const ownFolder = `${dirname(__dirname)}${sep}`;

/**
 * The place in the user's program that a stack comes from, as `main.ts:12:3` from the working folder: the first call that is not
 * made by rolloutkit.
 * @returns undefined where a package, such as cdk8s, makes that call
 */
export function userLine({ stack = '' }: Trace, workingFolder: string): string | undefined {
  for (const frame of stack.split('\n')) {
    const place = placeInFrame(frame);
    if (!place || place.file.startsWith(ownFolder)) continue;
    if (!isUsers(place.file)) return undefined;
    const inside = relative(workingFolder, place.file);
    return `${inside.startsWith('..') ? place.file : inside}:${place.line}:${place.column}`;
  }
  return undefined;
}

function isUsers(file: string): boolean {
  return !file.startsWith('node:') && !file.split(/[/\\]/).includes('node_modules');
}

interface PlaceInFile {
  readonly file: string;
  readonly line: string;
  readonly column: string;
}

/** What V8 writes: `    at new Name (file:line:column)` or `    at file:line:column`. */
function placeInFrame(frame: string): PlaceInFile | undefined {
  const call = frame.trim();
  if (!call.startsWith('at ')) return undefined;
  const inside = call.endsWith(')') ? call.slice(call.lastIndexOf('(') + 1, -1) : call.slice(3);
  const parts = inside.split(':');
  const column = parts.pop() ?? '';
  const line = parts.pop() ?? '';
  const file = parts.join(':').replace(/^async /, '');
  if (file === '' || !/^\d+$/.test(line) || !/^\d+$/.test(column)) return undefined;
  return { file: file.startsWith('file://') ? pathOf(file) : file, line, column };
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return url; // Of another system, or not a URL after all.
  }
}
