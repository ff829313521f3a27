import { describe, expect, it } from 'vitest';
import { rolloutText, run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const file = 'rolloutkit-baseline.json';

/** A Rollout with findings of its own: so many fields that are unknown. */
function withUnknown(name: string, count: number, first = 0): string {
  const fields = Array.from({ length: count }, (_, index) => `unknown${first + index}: 1`);
  return rolloutText(name, ['maxSurge: 1', ...fields].join('\n      '));
}

function lastLine(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .at(-1)!
    .replace(/\d+\.\d\d s/, '0.00 s');
}

describe('a repository with 1 000 findings', () => {
  // 100 files with 10 errors each.
  const old = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`apps/a${index}.yaml`, withUnknown(`a${index}`, 10)]),
  );

  it('is adopted in two commands, and the next new fault fails alone', () => {
    const repository = new Repository(old);
    const { folder } = repository;
    const before = run(folder, 'lint', '--format', 'json');
    expect(before.code).toBe(1);
    expect(JSON.parse(before.stdout)).toMatchObject({ summary: { errors: 1000 } });

    expect(run(folder, 'baseline', 'write')).toMatchObject({
      code: 0,
      stdout: `${file}: 1000 findings (1000 errors); 1000 added, 0 removed\n`,
    });
    repository.commit('rolloutkit baseline write');

    const adoptedRun = run(folder, 'lint');
    expect(adoptedRun.code).toBe(0);
    expect(lastLine(adoptedRun.stdout)).toBe(
      '! 100 resources, 100 Rollouts, 124 rules, 0.00 s; 1000 findings of the baseline not shown (1000 errors)'.replace(
        /\d+ rules/,
        /\d+ rules/.exec(adoptedRun.stdout)![0],
      ),
    );

    // Lines move, and one fault comes.
    repository.write({
      'apps/a7.yaml': `# Moved.\n\n${withUnknown('a7', 10).replace('  template:', '  sppec: 1\n  template:')}`,
    });
    repository.commit('A fault');
    for (const args of [['lint'], ['lint', '--changed=HEAD~1']]) {
      const after = run(folder, ...args, '--format', 'json');
      expect(after.code).toBe(1);
      const { findings } = JSON.parse(after.stdout) as { findings: { file: string; path: unknown }[] };
      expect(findings.map(({ file: name, path: at }) => [name, at])).toEqual([
        ['apps/a7.yaml', ['spec', 'sppec']],
      ]);
    }
  });
});
