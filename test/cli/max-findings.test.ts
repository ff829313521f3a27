import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, run, runIn } from '../support/command.js';

/** A Rollout with some unknown fields, each an error of its own, and with a hint. */
const broken = (name: string, count: number): string =>
  [
    'apiVersion: argoproj.io/v1alpha1',
    'kind: Rollout',
    `metadata: { name: ${name}, namespace: shop }`,
    'spec:',
    '  strategy:',
    '    canary:',
    ...Array.from({ length: count }, (_, index) => `      unknown${index + 100}: 1`),
    '',
  ].join('\n');

const lint = ['lint', '--only', 'schema/fields-known'];
const blocksIn = (stdout: string): number => stdout.match(/^ {2}[×!i] /gm)?.length ?? 0;

describe('--max-findings', () => {
  it('stops at a number, and counts the others; the last line and the exit code are those of all', () => {
    const folder = folderOf({ 'a.yaml': broken('web', 12) });
    const { stdout, code } = run(folder, ...lint, '--max-findings', '5');
    expect(blocksIn(stdout)).toBe(5);
    expect(stdout).toContain('\n… 7 more errors not shown; use --max-findings all\n');
    expect(stdout).toMatch(/^× 12 errors in 1 resource/m);
    expect(code).toBe(1);
  });

  it('shows an error behind many warnings', () => {
    const folder = folderOf({ 'a.yaml': broken('web', 6), 'z.yaml': broken('other', 1) });
    const config =
      'rules:\n  schema/fields-known: warning\noverrides:\n  - files: [z.yaml]\n    rules:\n      schema/fields-known: error\n';
    const all = folderOf({
      'a.yaml': broken('web', 6),
      'z.yaml': broken('other', 1),
      'rolloutkit.yaml': config,
    });
    expect(run(folder, ...lint, '--max-findings', '1').stdout).toMatch(/^a\.yaml:/);
    const { stdout } = run(all, ...lint, '--max-findings', '1');
    expect(stdout).toMatch(/^z\.yaml:7:7 {2}error/);
    expect(stdout).toContain('… 6 more warnings not shown');
  });

  it('applies to concise, and not to formats for programs', () => {
    const folder = folderOf({ 'a.yaml': broken('web', 12) });
    const { stdout } = run(
      folder,
      ...lint,
      '--max-findings=2',
      '--format',
      'concise,json:all.json,text:some.txt',
    );
    expect(stdout.match(/: error schema\/fields-known: /g)).toHaveLength(2);
    expect(stdout).toContain('note: 10 more findings not shown; use --max-findings all\n');
    const all = JSON.parse(readFileSync(path.join(folder, 'all.json'), 'utf8')) as { findings: unknown[] };
    expect(all.findings).toHaveLength(12);
    expect(blocksIn(readFileSync(path.join(folder, 'some.txt'), 'utf8'))).toBe(2);
  });

  it('is 200 in a terminal, and without one there is no limit', () => {
    const files = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`${index}.yaml`, broken(`web-${index}`, 40)]),
    );
    const folder = folderOf(files);
    expect(blocksIn(run(folder, ...lint).stdout)).toBe(240);
    const inTerminal = (...args: string[]): string =>
      runIn({ folder, columns: 120, environment: { NO_COLOR: '1' } }, ...lint, ...args).stdout;
    expect(blocksIn(inTerminal())).toBe(200);
    expect(inTerminal()).toContain('… 40 more errors not shown; use --max-findings all');
    expect(blocksIn(inTerminal('--max-findings', 'all'))).toBe(240);
  });

  it('counts the fixes of findings that are not shown, unless trying them takes long: that number is a limit', () => {
    const misspelt = (name: string): string => broken(name, 0) + '      maxSurg: 1\n';
    const files = { 'a.yaml': misspelt('a'), 'b.yaml': misspelt('b') };
    expect(run(folderOf(files), ...lint, '--max-findings', '1').stdout).toMatch(
      /^ {2}2 of 2 findings can be fixed/m,
    );
    const configs = Array.from(
      { length: 300 },
      (_, index) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c${index} }\n`,
    ).join('---\n');
    expect(run(folderOf({ ...files, 'configs.yaml': configs }), ...lint).stdout).toMatch(
      /^ {2}up to 2 of 2 findings can be fixed/m,
    );
  });

  it.each(['0', '-1', 'many', '', '1e9'])('rejects %s', (value) => {
    const { stderr, code } = run(folderOf({}), ...lint, `--max-findings=${value}`);
    expect(stderr).toContain(`--max-findings is "${value}"; it must be a number from 1, or all.`);
    expect(code).toBe(2);
  });
});
