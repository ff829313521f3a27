import { expect, it } from 'vitest';
import { WordIndex } from '../../src/lint/word-index.js';
import { wordHash } from '../../src/yaml/parse/words.js';
import { textSource } from '../support/sources.js';

const all = Array.from({ length: 40 }, (_, file) => {
  const words = Array.from({ length: 2000 }, (_, word) => wordHash(`word-${file}-${word}`));
  return [textSource(`/${file}.yaml`, ''), Uint32Array.of(...words, wordHash('shared'))] as const;
});
const asked = ['word-7-0', 'word-8-1999', 'shared', 'absent'].map(wordHash);

/** The files with each word that is asked for. */
function found(index: WordIndex): readonly string[] {
  const pairs: string[] = [];
  index.eachWith(asked, (path, hash) => pairs.push(`${path} ${asked.indexOf(hash)}`));
  return pairs.sort();
}

it('finds the same files with the table of many words as without', () => {
  const index = new WordIndex(
    { sources: all.map(([source]) => source), words: new WeakMap(all) },
    () => true,
  );
  const without = found(index);
  expect(without).toEqual(['/7.yaml 0', '/8.yaml 1', ...all.map(([{ path }]) => `${path} 2`)].sort());
  index.prepare();
  expect(found(index)).toEqual(without);
});
