import { describe, expect, it } from 'vitest';
import { folderOf, run, type Run } from './command.js';

/** What a new user does wrong, and what has to be printed so that the user gets on without help. */
export interface Mistake {
  /** What the user did, as the end of "whoever …". */
  readonly did: string;
  readonly files?: Parameters<typeof folderOf>[0];
  readonly args: readonly string[];
  readonly code: number;
  /** What is wrong, in the user's own names. */
  readonly what: string;
  /** The file with line and column, or the argument. */
  readonly where: string;
  /** The next command, or the edit to make. */
  readonly next: string;
  /** Runs the command in another way, such as without permissions. */
  readonly runs?: (folder: string, ...args: string[]) => Run;
}

/** More than a screen of a small terminal is read by nobody who has only mistyped something. */
const maxUsageLines = 25;

/** Tells of each mistake what, where and how to go on. Where sentences are wrapped is of no interest. */
export function describeMistakes(title: string, mistakes: readonly Mistake[]): void {
  describe(title, () => {
    it.each(mistakes)('whoever $did', ({ files = {}, args, code, what, where, next, runs = run }) => {
      const { stdout, stderr, code: ended } = runs(folderOf(files), ...args);
      const printed = `${stderr}${stdout}`;
      const words = printed.replaceAll(/\s+/g, ' ');
      const isBrief = stdout === '' && stderr.trimEnd().split('\n').length <= maxUsageLines;
      const missing = [
        ...(ended === code ? [] : [`exit code ${code}, not ${ended}`]),
        ...(words.includes(what) ? [] : [`what is wrong: ${what}`]),
        ...(words.includes(where) ? [] : [`where it is: ${where}`]),
        ...(words.includes(next) ? [] : [`how to go on: ${next}`]),
        ...(words.includes('a bug in rolloutkit') ? ['no bug in rolloutkit'] : []),
        ...(ended === 2 && !isBrief ? ['a few lines on standard error'] : []),
      ];
      expect(missing, printed).toEqual([]);
    });
  });
}
