/** The SHA-256 of a string as hexadecimal digits, by FIPS 180-4: Node's own is not in a browser, and that of a browser is asynchronous. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length * 8);
  const hash = firstPrimes(8).map((prime) => fraction(Math.sqrt(prime)));
  const constants = firstPrimes(64).map((prime) => fraction(Math.cbrt(prime)));
  for (let start = 0; start < padded.length; start += 64) addBlock(hash, wordsAt(view, start), constants);
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The 64 words of the schedule of a block. */
function wordsAt(view: DataView, start: number): readonly number[] {
  const words = Array.from({ length: 16 }, (_, index) => view.getInt32(start + 4 * index));
  for (let index = 16; index < 64; index++) {
    const [early, late] = [words[index - 15]!, words[index - 2]!];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words.push((words[index - 16]! + first + words[index - 7]! + second) | 0);
  }
  return words;
}

function addBlock(hash: number[], words: readonly number[], constants: readonly number[]): void {
  let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
  for (const [index, word] of words.entries()) {
    const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + sum + ((e & f) ^ (~e & g)) + constants[index]! + word) | 0;
    const other = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (other + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) hash[index] = (hash[index]! + word) | 0;
}

/** A word turned to the right. */
function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits after the point. */
function fraction(number: number): number {
  return ((number - Math.floor(number)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return primes;
}
