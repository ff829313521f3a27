import type { Text } from './judge.js';

const prefix = '#v1.';

/** The playground writes no longer links. */
const mostCharacters = 2_000_000;

/** Encodes texts as the fragment of an address, which browsers do not send to servers. */
export async function writeLink(texts: readonly Text[]): Promise<string> {
  const bytes = await through(
    new CompressionStream('deflate-raw'),
    new TextEncoder().encode(JSON.stringify(texts)),
  );
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return prefix + btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The texts in such a fragment; undefined if it is invalid. */
export async function readLink(hash: string): Promise<readonly Text[] | undefined> {
  if (!hash.startsWith(prefix) || hash.length > mostCharacters) return undefined;
  try {
    const letters = atob(hash.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = await through(
      new DecompressionStream('deflate-raw'),
      Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
    );
    const given: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(given) && given.every(isText) ? given : undefined;
  } catch {
    return undefined;
  }
}

function isText(given: unknown): given is Text {
  return (
    typeof given === 'object' &&
    given !== null &&
    'name' in given &&
    typeof given.name === 'string' &&
    'text' in given &&
    typeof given.text === 'string'
  );
}

/** The output is limited, because a small fragment can decompress to a very large text. */
async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > mostCharacters) throw new RangeError('too long');
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
