import type { Path } from '../../../model/field.js';
import { Resource } from '../../../model/resource.js';
import { isKustomizationFile, type Source } from '../../../model/source.js';
import { splitDocuments } from '../../../yaml/parse/documents.js';
import { identify, identity } from '../../../yaml/parse/identity.js';
import { parseTree } from '../../../yaml/parse/tree.js';
import { spotIn } from '../at.js';

/**
 * Stands for what is typed: the text around the cursor is completed with it so that it can be parsed, and the tree tells where it
 * is. It is a valid name of any object, and no manifest contains it.
 */
export const probe = 'rolloutkit0probe';

/** A way to read a half-typed text: where the cursor is then. */
export interface Probed {
  /** The object of the text that was completed. */
  readonly resource: Resource;
  readonly path: Path;
  /** Whether a key is typed there, and not a value. */
  readonly isKey: boolean;
  /** What is replaced by a completion. */
  readonly start: number;
  readonly end: number;
  /** The column of the first replaced character. */
  readonly column: number;
  /** Whether a colon follows. */
  readonly hasColon: boolean;
}

/** Longer texts are generated and not typed. */
const [longestDocument, longestLine] = [1_000_000, 10_000];

/** The ways to read a document with a cursor; none in comments, and where the rest of the text cannot be parsed. */
export function probesAt(source: Source, offset: number): readonly Probed[] {
  const text = source.read();
  const document = documentAt(text, offset);
  if (document.end - document.start > longestDocument) return [];
  const token = tokenAt(text, offset);
  if (!token) return [];
  return linesFor(token).flatMap((line) => {
    const at = token.lineStart + line.indexOf(probe);
    const before = text.slice(document.start, token.lineStart) + line;
    const whole = before + text.slice(token.lineEnd, document.end);
    for (const tried of [whole, before]) {
      const found = probed(source, ' '.repeat(document.start) + tried, document.start, at);
      if (found) return [{ ...found, ...rangeOf(token) }];
    }
    return [];
  });
}

/** The document around an offset; splitDocuments leaves out those without content. */
function documentAt(text: string, offset: number): { readonly start: number; readonly end: number } {
  const all = splitDocuments(text);
  const known = all.find((one) => one.start <= offset && offset <= one.end);
  if (known) return known;
  const start = all.findLast(({ end }) => end < offset)?.end ?? 0;
  const end = all.find((one) => one.start > offset)?.start ?? text.length;
  // Of several documents without content, the one with the cursor.
  const opens = text.lastIndexOf('\n---', offset - 1) + 1;
  const closes = text.indexOf('\n---', offset);
  return { start: Math.max(start, opens), end: closes === -1 ? end : Math.min(end, closes + 1) };
}

/** The word around a cursor, and its line. */
interface TokenInLine {
  readonly lineStart: number;
  readonly lineEnd: number;
  /** The line before and behind the word. */
  readonly head: string;
  readonly tail: string;
  readonly length: number;
}

function rangeOf({
  lineStart,
  head,
  tail,
  length,
}: TokenInLine): Pick<Probed, 'start' | 'end' | 'column' | 'hasColon'> {
  const start = lineStart + head.length;
  return { start, end: start + length, column: head.length, hasColon: tail.startsWith(':') };
}

function tokenAt(text: string, offset: number): TokenInLine | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const next = text.slice(offset, offset + longestLine).search(/[\r\n]|$/);
  const lineEnd = offset + next;
  if (lineEnd - lineStart > longestLine) return undefined;
  const [left, right] = [text.slice(lineStart, offset), text.slice(offset, lineEnd)];
  if (/(?:^|\s)#/.test(left)) return undefined;
  let before = left.length;
  const inside = isInArgument(left) ? /[\w.-]/ : /[^\s,{}[\]"']/;
  while (before > 0 && inside.test(left[before - 1]!)) before--;
  if (isInArgument(left)) before = left.lastIndexOf('args.') + 'args.'.length;
  let after = 0;
  while (after < right.length && inside.test(right[after]!) && right[after] !== ':') after++;
  const [head, tail] = [left.slice(0, before), right.slice(after)];
  return { lineStart, lineEnd, head, tail, length: left.length - before + after };
}

function isInArgument(left: string): boolean {
  const open = left.lastIndexOf('{{');
  return open !== -1 && /^\{\{\s*args\.[\w.-]*$/.test(left.slice(open));
}

/** The lines that may be meant, each with the probe. */
function linesFor(token: TokenInLine): readonly string[] {
  const { head, tail } = token;
  if (isInArgument(head)) return linesWithArgument(token);
  const quote = ['"', "'"].find((one) => head.split(one).length % 2 === 0 && !tail.includes(one)) ?? '';
  if (tail.startsWith(':') || quote !== '') return [head + probe + quote + tail];
  // At the beginning of a line or an item, a key and a scalar can stand; a string behind it belongs to neither.
  if (/^\s*(?:-\s+)*$/.test(head)) return [`${head}${probe}: `, head + probe];
  if (/[{,]\s*$/.test(head)) return [`${head}${probe}: ${tail}`, head + probe + tail];
  return [head + probe + tail];
}

/** In a plain scalar, the braces of a template are a map, so the value is put in quotes. */
function linesWithArgument({ head, tail }: TokenInLine): readonly string[] {
  const closed = head + probe + (tail.includes('}}') ? '' : '}}') + tail;
  const key = /^\s*(?:-\s+)*[\w.-]+:\s/.exec(head)?.[0];
  return key === undefined ? [closed] : [closed, `${key}"{{args.${probe}}}"`];
}

function probed(
  source: Source,
  text: string,
  start: number,
  at: number,
): Pick<Probed, 'resource' | 'path' | 'isKey'> | undefined {
  const { root } = parseTree(text, start, text.length);
  const known = isKustomizationFile(source.path)
    ? identity('kustomize.config.k8s.io/v1beta1', 'Kustomization', '', undefined)
    : (identify(root) ?? identity('', '', '', undefined));
  if (!root) return undefined;
  const read: Source = { path: source.path, name: source.name, read: () => text };
  const resource = new Resource(known, read, root.start, { root, text: text.slice(start) });
  const { field, isKey } = spotIn(resource, at + 1);
  const isThere = isKey ? field.key === probe : (field.text ?? '').includes(probe);
  return isThere ? { resource, path: field.path, isKey } : undefined;
}
