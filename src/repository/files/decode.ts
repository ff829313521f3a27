import { isUtf8 } from 'node:buffer';
import { noUtf8 } from '../../model/source.js';

/** Decoders return this for bytes that are not UTF-8; it may also be a character of the file. */
const replacement = '\uFFFD';

type Wide = 'utf-16le' | 'utf-16be';

/**
 * The decoded bytes, with `noUtf8` for invalid ones. Go's YAML reader accepts UTF-16 with a byte order mark, and no UTF-32. The
 * tools around it search for the next document byte by byte, so they only read the first one: a file with several is invalid.
 */
export function decode(bytes: Buffer): string {
  const wide = wideOf(bytes);
  const read = wide && decoded(bytes, wide);
  if (read !== undefined && !hasSeveral(read)) return read;
  const text = bytes.toString('utf8');
  // The file is rejected anyway, so the two need not be distinguished.
  return text.includes(replacement) && !isUtf8(bytes) ? text.replaceAll(replacement, noUtf8) : text;
}

/** The bytes of a string in the encoding of the file that it replaces, which its byte order mark shows. */
export function encodedAs(text: string, first: Buffer): Buffer | string {
  const wide = text.startsWith('\uFEFF') ? wideOf(first) : undefined;
  if (!wide) return text;
  const bytes = Buffer.from(text, 'utf16le');
  return wide === 'utf-16be' ? bytes.swap16() : bytes;
}

/** The encoding by the byte order mark; those of UTF-32 count as UTF-16, where the next character is invalid. */
function wideOf(bytes: Buffer): Wide | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** Undefined if the bytes are invalid, such as half a character. UTF-32 shows only in control characters. */
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
