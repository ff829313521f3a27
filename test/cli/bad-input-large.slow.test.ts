import { describe, expect, it } from 'vitest';
import { folderOf, rolloutText, run } from '../support/command.js';

/** What is printed of a folder, without the time. */
function printed(files: Parameters<typeof folderOf>[0], ...args: string[]): string {
  const { code, stdout, stderr } = run(folderOf(files), 'lint', '--only', 'yaml,schema', ...args);
  return `${stderr}${stdout.replace(/\d+ rules, \d+\.\d\d s/, '… rules, … s')}exit code ${code}`;
}

describe('what is printed of', () => {
  it('a file of 50 MB', { timeout: 60_000 }, () => {
    const data = Array.from({ length: 50 }, (_, index) => `  k${index + 10}: value\n`).join('');
    const config = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: texts\ndata:\n${data}---\n`;
    const rollout = rolloutText('web', 'maxsurge: 1');
    const large = config.repeat(Math.ceil((50 * 2 ** 20) / config.length)) + rollout;
    const output = printed({ 'large.yaml': large });
    expect(large.length).toBeGreaterThan(50 * 2 ** 20);
    expect(output).toMatchInlineSnapshot(`
      "large.yaml:4106323:7  error  schema/fields-known

        × Rollout "web" has no field "maxsurge" in spec.strategy.canary; did you mean "maxSurge"?

               ╭─ large.yaml:4106323:7
       4106321 │   strategy:
       4106322 │     canary:
       4106323 │       maxsurge: 1
               │       ^^^^^^^^
               ╰─
        why   The API server refuses the manifest under strict validation, and silently drops the field
              otherwise.
        fix   Rename "maxsurge" to "maxSurge". (--fix)
              - maxsurge: 1
              + maxSurge: 1
        more  rolloutkit explain schema/fields-known

      × 1 error in 73328 resources, 1 Rollout, … rules, … s
        up to 1 of 1 finding can be fixed with --fix
      exit code 1"
    `);
  });

  it('a file with the same mistake in all of many documents', () => {
    const config = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: texts\ndata:\n${'  key: value\n'.repeat(61)}---\n`;
    const output = printed({ 'many.yaml': config.repeat(500) });
    expect(output.match(/^many\.yaml:/gm)).toHaveLength(1000);
    expect(output.split('\n').slice(-4)).toEqual([
      '… and 28810 more of yaml/unique-keys in this file',
      '',
      '× 30000 errors in 500 resources, 0 Rollouts, … rules, … s; no Rollout was found, so no canary was checked',
      'exit code 1',
    ]);
  });
});
