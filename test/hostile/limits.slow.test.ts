import type * as FileSystem from 'node:fs';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { baselineFile } from '../../src/lint/project/baseline-file.js';
import { tryBaseline } from '../../src/lint/project/baseline.js';
import { lint } from '../../src/lint/lint.js';
import { rules } from '../../src/rules/index.js';
import { bad, folderOf, rolloutText } from '../support/command.js';
import { textSource } from '../support/sources.js';

const looked = vi.hoisted(() => [] as string[]);

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>();
  const watching =
    <A extends [unknown, ...unknown[]], R>(call: (...args: A) => R) =>
    (...args: A): R => {
      looked.push(String(args[0]));
      return call(...args);
    };
  return {
    ...fs,
    lstatSync: watching(fs.lstatSync as (...args: [unknown, ...unknown[]]) => unknown),
    statSync: watching(fs.statSync as (...args: [unknown, ...unknown[]]) => unknown),
    readlinkSync: watching(fs.readlinkSync as (...args: [unknown, ...unknown[]]) => unknown),
    openSync: watching(fs.openSync as (...args: [unknown, ...unknown[]]) => unknown),
  };
});

describe('the baseline of a configuration', () => {
  const repository = (): string => folderOf({ 'rollout.yaml': bad, 'known.json': '[]', '.git/HEAD': '' });
  const at = (baseline: string, folder: string) =>
    baselineFile(undefined, ['.'], { config: { baseline }, folder, hasConfig: true, workingFolder: folder });

  it.each(['by an absolute path', 'by a relative one'])(
    'outside of the repository is not looked at: %s',
    (how) => {
      const folder = repository();
      const secret = path.join(folderOf({ 'deep/secret.json': '[]' }), 'deep/secret.json');
      looked.length = 0;
      const baseline = at(how === 'by a relative one' ? path.relative(folder, secret) : secret, folder);
      expect(tryBaseline(baseline)).toMatchObject({
        failure: expect.stringContaining('leads out of') as string,
      });
      expect(looked.filter((file) => /secret\.json$|deep$/.test(file))).toEqual([]);
    },
  );

  it('is read inside of it, also where a link leads to the folder', () => {
    const folder = repository();
    const link = path.join(folderOf({}), 'link');
    symlinkSync(folder, link);
    for (const from of [folder, link]) {
      expect(at('known.json', from)).toMatchObject({ isOutside: false, isThere: true });
      expect(at('none.json', from)).toMatchObject({ isOutside: false, isThere: false });
    }
  });
});

describe('a Rollout with many steps', () => {
  const timeOf = (count: number): number => {
    const steps = Array.from({ length: count }, (_, index) => `      - setWeight: ${(index % 100) + 1}`);
    const text = rolloutText('web', `steps:\n${steps.join('\n')}`);
    const { user } = process.cpuUsage();
    lint([textSource('rollout.yaml', text)], rules);
    return process.cpuUsage().user - user;
  };

  it('takes time in proportion to them', () => {
    timeOf(500);
    // A square would take 64 times as long.
    expect(timeOf(16_000)).toBeLessThan(timeOf(2000) * 24);
  });
});
