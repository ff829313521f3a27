import { describe, expect, it } from 'vitest';
import { lineChanges } from '../../src/report/fix-lines.js';
import { Positions } from '../../src/report/positions.js';
import { placeOf } from '../support/findings.js';
import { textSource } from '../support/sources.js';

const source = textSource(
  '/a.yaml',
  'kind: Rollout\r\nspec:\r\n    one: 1\r\n    two: 2\r\n    three: 3\r\n',
);
const secret = textSource(
  '/s.yaml',
  'kind: Secret\nmetadata: {name: web}\nstringData:\n  password: hunter2\n',
);

/** What is shown of edits: of each change its first line, and what goes and comes. */
function shown(...edits: (readonly [words: string, text: string])[]): readonly unknown[] {
  const all = edits.map(([words, text]) => ({ ...placeOf(source, words), text }));
  return lineChanges({ edits: all }, new Positions()).map(({ line, before, after }) => [line, before, after]);
}

describe('the lines of a fix', () => {
  it.each([
    ['a word', 'Rollout', 'Job', [[1, ['kind: Rollout'], ['kind: Job']]]],
    ['a line that comes', '', '    zero: 0\r\n', [[1, [], ['zero: 0']]]],
    ['a line that goes', '    two: 2\r\n', '', [[4, ['two: 2'], []]]],
    ['what goes, up to the beginning of the next line', 'two: 2\r\n    ', '', [[4, ['two: 2'], []]]],
    [
      'lines that stay',
      '    two: 2\r\n    three: 3\r\n',
      '    two: 2\r\n    more: 4\r\n',
      [[5, ['three: 3'], ['more: 4']]],
    ],
    [
      'a line with lines in it',
      'two: 2\r\n',
      'two:\r\n      in: 2\r\n',
      [[4, ['two: 2'], ['two:', '  in: 2']]],
    ],
  ])('%s', (_, words, text, expected) => {
    expect(shown([words, text])).toEqual(expected);
  });

  it('are those of all edits', () => {
    expect(shown(['1', '10'], ['2', '20'])).toEqual([
      [3, ['one: 1'], ['one: 10']],
      [4, ['two: 2'], ['two: 20']],
    ]);
  });

  it('are not shown where two edits are of one line', () => {
    expect(shown(['two', 'zwei'], ['2', '20'])).toEqual([]);
  });

  it('are not shown where there are many, or a long one', () => {
    expect(shown(['1', `1${'\r\n#'.repeat(9)}`])).toEqual([]);
    expect(shown(['1', '1'.repeat(200)])).toEqual([]);
  });

  it('have nothing of a Secret', () => {
    const edits = [{ ...placeOf(secret, 'password'), text: 'token' }];
    expect(lineChanges({ edits }, new Positions())).toEqual([]);
  });
});
