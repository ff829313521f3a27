import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, rolloutText, run } from '../support/command.js';

const text = rolloutText('web', 'maxSurge: half');
const only = ['--only', 'steps/surge-parses'];

describe('a choice among several edits', () => {
  it('is in JSON with the edits, and counted at the end of the text', () => {
    const folder = folderOf({ 'rollout.yaml': text });
    const { findings } = JSON.parse(run(folder, 'lint', ...only, '--format', 'json').stdout) as {
      findings: readonly {
        fix?: object;
        choices: readonly { title: string; edits: readonly { text: string }[] }[];
      }[];
    };
    expect(findings[0]?.fix).toBeUndefined();
    expect(
      findings[0]?.choices.map(({ title, edits }) => [title, ...edits.map((edit) => edit.text)]),
    ).toEqual([
      ['Write 1.', '1'],
      ['Write "25%".', '25%'],
    ]);
    expect(run(folder, 'lint', ...only).stdout).toContain('\n  1 of 1 finding leaves a choice\n');
  });

  it('is cut in the text where what it writes is long', () => {
    const folder = folderOf({
      'service.yaml': `apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { ${'9'.repeat(100_000)}: e }\n`,
    });
    const { stdout } = run(folder, 'lint', '--only', 'schema/fields-known');
    expect(stdout).toContain('  pick ');
    expect(stdout.length).toBeLessThan(40_000);
  });

  it('is in a file of JSON beside the printed text', () => {
    const folder = folderOf({ 'rollout.yaml': text });
    run(folder, 'lint', ...only, '--format', 'text,json:report.json');
    expect(readFileSync(path.join(folder, 'report.json'), 'utf8')).toContain('"edits"');
  });

  it.each(['--fix', '--fix=all'])('is not made by %s', (option) => {
    const folder = folderOf({ 'rollout.yaml': text });
    expect(run(folder, 'lint', ...only, option).code).toBe(1);
    expect(readFileSync(path.join(folder, 'rollout.yaml'), 'utf8')).toBe(text);
    expect(run(folder, 'lint', ...only, option, '--dry-run').stderr).toContain(
      'There is nothing that --fix would change. Where the text shows what to pick, the choice is yours',
    );
  });

  it('is no fix of SARIF, which code hosts offer to commit', () => {
    const folder = folderOf({ 'rollout.yaml': text });
    expect(run(folder, 'lint', ...only, '--format', 'sarif').stdout).not.toContain('"fixes"');
  });
});
