/**
 * The words of a text that may be names of objects or hosts, as hashes: of `checkout.shop.svc` all of it, and `checkout`. A key of a
 * map is none. Two words may have one hash, and a hash may be there twice: this tells what a text surely does not name.
 */
export function wordsOf(text: string): Uint32Array {
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
    let kind = kindOf[text.charCodeAt(index)];
    if (kind !== letter) continue;
    // What ends with a dot or a hyphen is a sentence around the word.
    let [hash, word, first] = [basis, basis, 0];
    for (; kind !== undefined; kind = kindOf[text.charCodeAt(++index)]) {
      if (kind === dot && first === 0) first = word;
      hash = Math.imul(hash ^ text.charCodeAt(index), prime);
      if (kind === letter) word = hash;
    }
    if (text.charCodeAt(index) === colon && !(text.charCodeAt(index + 1) > space)) continue;
    add(word >>> 0);
    if (first !== 0) add(first >>> 0);
  }
  return buffer.slice(0, count);
}

/** The hash of a word as `wordsOf` finds it. */
export function hashOf(word: string): number {
  let hash = basis;
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), prime);
  return hash >>> 0;
}

/** FNV-1a. http://www.isthe.com/chongo/tech/comp/fnv/ */
const [basis, prime] = [0x811c9dc5, 0x01000193];

/** Words that were just found; most stand several times in a text. */
const recent = new Uint32Array(1024);
let buffer = new Uint32Array(4096);

function grown(full: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(full.length * 2);
  larger.set(full);
  return larger;
}

const [colon, space] = [0x3a, 0x20];
const [letter, dot, hyphen] = [1, 2, 3];

/** What a character is in a word, by its code; undefined for what ends one. */
const kindOf: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (char === '.') return dot;
  if (char === '-') return hyphen;
  return /\w/.test(char) ? letter : undefined;
});
