import { isCompilable, mostMatches } from '../../kubernetes/kinds/go-pattern.js';
import { regexpMatches, regexpProblem, type RegexpMatch } from '../../kubernetes/kinds/go-regexp.js';
import { BeyondSubset, describe, JqRunError, preview } from './values.js';

/**
 * What a regular expression, which is one of Go, finds in a string: whether there is a match, or all of them.
 * https://github.com/itchyny/gojq/blob/v0.12.19/func.go (funcMatch)
 */
export function matches(input: unknown, pattern: unknown, flags: unknown, isTest: boolean): unknown {
  const letters = flags ?? '';
  if (typeof letters !== 'string' || typeof input !== 'string' || typeof pattern !== 'string') {
    const call = `${isTest ? 'test' : 'match'}(${preview(pattern)}; ${preview(flags)})`;
    throw new JqRunError(() => `${call} cannot be applied to: ${describe(input)}`);
  }
  if (!/^[gim]*$/.test(letters))
    throw new JqRunError(() => `unsupported regular expression flag: ${JSON.stringify(letters)}`);
  const whole = `${letters.includes('m') ? '(?s)' : ''}${letters.includes('i') ? '(?i)' : ''}${pattern}`;
  const problem = isCompilable(whole) ? regexpProblem(whole) : null;
  if (problem === null) throw new BeyondSubset('it has an unusual regular expression');
  if (problem !== undefined)
    throw JqRunError.inOtherWords(() => `invalid regular expression ${JSON.stringify(whole)}: ${problem}`);
  const found = foundIn(whole, input, letters.includes('g') && !isTest);
  return isTest ? found.length > 0 : found.map((match) => describedMatch(match, input));
}

function foundIn(pattern: string, text: string, isGlobal: boolean): readonly RegexpMatch[] {
  const most = mostMatches(pattern, text);
  const tooLong = (): BeyondSubset => new BeyondSubset('its regular expression takes too long');
  if (most < 1) throw tooLong();
  const found: RegexpMatch[] = [];
  for (const match of regexpMatches(pattern, text)) {
    found.push(match);
    if (!isGlobal) break;
    if (found.length > most) throw tooLong();
  }
  return found;
}

/** A match as jq has it, which counts characters. */
function describedMatch({ groups: [whole, ...groups] }: RegexpMatch, text: string): unknown {
  const place = ({
    start,
    end,
  }: {
    readonly start: number;
    readonly end: number;
  }): Record<string, unknown> =>
    start < 0
      ? { offset: -1, length: 0, string: null }
      : {
          offset: [...text.slice(0, start)].length,
          length: [...text.slice(start, end)].length,
          string: text.slice(start, end),
        };
  const captures = groups.map((group) => ({ name: group.name, ...place(group) }));
  return { ...place(whole!), captures };
}
