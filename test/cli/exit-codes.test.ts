import { describe, expect, it } from 'vitest';
import { bad, broken, folderOf, good, run, template } from '../support/command.js';
import { wholeOr } from '../support/whole.js';

describe.each(wholeOr(['text', 'json'], ['json']))('with --format %s', (format) => {
  const codeOf = (files: Parameters<typeof folderOf>[0], ...args: string[]): number =>
    run(folderOf(files), 'lint', '--format', format, ...args).code;

  it('is 0 when nothing is found', () => {
    expect(codeOf({ 'a.yaml': good })).toBe(0);
  });

  it('is 0 when there is nothing to lint', () => {
    expect(codeOf({})).toBe(0);
    expect(codeOf({ 'empty.yaml': '', 'comment.yaml': '# nothing\n', 'values.yaml': 'a: 1\n' })).toBe(0);
  });

  it('is 0 when all that is there are unrendered templates', () => {
    expect(codeOf({ 'chart/templates/a.yaml': template })).toBe(0);
  });

  it('is 1 for findings', () => {
    expect(codeOf({ 'a.yaml': bad })).toBe(1);
    expect(codeOf({ 'a.yaml': bad, 'chart/templates/a.yaml': template })).toBe(1);
  });

  it('is 1 for broken YAML', () => {
    expect(codeOf({ 'a.yaml': broken })).toBe(1);
  });

  it('is 0 for findings below --fail-on', () => {
    const rule = ['--rule', 'schema/fields-known=warning'];
    expect(codeOf({ 'a.yaml': bad }, ...rule)).toBe(0);
    expect(codeOf({ 'a.yaml': bad }, ...rule, '--fail-on', 'warning')).toBe(1);
    expect(codeOf({ 'a.yaml': bad }, ...rule, '--fail-on', 'info')).toBe(1);
    expect(codeOf({ 'a.yaml': bad }, '--fail-on', 'never')).toBe(0);
  });

  it('is 0 for findings below "failOn" of rolloutkit.yaml, unless --fail-on says otherwise', () => {
    const files = (failOn: string) => ({
      'a.yaml': bad,
      'rolloutkit.yaml': `failOn: ${failOn}\nrules: {schema/fields-known: warning}\n`,
    });
    expect(codeOf(files('error'))).toBe(0);
    expect(codeOf(files('warning'))).toBe(1);
    expect(codeOf(files('info'))).toBe(1);
    expect(codeOf(files('never'))).toBe(0);
    expect(codeOf(files('warning'), '--quiet')).toBe(1);
    expect(codeOf(files('warning'), '--fail-on', 'error')).toBe(0);
    expect(codeOf(files('never'), '--fail-on', 'warning')).toBe(1);
  });

  it('is 1 for what was not checked with --fail-on-unread', () => {
    const template = 'replicas: {{ .Values.replicas }}\n';
    expect(codeOf({ 'a.yaml': good, 'chart/templates/b.yaml': template })).toBe(0);
    expect(codeOf({ 'a.yaml': good, 'chart/templates/b.yaml': template }, '--fail-on-unread')).toBe(1);
    expect(
      codeOf(
        { 'a.yaml': good, 'chart/templates/b.yaml': template },
        '--fail-on-unread',
        '--fail-on',
        'never',
      ),
    ).toBe(1);
    expect(codeOf({ 'a.yaml': good }, '--fail-on-unread')).toBe(0);
    expect(codeOf({ 'a.yaml': good, 'b.yaml': 'a: 1\n' }, '--fail-on-unread', 'a.yaml', 'b.yaml')).toBe(1);
    expect(
      codeOf(
        { 'a.yaml': 'kind: A\nb: [\n', 'chart/templates/b.yaml': template },
        '--fail-on-unread',
        '--quiet',
      ),
    ).toBe(1);
  });

  it('is the same with --quiet', () => {
    expect(codeOf({ 'a.yaml': good }, '--quiet')).toBe(0);
    expect(codeOf({ 'a.yaml': bad }, '--quiet')).toBe(1);
    const rule = ['--rule', 'schema/fields-known=warning'];
    expect(codeOf({ 'a.yaml': bad }, ...rule, '--quiet')).toBe(0);
    expect(codeOf({ 'a.yaml': bad }, ...rule, '--quiet', '--fail-on', 'warning')).toBe(1);
  });

  it.each([['--frobnicate'], ['--only', 'no/rule'], ['--fail-on', 'panic'], ['--rule', 'yaml/parses']])(
    'is 2 for wrong usage: %s %s',
    (...args) => {
      expect(codeOf({ 'a.yaml': bad }, ...args)).toBe(2);
    },
  );

  it('is 4 for an input that is not there', () => {
    expect(codeOf({ 'a.yaml': good }, 'b.yaml')).toBe(4);
  });

  it('is 4 for an input that is not there, whatever else is found', () => {
    expect(codeOf({ 'a.yaml': bad }, 'a.yaml', 'b.yaml')).toBe(4);
    expect(codeOf({ 'a.yaml': bad }, 'a.yaml', 'b.yaml', '--fail-on', 'never', '--quiet')).toBe(4);
  });
});

it('is 2 for a format that there is not', () => {
  expect(run(folderOf({}), 'lint', '--format', 'xml').code).toBe(2);
});

describe('what was not checked is told in the last line', () => {
  const lastOf = (files: Parameters<typeof folderOf>[0], ...args: string[]): string | undefined =>
    run(folderOf(files), 'lint', ...args)
      .stdout.trimEnd()
      .split('\n')
      .at(-1)
      ?.replace(/\d+ rules, [\d.]+ s/, '… s');
  const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';

  it.each([[[]], [['--quiet']]])('with %j', (args) => {
    expect(lastOf({ 'a.yaml': good, 'chart/templates/a.yaml': template }, ...args)).toBe(
      '! 1 resource, 1 Rollout, … s; not checked: 1 unrendered template',
    );
    expect(lastOf({ 'a.yaml': configMap }, ...args)).toBe(
      '! 1 resource, 0 Rollouts, … s; no Rollout was found, so no canary was checked',
    );
  });

  it('and in JSON', () => {
    const { stdout } = run(
      folderOf({ 'a.yaml': good, 'chart/templates/a.yaml': template }),
      'lint',
      '--format',
      'json',
    );
    expect(JSON.parse(stdout)).toMatchObject({ unchecked: ['1 unrendered template'] });
  });

  it('and nothing is printed with --quiet where all was checked', () => {
    expect(run(folderOf({ 'a.yaml': good }), 'lint', '--quiet').stdout).toBe('');
  });
});

it('is 1 for a file named by hand that does not parse, whatever it is', () => {
  const folder = folderOf({ 'a.yaml': 'a: [1\n', 'b.yaml': good });
  expect(run(folder, 'lint', '.').code).toBe(0);
  expect(run(folder, 'lint', 'a.yaml')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('a.yaml:1:4  error  yaml/parses') as string,
  });
});
