import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bad, folderOf, good, rolloutText, run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const rule = 'schema/fields-known';
const comment = `# rolloutkit-ignore ${rule} -- The field is of a fork.`;

/** What is found, as rule and line. */
function found(folder: string, ...args: string[]): readonly string[] {
  const { stdout } = run(folder, 'lint', '--format', 'json', ...args);
  const { findings } = JSON.parse(stdout) as { findings: { rule: string; line: number; more?: number }[] };
  return findings.map((one) => `${one.rule} ${one.line}${one.more === undefined ? '' : ` +${one.more}`}`);
}

/** A Rollout with something in place of the line of its unknown field. */
function withLine(...lines: readonly string[]): string {
  return rolloutText('web', lines.join('\n'));
}

describe('a comment suppresses a rule', () => {
  const finding = [`${rule} 12`];
  const unused = 'yaml/suppressions-used';
  const invalid = 'yaml/suppressions-valid';
  it.each<[string, string, readonly string[]]>([
    ['nowhere without one', withLine('maxSurge: 1', '      maxsurge: 1'), finding],
    ['in the line below', withLine(comment, '      maxsurge: 1'), []],
    ['in its line', withLine('maxSurge: 1', `      maxsurge: 1 ${comment}`), []],
    ['in its document', `${comment}\n${bad}`, []],
    ['in its document, below the marker', `${good}---\n${comment}\n${bad}`, []],
    ['in its document, behind the marker', `${good}--- ${comment}\n${bad}`, []],
    ['in no other document', `${comment}\n${good}---\n${bad}`, [`${unused} 1`, `${rule} 32`]],
    ['among other comments', withLine(comment, '      # Another comment.', '      maxsurge: 1'), []],
    [
      'not two lines below',
      withLine(comment, '      maxSurge: 1', '      maxsurge: 1'),
      [`${unused} 11`, `${rule} 13`],
    ],
    [
      'not another rule',
      withLine(comment.replace(rule, 'istio/host-exists'), '      maxsurge: 1'),
      [`${unused} 11`, ...finding],
    ],
    [
      'beside another rule',
      withLine(comment.replace(rule, `istio/host-exists, ${rule}`), '      maxsurge: 1'),
      [`${unused} 11`],
    ],
    [
      'not without a reason',
      withLine(`# rolloutkit-ignore ${rule} --`, '      maxsurge: 1'),
      [`${invalid} 11`, ...finding],
    ],
    [
      'not when it has ended',
      withLine(comment.replace(' --', ' until 2026-01-31 --'), '      maxsurge: 1'),
      [`${invalid} 11`, ...finding],
    ],
    ['until it ends', withLine(comment.replace(' --', ' until 2999-01-31 --'), '      maxsurge: 1'), []],
    [
      'not until a day that is none',
      withLine(comment.replace(' --', ' until 2999-02-30 --'), '      maxsurge: 1'),
      [`${invalid} 11`, ...finding],
    ],
    ['with other line ends', withLine(comment, '      maxsurge: 1').replaceAll('\n', '\r\n'), []],
    ['behind a byte order mark', `\ufeff${comment}\n${bad}`, []],
    [
      'not in a value',
      withLine(`maxSurge: '${comment}'`, '      maxsurge: 1'),
      ['steps/surge-parses 11', ...finding],
    ],
    [
      'where the YAML is broken',
      `# rolloutkit-ignore yaml/parses -- It is a test.\n${bad.replace('strategy:', '"')}`,
      [],
    ],
  ])('%s', (_, text, expected) => {
    const folder = folderOf({ 'a.yaml': text });
    expect(found(folder)).toEqual(expected);
  });

  it('and what is counted in a finding is still told', () => {
    const ports = Array.from(
      { length: 120 },
      (_, index) => `    - { name: p${index}, port: ${index + 1}, nodeprt: 1 }\n`,
    );
    const service = `apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec:\n  ports:\n${ports.join('')}`;
    const lines = service.split('\n');
    // The fiftieth is the last that is kept.
    lines.splice(5 + 49, 0, `    ${comment}`);
    const folder = folderOf({ 'a.yaml': lines.join('\n') });
    expect(found(folder).at(-1)).toBe(`${rule} 56 +69`);
    expect(JSON.parse(run(folder, 'lint', '--format', 'json').stdout)).toMatchObject({
      summary: { errors: 119 },
    });
    writeFileSync(path.join(folder, 'a.yaml'), `${comment}\n${service}`);
    expect(found(folder)).toEqual([]);
  });

  it('and is not called unused where nobody looked', () => {
    const folder = folderOf({ 'a.yaml': withLine(comment, '      maxSurge: 1') });
    expect(found(folder)).toEqual(['yaml/suppressions-used 11']);
    expect(found(folder, '--skip', rule)).toEqual([]);
    expect(found(folder, '--skip', 'yaml')).toEqual([]);
    expect(run(folder, 'lint', '--rule', 'yaml/suppressions-used=error').code).toBe(1);
    writeFileSync(path.join(folder, 'chart.yaml'), 'kind: Service\nmetadata:\n  name: {{ .Release.Name }}\n');
    expect(found(folder)).toEqual([]);
  });

  it('with --changed as without', () => {
    const repository = new Repository({ 'a.yaml': bad, 'b.yaml': good });
    repository.write({
      'b.yaml': withLine(comment, '      maxSurge: 1'),
      'c.yaml': withLine(comment, '      maxsurge: 1'),
    });
    expect(found(repository.folder, '--changed')).toEqual(['yaml/suppressions-used 11']);
    repository.commit('Second');
    repository.write({ 'a.yaml': bad.replace('image: bad:1', 'image: bad:2') });
    expect(found(repository.folder, '--changed')).toEqual([`${rule} 11`]);
    repository.write({ 'c.yaml': withLine('maxsurge: 1') });
    expect(found(repository.folder, '--changed')).toEqual([`${rule} 11`, `${rule} 11`]);
  });

  it('as fast for many comments', () => {
    const many = Array.from({ length: 20_000 }, () => `      ${comment}\n`).join('');
    const folder = folderOf({ 'a.yaml': bad.replace('      maxsurge', `${many}      maxsurge`) });
    const started = performance.now();
    const all = found(folder);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(all).toHaveLength(50);
    expect(all.at(-1)).toMatch(/ \+19949$/);
  });
});

describe('--suppress', () => {
  const text = `# A Rollout.\n${withLine('maxSurge: 1 # As before.', '      maxsurge: 1 # Of the fork.', '      maxsUrge: 2')}`;

  it('writes a comment above each place, and nothing else', () => {
    for (const newline of ['\n', '\r\n']) {
      const folder = folderOf({ 'a.yaml': text.replaceAll('\n', newline) });
      const { code, stdout } = run(folder, 'lint', '--suppress', rule, '--reason', 'The field is of a fork.');
      expect(code).toBe(0);
      expect(stdout).toContain('a.yaml: comments added.');
      expect(readFileSync(path.join(folder, 'a.yaml'), 'utf8')).toBe(
        text
          .replace('      maxsurge', `      ${comment}\n      maxsurge`)
          .replace('      maxsUrge', `      ${comment}\n      maxsUrge`)
          .replaceAll('\n', newline),
      );
      expect(found(folder)).toEqual([]);
    }
  });

  it('with --dry-run shows it, and with --until says how long', () => {
    const folder = folderOf({ 'a.yaml': bad });
    const args = ['--suppress', rule, '--reason', 'A fork.', '--until', '2999-01-31'];
    const { code, stdout } = run(folder, 'lint', ...args, '--dry-run');
    expect(code).toBe(1);
    expect(stdout).toContain(`\n+      # rolloutkit-ignore ${rule} until 2999-01-31 -- A fork.\n`);
    expect(readFileSync(path.join(folder, 'a.yaml'), 'utf8')).toBe(bad);
    expect(run(folder, 'lint', ...args).code).toBe(0);
  });

  it('says of which rule there is no finding', () => {
    const folder = folderOf({ 'a.yaml': bad });
    const args = ['--suppress', `${rule},istio/host-exists`, '--reason', 'A fork.'];
    const told = 'istio/host-exists has no finding to suppress.';
    const dry = run(folder, 'lint', ...args, '--dry-run');
    expect(dry.stdout + dry.stderr).toContain(told);
    const { code, stdout } = run(folder, 'lint', ...args);
    expect(code).toBe(0);
    expect(stdout).toContain(told);
    expect(stdout).toContain('a.yaml: comments added.');
  });

  it('writes behind the first line of a document, where a comment above were for all of it', () => {
    const folder = folderOf({
      'a.yaml': 'apiVersion: argoproj.io/v1alpha2\nkind: Rollout\nmetadata:\n  name: web\n',
    });
    const [first = ''] = found(folder).filter((one) => one.endsWith(' 1'));
    const its = first.slice(0, -2);
    expect(its).not.toBe('');
    run(folder, 'lint', '--suppress', its, '--reason', 'A fork.');
    expect(readFileSync(path.join(folder, 'a.yaml'), 'utf8').split('\n')[0]).toBe(
      `apiVersion: argoproj.io/v1alpha2 # rolloutkit-ignore ${its} -- A fork.`,
    );
    expect(found(folder).filter((one) => one === first || one.startsWith('yaml/'))).toEqual([]);
  });

  it('writes nothing where a comment would be no comment', () => {
    const folder = folderOf({
      'a.json': JSON.stringify({
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'Rollout',
        metadata: { name: 'a' },
        sppec: {},
      }),
    });
    const { code, stdout } = run(folder, 'lint', '--suppress', rule, '--reason', 'A fork.');
    expect(code).toBe(4);
    expect(stdout).toContain(
      'a.json: nothing was suppressed: JSON has no comments; use rolloutkit baseline.',
    );
  });

  it.each<[readonly string[], string]>([
    [['--suppress', rule], '--suppress needs a reason'],
    [['--suppress', rule, '--reason', ' '], '--suppress needs a reason'],
    [['--suppress', rule, '--reason', 'a\nkind: b'], '--suppress needs a reason of one line'],
    [['--suppress', 'istio', '--reason', 'x'], 'Unknown rule "istio".'],
    [['--suppress', rule, '--reason', 'x', '--until', 'July'], '--until is "July"; it must be a date'],
    [['--reason', 'x'], '--reason is an option of --suppress RULE.'],
    [['--suppress', rule, '--reason', 'x', '--fix'], '--fix and --suppress cannot be used together.'],
  ])('%s is a usage error', (args, message) => {
    const { code, stderr } = run(folderOf({ 'a.yaml': bad }), 'lint', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
