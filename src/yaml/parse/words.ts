/**
 * Hashes of the words that may be names of objects or hosts: for `checkout.shop.svc`, the whole and `checkout`. Keys of maps are
 * left out. Two words may share a hash, and a hash may occur twice: the result shows which words a file certainly does not
 * contain.
 */
export function wordHashes(text: string): Uint32Array {
  const { length } = text;
  recent.fill(0);
  let count = 0;
  const add = (hash: number): void => {
    const slot = hash & (recent.length - 1);
    if (recent[slot] === hash) return;
    recent[slot] = hash;
    if (count === buffer.length) buffer = grown(buffer);
    buffer[count++] = hash;
  };
  for (let index = 0; index < length; index++) {
    let code = text.charCodeAt(index);
    if (code > 127 || kindOf[code] !== letter) continue;
    // A word that ends with a dot or a hyphen is part of a sentence.
    let hash = basis;
    let word = basis;
    let first = 0;
    for (;;) {
      const kind = kindOf[code];
      if (kind === end) break;
      if (kind === dot && first === 0) first = word;
      hash = Math.imul(hash ^ code, prime);
      if (kind === letter) word = hash;
      index += 1;
      if (index === length) break;
      code = text.charCodeAt(index);
      if (code > 127) break;
    }
    if (code === colon && index < length && !(text.charCodeAt(index + 1) > space)) continue;
    add(word >>> 0);
    if (first !== 0) add(first >>> 0);
  }
  return buffer.slice(0, count);
}

/** The hash of a word, as in `wordHashes`. */
export function wordHash(word: string): number {
  let hash = basis;
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), prime);
  return hash >>> 0;
}

/** FNV-1a. http://www.isthe.com/chongo/tech/comp/fnv/ */
const [basis, prime] = [0x811c9dc5, 0x01000193];

/** Words that were just found; most occur several times in a file. */
const recent = new Uint32Array(1024);
let buffer = new Uint32Array(4096);

function grown(full: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(full.length * 2);
  larger.set(full);
  return larger;
}

const [colon, space] = [0x3a, 0x20];
const [end, letter, dot, hyphen] = [0, 1, 2, 3];

/** The class of an ASCII character in a word, by its code. */
const kindOf = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (char === '.') return dot;
  if (char === '-') return hyphen;
  return /\w/.test(char) ? letter : end;
});
