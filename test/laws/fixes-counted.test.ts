import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';
import { fixtures } from '../support/random-repository.js';
import { wholeOr } from '../support/whole.js';

/** How many findings a report says that `--fix` and `--fix=all` fix. */
function said(report: string): { safe: number; all: number } {
  const line = report.split('\n').findLast((one) => one.includes(' can be fixed with --fix')) ?? '';
  const [whole = '', more = ''] = line.split('(');
  const sum = (part: string): number =>
    [...part.matchAll(/(\d+) (?:of|more after that|more with)/g)].reduce(
      (total, [, count]) => total + Number(count),
      0,
    );
  if (whole.includes('fixed with --fix=all')) return { safe: 0, all: sum(whole) };
  return { safe: sum(whole), all: sum(whole) + sum(more) };
}

/** How many findings a dry run says that it would fix. */
function made(report: string): number {
  return Number(/(\d+) findings? would be fixed/.exec(report)?.[1] ?? 0);
}

describe('the number of findings that can be fixed', () => {
  it('is what --fix then does, for each fixture of the rules', { timeout: 400_000 }, () => {
    const step = wholeOr(1, 50);
    let count = 0;
    for (const files of fixtures('test/rules').filter((_, index) => index % step === 0)) {
      const folder = folderOf(Object.fromEntries(files.map(({ path, text }) => [path, text])));
      const report = run(folder, 'lint').stdout;
      if (!report.includes('can be fixed with') || report.includes('  up to ')) continue;
      const { safe, all } = said(report);
      const told = (fix: string): number => made(run(folder, 'lint', fix, '--dry-run').stderr);
      expect([safe, told('--fix')], files[0]?.path).toEqual([safe, safe]);
      if (all > safe) expect([all, told('--fix=all')], files[0]?.path).toEqual([all, all]);
      count++;
    }
    expect(count).toBeGreaterThan(wholeOr(300, 5));
  });
});
