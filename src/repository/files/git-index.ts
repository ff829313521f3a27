/**
 * The paths in a Git index, versions 2 to 4, as bytes read as UTF-8: files, submodules, and folders of a sparse index, which end
 * in `/`. Undefined for what is not an index.
 * https://git-scm.com/docs/index-format
 */
export function readIndex(
  bytes: Buffer,
  shared?: (hash: string) => Buffer | undefined,
): string[] | undefined {
  // The file does not say which hash the repository uses; the entries only parse with one of them.
  for (const hashBytes of [20, 32]) {
    const index = entriesOf(bytes, hashBytes);
    if (!index) continue;
    const link = extensionOf(bytes, index.end, 'link');
    if (!link || link.subarray(0, hashBytes).every((byte) => byte === 0)) return index.paths;
    const base = shared?.(link.toString('hex', 0, hashBytes));
    const others = base && entriesOf(base, hashBytes);
    // Deleted entries of the shared index; replaced ones have the same path.
    const gone = others && bitsOf(link.subarray(hashBytes), others.paths.length);
    if (!gone) return undefined;
    return [...others.paths.filter((_, at) => !gone.has(at)), ...index.paths.filter((path) => path !== '')];
  }
  return undefined;
}

interface Entries {
  readonly paths: string[];
  /** Where the extensions start. */
  readonly end: number;
}

/** The `stat` data of the file, before its hash. */
const statBytes = 40;
const isExtended = 0x4000;
const lengthMask = 0xfff;
/**
 * An entry takes at least 62 bytes, and systems open no path of more than 4096: the paths of an index never take more than this
 * many times its size in total. Version 4 repeats the previous path, so a corrupt index could ask for any amount of memory.
 */
const mostGrowth = 64;

function entriesOf(bytes: Buffer, hashBytes: number): Entries | undefined {
  if (bytes.length < 12 + hashBytes || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  const head = statBytes + hashBytes + 2;
  // Each entry takes more bytes than this, so the count in a corrupt file is rejected early.
  if (version < 2 || version > 4 || count * head > bytes.length) return undefined;
  const paths: string[] = [];
  let previous: Buffer = Buffer.alloc(0);
  let taken = 0;
  let at = 12;
  for (let entry = 0; entry < count; entry += 1) {
    if (at + head > bytes.length) return undefined;
    const flags = bytes.readUInt16BE(at + head - 2);
    let from = at + head + (version > 2 && (flags & isExtended) !== 0 ? 2 : 0);
    let kept = 0;
    if (version === 4) {
      const number = varintAt(bytes, from);
      if (!number || number.value > previous.length) return undefined;
      kept = previous.length - number.value;
      from = number.end;
    }
    const end = bytes.indexOf(0, from);
    const known = flags & lengthMask;
    const length = kept + end - from;
    taken += length;
    if (end < 0 || taken > mostGrowth * bytes.length) return undefined;
    if (known < lengthMask ? length !== known : length < known) return undefined;
    const rest = bytes.subarray(from, end);
    const name = kept === 0 ? rest : Buffer.concat([previous.subarray(0, kept), rest]);
    paths.push(name.toString());
    previous = name;
    // Versions before 4 pad each entry to a multiple of eight bytes.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return { paths, end: at };
}

/** A number in the format of pack offsets. */
function varintAt(bytes: Buffer, from: number): { readonly value: number; readonly end: number } | undefined {
  let value = 0;
  for (let at = from; at < bytes.length && at < from + 5; at += 1) {
    const byte = bytes[at] ?? 0;
    value = (at === from ? 0 : (value + 1) * 128) + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return undefined;
}

function extensionOf(bytes: Buffer, from: number, name: string): Buffer | undefined {
  for (let at = from; at + 8 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at + 4);
    if (end > bytes.length) return undefined;
    if (bytes.toString('latin1', at, at + 4) === name) return bytes.subarray(at + 8, end);
    at = end;
  }
  return undefined;
}

/**
 * The first bitmap in these bytes, for a number of entries. It is compressed: a word says how many words with equal bits follow,
 * and how many literal ones. https://git-scm.com/docs/bitmap-format
 */
function bitsOf(bytes: Buffer, count: number): ReadonlySet<number> | undefined {
  if (bytes.length < 8) return undefined;
  const words = bytes.readUInt32BE(4);
  if (8 + words * 8 > bytes.length) return undefined;
  const bits = new Set<number>();
  let position = 0;
  for (let word = 0; word < words;) {
    const marker = bytes.readBigUInt64BE(8 + word * 8);
    const run = Number((marker >> 1n) & 0xffff_ffffn) * 64;
    if (position + run > count + 64) return undefined;
    if ((marker & 1n) === 1n) for (let bit = 0; bit < run; bit += 1) bits.add(position + bit);
    position += run;
    const literals = Number(marker >> 33n);
    if (word + literals >= words) return undefined;
    for (let literal = 1; literal <= literals; literal += 1, position += 64) {
      const value = bytes.readBigUInt64BE(8 + (word + literal) * 8);
      for (let bit = 0n; bit < 64n; bit += 1n)
        if (((value >> bit) & 1n) === 1n) bits.add(position + Number(bit));
    }
    word += literals + 1;
  }
  return bits;
}
