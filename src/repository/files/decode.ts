import { isUtf8 } from 'node:buffer';
import { noUtf8 } from '../../model/source.js';

/** What stands for bytes that are no UTF-8, and may stand in a text for itself. */
const replacement = '\uFFFD';

type Wide = 'utf-16le' | 'utf-16be';

/**
 * The text of bytes, with `noUtf8` for those that are none. Go's YAML reads UTF-16 where a byte order mark begins it, and not
 * UTF-32; the tools around it look for the next document byte by byte, and so read the first one only: what has several is no text.
 */
export function decode(bytes: Buffer): string {
  const wide = wideOf(bytes);
  const read = wide && decoded(bytes, wide);
  if (read !== undefined && !hasSeveral(read)) return read;
  const text = bytes.toString('utf8');
  // In a text that is refused anyway it does not matter which of them stood there.
  return text.includes(replacement) && !isUtf8(bytes) ? text.replaceAll(replacement, noUtf8) : text;
}

/** A text as bytes, in the encoding of a file that it takes the place of: a byte order mark says that it was read of it. */
export function encodedAs(text: string, first: Buffer): Buffer | string {
  const wide = text.startsWith('\uFEFF') ? wideOf(first) : undefined;
  if (!wide) return text;
  const bytes = Buffer.from(text, 'utf16le');
  return wide === 'utf-16be' ? bytes.swap16() : bytes;
}

/** What a byte order mark says; those of UTF-32 are read as of UTF-16, too, of which the next character is none. */
function wideOf(bytes: Buffer): Wide | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** Undefined where it is none, such as with half a character. Nothing but control characters tells of UTF-32. */
function decoded(bytes: Buffer, wide: Wide): string | undefined {
  try {
    const text = new TextDecoder(wide, { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function hasSeveral(text: string): boolean {
  const [first = '', ...others] = text.split(/^---(?=[ \t\r\n]|$)/m);
  const isNothing = first.split('\n').every((line) => /^\s*(?:#|$)/.test(line));
  return others.length > (isNothing ? 1 : 0);
}
