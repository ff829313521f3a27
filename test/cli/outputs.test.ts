import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bad, folderOf, good, run, runIn } from '../support/command.js';

const lint = ['lint', '--only', 'schema/fields-known'];

describe('--format', () => {
  it('prints one format and writes others, of the same findings', () => {
    const folder = folderOf({ 'a.yaml': bad });
    const { code, stdout } = run(
      folder,
      ...lint,
      '--format',
      'sarif:out/a.sarif,concise',
      '--format=junit:a.xml',
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^a\.yaml:\d+:\d+: error schema\/fields-known: [^\n]*\n× 1 error in [^\n]*\n$/);
    expect(JSON.parse(readFileSync(path.join(folder, 'out/a.sarif'), 'utf8'))).toMatchObject({
      runs: [{ results: [{ ruleId: 'schema/fields-known' }] }],
    });
    expect(readFileSync(path.join(folder, 'a.xml'), 'utf8')).toContain('schema/fields-known');
  });

  it('prints text where all others have files, and replaces what is in them', () => {
    const folder = folderOf({ 'a.yaml': good, 'a.json': 'old' });
    expect(run(folder, ...lint, '--format', 'json:a.json').stdout).toMatch(/^✓ 1 resource/);
    expect(JSON.parse(readFileSync(path.join(folder, 'a.json'), 'utf8'))).toMatchObject({ findings: [] });
  });

  it.each(['json', 'sarif', 'gitlab', 'junit', 'markdown', 'github'])('prints %s alone', (format) => {
    const { stdout, stderr, code } = run(folderOf({ 'a.yaml': bad }), ...lint, '--format', format);
    expect(stdout).toContain('schema/fields-known');
    expect(stdout).not.toMatch(/^× /m);
    expect({ stderr, code }).toEqual({ stderr: '', code: 1 });
  });

  it.each([
    ['json,sarif', '--format json and sarif are both printed; write one to a file: --format sarif:FILE'],
    ['sarif:', '--format "sarif:" needs a file after its colon.'],
    ['xml:a', '--format is "xml"; it must be one of text, concise,'],
  ])('%s is wrong usage', (format, message) => {
    const folder = folderOf({ 'a.yaml': bad });
    const { stderr, code } = run(folder, ...lint, '--format', format);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(existsSync(path.join(folder, 'a'))).toBe(false);
  });

  it.each(['text', 'concise'] as const)(
    'writes a line for a line, whatever a manifest has in it: %s',
    (format) => {
      const service =
        'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { selector: { app: "a\\n× 9 errors\\u001b[31m" } }\n';
      const folder = folderOf({ 'a.yaml': good, 'service.yaml': service });
      const { stdout } = run(
        folder,
        'lint',
        '--format',
        `${format}:out`,
        '--format',
        format === 'text' ? 'json' : 'concise',
      );
      const written = readFileSync(path.join(folder, 'out'), 'utf8');
      expect(written).toContain('× 9 errors');
      expect(written).not.toMatch(/^× 9 errors|\u001b/m);
      if (format === 'concise') expect(written).toBe(stdout);
    },
  );

  it('writes through no link that leads outside, and says so after all else', () => {
    const outside = folderOf({ 'secret.txt': 'kept' });
    const folder = folderOf({
      '.git/HEAD': '',
      'a.yaml': bad,
      'out.sarif': { link: path.join(outside, 'secret.txt') },
      reports: { link: outside },
    });
    const formats = 'sarif:out.sarif,junit:reports/a.xml,gitlab:a.json';
    const { stdout, stderr, code } = run(folder, ...lint, '--format', formats);
    expect(readFileSync(path.join(outside, 'secret.txt'), 'utf8')).toBe('kept');
    expect(existsSync(path.join(outside, 'a.xml'))).toBe(false);
    expect(existsSync(path.join(folder, 'a.json'))).toBe(true);
    expect(stderr).toMatch(/^out\.sarif cannot be written: [^]*\nreports\/a\.xml cannot be written: /);
    expect(stdout).toContain('1 error');
    expect(code).toBe(4);
  });
});

describe('on GitHub Actions', () => {
  it('findings are annotations and in the summary, unless a format is asked for', () => {
    const folder = folderOf({ 'a.yaml': bad, summary: 'Before.\n' });
    const environment = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: path.join(folder, 'summary') };
    const { stdout, code } = runIn({ folder, environment }, ...lint, 'a.yaml');
    expect(stdout).toMatch(
      /\n× 1 error in [^\n]*\n {2}1 of 1 finding can be fixed with --fix\n::error file=a\.yaml,line=/,
    );
    expect(code).toBe(1);
    const summary = readFileSync(path.join(folder, 'summary'), 'utf8');
    expect(summary).toMatch(
      /^Before\.\n\*\*rolloutkit\*\*: × 1 error in [^]*\n\| `a\.yaml:\d+:\d+` \| error \| `schema\/fields-known` \| /,
    );
    expect(runIn({ folder, environment }, ...lint, 'a.yaml', '--format', 'text').stdout).not.toContain(
      '::error',
    );
    expect(readFileSync(path.join(folder, 'summary'), 'utf8')).toBe(summary);
  });
});
