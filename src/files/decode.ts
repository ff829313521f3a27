import { isUtf8 } from 'node:buffer';
import { noUtf8 } from '../model/source.js';

/** What stands for bytes that are no UTF-8, and may stand in a text for itself. */
const replacement = '\uFFFD';

/** The text of bytes, with `noUtf8` for those that are none. */
export function decode(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  // In a text that is refused anyway it does not matter which of them stood there.
  return text.includes(replacement) && !isUtf8(bytes) ? text.replaceAll(replacement, noUtf8) : text;
}
