import type { Kept, KeptState } from '../lint/kept/state.js';
import { isKeptState } from '../lint/kept/valid.js';
import { OpenFile } from '../repository/files/read-text.js';
import { hashOf } from '../repository/files/recording.js';

/** A state that was read from a file, with its words; texts are read when they are needed. */
export interface StoredState {
  readonly state: KeptState;
  readonly words: Uint32Array;
  /**
   * The bytes of the text of a source; undefined if they are not kept, or after `close`. They may be others if the file was changed.
   */
  readonly textOf: (index: number) => Buffer | undefined;
  close(): void;
}

/** Longer ones are neither written nor read. */
const mostBytes = 160 * 2 ** 20;

const head = /^rolloutkit-state 1 ([0-9a-f-]{36}) (\d{1,10}) (\d{1,10}) (\S{44}) (\S{44})\n/;

/** The longest first line. */
const headBytes = 256;

/** The parts of a file for a state; undefined if it is too long. */
export function statePart(id: string, { state, words, texts }: Kept): readonly Uint8Array[] | undefined {
  const values = Buffer.from(JSON.stringify(state));
  const wordBytes = Buffer.from(words.buffer, words.byteOffset, words.byteLength);
  const sizes = [values.length, wordBytes.length];
  const first = `rolloutkit-state 1 ${id} ${sizes.join(' ')} ${hashOf(values)} ${hashOf(wordBytes)}\n`;
  const parts = [Buffer.from(first), values, wordBytes, texts];
  return parts.reduce((sum, { length }) => sum + length, 0) > mostBytes ? undefined : parts;
}

/**
 * Reads the state that a run has kept with its entry; undefined for everything that `statePart` has not written. The file stays
 * open until `close` is called, so that its texts are those of the same state.
 */
export function readState(file: string, id: string): StoredState | undefined {
  let opened: OpenFile | undefined;
  let stored: StoredState | undefined;
  try {
    opened = new OpenFile(file);
    stored = storedIn(opened, id);
  } catch {
    // It cannot be read, or is not a file.
  }
  if (!stored) opened?.close();
  return stored;
}

function storedIn(file: OpenFile, id: string): StoredState | undefined {
  const match = head.exec(file.part(0, headBytes).toString('latin1'));
  if (!match) return undefined;
  const [{ length: headLength }, its, valueLength, wordLength, ...hashes] = match;
  const [valueBytes, wordBytes] = [Number(valueLength), Number(wordLength)];
  if (its !== id || headLength + valueBytes + wordBytes > mostBytes || wordBytes % 4 !== 0) return undefined;
  const values = file.part(headLength, valueBytes);
  const numbers = file.part(headLength + valueBytes, wordBytes);
  if (hashOf(values) !== hashes[0] || hashOf(numbers) !== hashes[1]) return undefined;
  const words = new Uint32Array(numbers.buffer, numbers.byteOffset, wordBytes / 4);
  const state = JSON.parse(values.toString()) as unknown;
  if (!isKeptState(state, words.length)) return undefined;
  return { state, words, ...textsIn(file, state, headLength + valueBytes + wordBytes) };
}

/** The texts of a state, which begin somewhere in its file. */
function textsIn(
  file: OpenFile,
  { textLengths }: KeptState,
  start: number,
): Pick<StoredState, 'textOf' | 'close'> {
  let end = start;
  const starts = textLengths.map((length) => (end += Math.max(length, 0)) - Math.max(length, 0));
  let isOpen = true;
  return {
    textOf: (index) => {
      const length = textLengths[index] ?? -1;
      return length < 0 || !isOpen ? undefined : file.part(starts[index]!, length);
    },
    close: () => {
      isOpen = false;
      file.close();
    },
  };
}
