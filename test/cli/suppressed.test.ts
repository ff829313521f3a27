import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Ajv from 'ajv';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderOf, rolloutText, type Run, run } from '../support/command.js';
import { Repository } from '../support/repository.js';

/** A Rollout with a field that the schema does not know, in line 12, or one below what comes before it. */
const misspelt = (name: string, before = ''): string => rolloutText(name, `${before}maxsurge: 1`);

const commented = misspelt(
  'web',
  '# rolloutkit-ignore schema/fields-known until 2999-01-31 -- The fork reads it.\n      ',
);
const annotated = misspelt('other').replace(
  '  name: other\n',
  '  name: other\n  annotations: { suppress.rolloutkit/schema.fields-known: The other fork. }\n',
);
const configuration = `overrides:
  - files: [legacy/]
    rules:
      schema: warning
      schema/fields-known:
        severity: off
        reason: The old fork.
`;

/** A finding of each kind. */
const suppressedOnly = {
  'rolloutkit.yaml': configuration,
  'legacy/a.yaml': misspelt('legacy'),
  'other.yaml': annotated,
  'web.yaml': commented,
};

/** The same, and one that is reported. */
const ofEach = { ...suppressedOnly, 'reported.yaml': misspelt('reported') };

const lint = (folder: string, ...args: string[]): Run =>
  run(folder, 'lint', '--only', 'schema/fields-known', ...args);

/** A folder with all of them, and one more in a baseline. */
function folderWithBaseline(): string {
  const folder = folderOf({ 'known.yaml': misspelt('known') });
  run(folder, 'baseline', 'write', '--only', 'schema/fields-known');
  const all = folderOf({
    ...ofEach,
    'known.yaml': misspelt('known'),
    'rolloutkit-baseline.json': readFileSync(path.join(folder, 'rolloutkit-baseline.json'), 'utf8'),
  });
  return all;
}

interface SuppressedFinding {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly severity: string;
  readonly suppression: Readonly<Record<string, unknown>>;
}

interface Report {
  readonly summary: { readonly errors: number; readonly suppressed: number };
  readonly findings: readonly unknown[];
  readonly suppressed?: readonly SuppressedFinding[];
}

function reportIn({ stdout }: Run): Report {
  return JSON.parse(stdout) as Report;
}

describe('suppressed findings', () => {
  it('are counted in the last line, and do not change the exit code', () => {
    const { stdout, code } = lint(folderWithBaseline());
    expect(stdout).toMatch(/^× 1 error in .* s; 3 suppressed; 1 finding of the baseline not shown/m);
    expect(code).toBe(1);
    const silent = lint(folderOf(suppressedOnly));
    expect(silent.stdout).toMatch(/^✓ 3 resources, .* s; 3 suppressed\n$/);
    expect(silent.code).toBe(0);
    expect(lint(folderOf(suppressedOnly), '--quiet').stdout).toBe('');
  });

  it('are listed by --show-suppressed with their place, rule, reason and what suppresses them', () => {
    const { stdout, code } = lint(folderWithBaseline(), '--show-suppressed');
    const list = stdout.slice(stdout.indexOf('Suppressed findings:'), stdout.lastIndexOf('\n×'));
    const message = (name: string): string =>
      `  Rollout "${name}" has no field "maxsurge" in spec.strategy.canary; did you mean "maxSurge"?`;
    expect(list.trimEnd().split('\n')).toEqual([
      'Suppressed findings:',
      '',
      'legacy/a.yaml:11:7  error  schema/fields-known',
      message('legacy'),
      '  suppressed by the configuration at rolloutkit.yaml:5: The old fork.',
      '',
      'other.yaml:12:7  error  schema/fields-known',
      message('other'),
      '  suppressed by the annotation at other.yaml:5: The other fork.',
      '',
      'web.yaml:12:7  error  schema/fields-known',
      message('web'),
      '  suppressed by the comment at web.yaml:11, until 2999-01-31: The fork reads it.',
      '',
      'known.yaml:11:7  error  schema/fields-known',
      message('known'),
      '  suppressed by the baseline rolloutkit-baseline.json',
    ]);
    expect(code).toBe(1);
  });

  it('are listed with --quiet if that is asked for, and at most as many as --max-findings', () => {
    const folder = folderOf(suppressedOnly);
    expect(lint(folder, '--quiet', '--show-suppressed').stdout.match(/suppressed by/g)).toHaveLength(3);
    const few = lint(folder, '--show-suppressed', '--max-findings', '1').stdout;
    expect(few.match(/suppressed by/g)).toHaveLength(1);
    expect(few).toContain('… 2 more suppressed not shown; use --max-findings all\n');
  });

  it('are a field of JSON that the schema has', () => {
    const folder = folderWithBaseline();
    const plain = reportIn(lint(folder, '--format', 'json'));
    expect(plain.suppressed).toBeUndefined();
    expect(plain.summary).toMatchObject({ errors: 1, suppressed: 3 });
    const { summary, findings, suppressed } = reportIn(lint(folder, '--format', 'json', '--show-suppressed'));
    expect(summary).toMatchObject({ errors: 1, suppressed: 3 });
    expect(findings).toEqual(plain.findings);
    expect(suppressed!.map(({ file, line, severity, suppression }) => [file, line, severity, suppression]))
      // Columns: of the comment's `#`, and of the annotation's key.
      .toEqual([
        [
          'legacy/a.yaml',
          11,
          'error',
          { by: 'configuration', file: 'rolloutkit.yaml', line: 5, reason: 'The old fork.' },
        ],
        [
          'other.yaml',
          12,
          'error',
          {
            by: 'annotation',
            ...{ file: 'other.yaml', line: 5, column: 18, endLine: 5, endColumn: 57 },
            reason: 'The other fork.',
          },
        ],
        [
          'web.yaml',
          12,
          'error',
          {
            by: 'comment',
            ...{ file: 'web.yaml', line: 11, column: 7, endLine: 11, endColumn: 85 },
            reason: 'The fork reads it.',
            until: '2999-01-31',
          },
        ],
        ['known.yaml', 11, 'error', { by: 'baseline', file: 'rolloutkit-baseline.json' }],
      ]);
  });

  it('are results with suppressions in SARIF, where all other results have an empty list', () => {
    const folder = folderWithBaseline();
    const { stdout } = lint(folder, '--format', 'sarif', '--show-suppressed');
    const file = path.join(__dirname, '../report/schemas/sarif-2.1.0.json');
    const schema = JSON.parse(readFileSync(file, 'utf8')) as object;
    const log = JSON.parse(stdout) as {
      runs: [{ results: { locations: unknown[]; suppressions?: Record<string, unknown>[] }[] }];
    };
    const isValid = new Ajv({ strict: false, validateFormats: false }).compile({
      ...schema,
      $schema: undefined,
      $id: undefined,
      id: undefined,
    });
    isValid(log);
    expect(isValid.errors).toBeNull();
    const { results } = log.runs[0];
    expect(results.map(({ suppressions }) => suppressions!.map(({ kind }) => kind))).toEqual([
      [],
      ['external'],
      ['inSource'],
      ['inSource'],
      ['external'],
    ]);
    expect(results[3]!.suppressions).toEqual([
      {
        kind: 'inSource',
        status: 'accepted',
        justification: 'The fork reads it.',
        location: {
          physicalLocation: {
            artifactLocation: { uri: 'web.yaml' },
            region: { startLine: 11, startColumn: 7, endLine: 11, endColumn: 85 },
          },
        },
      },
    ]);
    const plain = JSON.parse(lint(folder, '--format', 'sarif').stdout) as typeof log;
    expect(plain.runs[0].results).toHaveLength(1);
    expect(plain.runs[0].results[0]).not.toHaveProperty('suppressions');
  });

  it('leave other formats as they are', () => {
    const own = lint(folderOf(ofEach), '--format', 'concise');
    expect(own.stdout).not.toContain('suppressed');
    for (const format of ['concise', 'github', 'gitlab', 'junit', 'markdown']) {
      const { code, stderr } = lint(folderOf(ofEach), '--show-suppressed', '--format', format);
      expect(code).toBe(2);
      expect(stderr).toContain(
        `--show-suppressed lists findings in text, json and sarif; --format is ${format}.`,
      );
    }
    expect(lint(folderOf(ofEach), '--show-suppressed', '--format', 'concise,json:a.json').code).toBe(1);
  });

  it('do not count what no suppression decides', () => {
    const folder = folderOf({
      ...ofEach,
      'rolloutkit.yaml': 'rules:\n  schema/fields-known: off\n',
    });
    expect(run(folder, 'lint', '--only', 'schema').stdout).not.toMatch(/fields-known/);
    expect(run(folder, 'lint', '--show-suppressed').stdout).not.toContain('legacy/a.yaml');
    // The command line takes precedence over the entry.
    const on = lint(folderOf(ofEach), '--rule', 'schema/fields-known=error');
    expect(on.stdout).toMatch(/^× 2 errors in .*; 2 suppressed$/m);
    // An expired comment suppresses nothing.
    const expired = { 'web.yaml': commented.replace('2999', '2020') };
    expect(lint(folderOf(expired)).stdout).toMatch(/^× 1 error in .* s$/m);
  });

  it('are those of a line, if a finding counts others of its file', () => {
    const many = Array.from({ length: 60 }, (_, index) => `unknown${index + 100}: 1`);
    many.splice(49, 0, '# rolloutkit-ignore schema/fields-known -- Only this one.');
    const { summary, suppressed } = reportIn(
      lint(
        folderOf({ 'a.yaml': rolloutText('web', many.join('\n      ')) }),
        ...['--format', 'json', '--show-suppressed'],
      ),
    );
    expect(summary).toMatchObject({ errors: 59, suppressed: 1 });
    expect(suppressed).toHaveLength(1);
  });
});

describe('suppressed findings of a chart', () => {
  const template = annotated.replaceAll('other', '{{ .Release.Name }}');
  const chart = {
    'web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
    'web/templates/rollout.yaml': template,
  };

  it('are at the lines of the template, and so is the annotation', () => {
    const { suppressed } = reportIn(lint(folderOf(chart), '--format', 'json', '--show-suppressed'));
    expect(suppressed).toMatchObject([
      {
        ...{ file: 'web/templates/rollout.yaml', line: 12 },
        suppression: { by: 'annotation', file: 'web/templates/rollout.yaml', line: 5 },
      },
    ]);
  });

  it('are found by comments of the template', () => {
    const files = { ...chart, 'web/templates/rollout.yaml': commented };
    const { suppressed } = reportIn(lint(folderOf(files), '--format', 'json', '--show-suppressed'));
    expect(suppressed).toMatchObject([
      {
        ...{ file: 'web/templates/rollout.yaml', line: 12 },
        suppression: { by: 'comment', file: 'web/templates/rollout.yaml', line: 11 },
      },
    ]);
  });
});

describe('suppressed findings of a change', () => {
  it('are those that it touches', () => {
    const repository = new Repository({ 'web.yaml': commented, 'other.yaml': annotated });
    repository.write({
      'web.yaml': `${commented}# More.\n`,
      'new.yaml': annotated.replaceAll('other', 'new'),
    });
    repository.git('add', '--all');
    for (const option of ['--staged', '--changed']) {
      const { summary, suppressed } = reportIn(
        lint(repository.folder, option, '--format', 'json', '--show-suppressed'),
      );
      expect(suppressed!.map(({ file }) => file)).toEqual(['new.yaml', 'web.yaml']);
      expect(summary.suppressed).toBe(2);
    }
  });
});

describe('suppressed findings with a cache', () => {
  const timeless = ({ stdout, ...rest }: Run): Run => ({
    ...rest,
    stdout: stdout.replace(/\d\.\d\d s|(?<=milliseconds": )\d+/, ''),
  });

  it('are the same again, and after a change of another file', () => {
    const cache = mkdtempSync(path.join(tmpdir(), 'rolloutkit-cache-'));
    onTestFinished(() => rmSync(cache, { recursive: true }));
    const folder = folderOf({ ...ofEach, '.git/HEAD': 'ref: refs/heads/main\n' });
    for (const args of [['--show-suppressed'], ['--show-suppressed', '--format', 'json'], []]) {
      writeFileSync(path.join(folder, 'reported.yaml'), misspelt('reported'));
      const compare = (): void => {
        const plain = timeless(lint(folder, ...args));
        for (let again = 0; again < 2; again++)
          expect(timeless(lint(folder, ...args, '--cache-dir', cache))).toEqual(plain);
      };
      compare();
      writeFileSync(path.join(folder, 'reported.yaml'), `${misspelt('reported')}# More.\n`);
      compare();
      writeFileSync(path.join(folder, 'reported.yaml'), commented.replaceAll('web', 'reported'));
      compare();
    }
  });
});
