import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bad, broken, folderOf, good, rolloutText, run, template } from '../support/command.js';
import { Repository } from '../support/repository.js';

interface Report {
  readonly summary: { readonly resources: number; readonly rollouts: number };
  readonly findings: readonly { readonly rule: string; readonly file: string; readonly message: string }[];
  readonly notes: readonly string[];
  readonly failures: readonly string[];
}

function lint(folder: string, ...args: string[]): Report {
  return JSON.parse(run(folder, 'lint', '--format', 'json', ...args).stdout) as Report;
}

/** The files of which something was found; every file that holds `bad` is one of them. */
function filesRead(folder: string, ...args: string[]): string[] {
  const { findings } = lint(folder, '--only', 'schema/fields-known', ...args);
  return findings.map(({ file }) => file).sort();
}

describe('what is read', () => {
  it('is the working folder when nothing is given', () => {
    const files = { 'a.yaml': bad, 'b/c.yml': bad, 'b/d/e.JSON': bad, 'b/f.txt': bad, 'g.yaml.bak': bad };
    expect(filesRead(folderOf(files))).toEqual(['a.yaml', 'b/c.yml', 'b/d/e.JSON']);
  });

  it('is any file that is given, once', () => {
    const folder = folderOf({ 'a.yaml': bad, 'b.txt': bad });
    expect(filesRead(folder, 'b.txt', '.', 'a.yaml', './a.yaml', folder)).toEqual(['a.yaml', 'b.txt']);
  });

  it('is neither .git nor node_modules', () => {
    const files = { '.git/a.yaml': bad, 'node_modules/b/c.yaml': bad, '.github/d.yaml': bad };
    expect(filesRead(folderOf(files))).toEqual(['.github/d.yaml']);
  });

  it('is named as the user would write it', () => {
    const folder = folderOf({ 'apps/a.yaml': bad, 'team/b.yaml': bad });
    expect(filesRead(path.join(folder, 'team'), '.', '../apps')).toEqual(['../apps/a.yaml', 'b.yaml']);
    expect(filesRead('/', folder)).toEqual([
      `${folder.slice(1)}/apps/a.yaml`,
      `${folder.slice(1)}/team/b.yaml`,
    ]);
  });

  it('is a folder, whatever its name', () => {
    const folder = folderOf({ 'dir.yaml/a.yaml': bad });
    expect(filesRead(folder)).toEqual(['dir.yaml/a.yaml']);
    expect(filesRead(folder, 'dir.yaml')).toEqual(['dir.yaml/a.yaml']);
  });

  it('is read in the order of names, whatever the order of arguments', () => {
    const folder = folderOf({ 'b.yaml': bad, 'a.yaml': bad, 'c/a.yaml': bad });
    const { findings } = lint(folder, '--only', 'schema/fields-known', 'c', 'b.yaml', 'a.yaml');
    expect(findings.map(({ file }) => file)).toEqual(['a.yaml', 'b.yaml', 'c/a.yaml']);
  });
});

describe('.gitignore', () => {
  it('is respected, with what it takes back', () => {
    const folder = folderOf({
      '.gitignore': '*.gen.yaml\n!kept.gen.yaml\n/out/\n',
      'a.gen.yaml': bad,
      'kept.gen.yaml': bad,
      'out/b.yaml': bad,
      'app/out/c.yaml': bad,
    });
    expect(filesRead(folder)).toEqual(['app/out/c.yaml', 'kept.gen.yaml']);
  });

  it('of a folder below adds to it, and has the last word', () => {
    const folder = folderOf({
      '.gitignore': '*.gen.yaml\n',
      'app/.gitignore': '!*.gen.yaml\nprivate/\nlocal.yaml\n',
      'app/a.gen.yaml': bad,
      'app/private/b.yaml': bad,
      'app/local.yaml': bad,
      'local.yaml': bad,
    });
    expect(filesRead(folder)).toEqual(['app/a.gen.yaml', 'local.yaml']);
  });

  it('cannot take back what is in an ignored folder, as in git', () => {
    const folder = folderOf({ '.gitignore': 'out/\n!out/a.yaml\n', 'out/a.yaml': bad, 'b.yaml': bad });
    expect(filesRead(folder)).toEqual(['b.yaml']);
  });

  it('of the folders above counts up to the root of the repository', () => {
    const files = {
      'repo/.gitignore': 'a.yaml\n',
      '.gitignore': 'b.yaml\n',
      'repo/app/a.yaml': bad,
      'repo/app/b.yaml': bad,
    };
    const folder = folderOf(files);
    expect(filesRead(path.join(folder, 'repo/app'))).toEqual(['a.yaml', 'b.yaml']);
    mkdirSync(path.join(folder, 'repo/.git'));
    expect(filesRead(path.join(folder, 'repo/app'))).toEqual(['b.yaml']);
  });

  it('does not count for what is given by name', () => {
    const folder = folderOf({
      '.git/HEAD': '',
      '.gitignore': 'dist/\n*.gen.yaml\n',
      'dist/a.yaml': bad,
      'b.gen.yaml': bad,
    });
    expect(filesRead(folder)).toEqual([]);
    expect(filesRead(folder, 'dist', 'b.gen.yaml')).toEqual(['b.gen.yaml', 'dist/a.yaml']);
  });

  it('ignores nothing and says so where it is no file, as in Git', () => {
    const folder = folderOf({
      'device/.gitignore': { link: '/dev/zero' },
      'device/a.yaml': bad,
      'folder/.gitignore/x': '',
      'folder/a.yaml': bad,
      'link/.gitignore': { link: 'patterns' },
      'link/patterns': 'a.yaml',
      'link/a.yaml': bad,
      'pipe/a.yaml': bad,
      'pipe/below/a.yaml': bad,
    });
    mkdirSync(path.join(folder, 'pipe/.git'));
    execFileSync('mkfifo', [path.join(folder, 'pipe/.gitignore')]);
    const report = lint(folder, '--only', 'schema/fields-known', '.', 'pipe/below');
    expect(report.findings).toHaveLength(5);
    expect(report.notes).toEqual([
      'device/.gitignore: it ignores nothing: it is a symbolic link.',
      'folder/.gitignore: it ignores nothing: it is a folder.',
      'link/.gitignore: it ignores nothing: it is a symbolic link.',
      'pipe/.gitignore: it ignores nothing: it is not a file.',
    ]);
  });

  it('may hold Windows line breaks and comments', () => {
    const folder = folderOf({ '.gitignore': '# generated\r\nout\r\n\r\n', 'out/a.yaml': bad, 'b.yaml': bad });
    expect(filesRead(folder)).toEqual(['b.yaml']);
  });
});

describe('what Git tracks although .gitignore matches it', () => {
  const add = (repository: Repository, ...names: string[]): string =>
    repository.git('add', '--force', '--', ...names);

  it('is read, and what is only ignored beside it is not', () => {
    const repository = new Repository();
    repository.write({
      '.gitignore': '*.gen.yaml\n/out/\nlinks/*.yaml\n',
      'a.gen.yaml': bad,
      'other.gen.yaml': bad,
      'out/b.yaml': bad,
      'out/deep/c.yaml': bad,
      'out/deep/other.yaml': bad,
      'out/deep/.gitignore': '!other.yaml\nc.yaml\n',
      'out/elsewhere/other.yaml': bad,
    });
    expect(filesRead(repository.folder)).toEqual([]);
    add(repository, 'a.gen.yaml', 'out/b.yaml', 'out/deep/c.yaml');
    expect(filesRead(repository.folder)).toEqual(['a.gen.yaml', 'out/b.yaml', 'out/deep/c.yaml']);
    expect(filesRead(path.join(repository.folder, 'out/deep')), 'named folders are read whole').toEqual([
      'c.yaml',
      'other.yaml',
    ]);
    repository.git('rm', '--cached', '--quiet', 'a.gen.yaml', 'out/b.yaml');
    expect(filesRead(repository.folder)).toEqual(['out/deep/c.yaml']);
  });

  it('is read from a folder below, through a link, and in the folder of another work tree', () => {
    const repository = new Repository({ '.gitignore': '*.gen.yaml\n', 'app/good.yaml': '' });
    repository.write({ 'app/a.gen.yaml': bad, 'app/b.gen.yaml': bad, text: bad });
    symlinkSync('../text', path.join(repository.folder, 'app/link.gen.yaml'));
    symlinkSync('../text', path.join(repository.folder, 'app/other.gen.yaml'));
    add(repository, 'app/a.gen.yaml', 'app/link.gen.yaml');
    expect(filesRead(path.join(repository.folder, 'app'))).toEqual(['a.gen.yaml', 'link.gen.yaml']);
    repository.git('commit', '--quiet', '--message', 'x');
    const tree = path.join(folderOf({}), 'tree');
    repository.git('worktree', 'add', '--quiet', tree);
    writeFileSync(path.join(tree, 'app/b.gen.yaml'), bad);
    expect(filesRead(tree)).toEqual(['app/a.gen.yaml']);
  });

  it('may be a submodule, whose own index and ignore files count in it, as a clone in an ignored folder may not', () => {
    const inner = { '.gitignore': '*.local.yaml\n', 'a.yaml': bad, 'b.local.yaml': bad, 'c.local.yaml': bad };
    const repository = new Repository({ '.gitignore': '/modules/\n' });
    for (const name of ['modules/one', 'modules/two']) {
      const other = new Repository({ '.gitignore': inner['.gitignore'] });
      other.write(inner);
      add(other, 'a.yaml', 'b.local.yaml');
      other.git('commit', '--quiet', '--message', 'x');
      mkdirSync(path.join(repository.folder, 'modules'), { recursive: true });
      cpSync(other.folder, path.join(repository.folder, name), { recursive: true });
    }
    expect(filesRead(repository.folder)).toEqual([]);
    add(repository, 'modules/one');
    expect(filesRead(repository.folder)).toEqual(['modules/one/a.yaml', 'modules/one/b.local.yaml']);
  });

  it('is unknown where the index is not understood, which is said once there is something to ask', () => {
    const repository = new Repository({ '.gitignore': '*.gen.yaml\n', 'b.yaml': bad });
    writeFileSync(path.join(repository.folder, '.git/index'), 'DIRC and no more');
    expect(lint(repository.folder, '.').notes).toEqual([]);
    repository.write({ 'a.gen.yaml': bad });
    const { notes } = lint(repository.folder, '--only', 'schema/fields-known', '.');
    expect(notes).toEqual([
      `${repository.folder}/.git: its index cannot be read, so what .gitignore matches counts as untracked: it has a form that is not known.`,
    ]);
    expect(filesRead(repository.folder)).toEqual(['b.yaml']);
    rmSync(path.join(repository.folder, '.git/index'));
    execFileSync('mkfifo', [path.join(repository.folder, '.git/index')]);
    expect(lint(repository.folder, '.').notes.join('\n')).toContain('it is not a file.');
  });
});

describe('a symbolic link', () => {
  it('to a file is read like the file', () => {
    const folder = folderOf({ 'real/a.txt': bad, 'b.yaml': { link: 'real/a.txt' } });
    expect(filesRead(folder)).toEqual(['b.yaml']);
  });

  it('to a folder is not followed, which ends every loop', () => {
    const folder = folderOf({ 'app/a.yaml': bad, 'app/again': { link: '..' }, 'app/self': { link: '.' } });
    expect(lint(folder)).toMatchObject({ notes: [], failures: [], summary: { rollouts: 1 } });
  });

  it('to a folder outside is told', () => {
    const folder = folderOf({
      'app/a.yaml': good,
      'shared/b.yaml': good,
      'app/shared': { link: '../shared' },
    });
    expect(lint(folder, 'app')).toMatchObject({
      notes: [
        'app/shared: a symbolic link to a folder is not followed; give the folder as a path to lint it.',
      ],
      summary: { rollouts: 1 },
    });
    expect(lint(folder, 'app', 'shared')).toMatchObject({ notes: [], summary: { rollouts: 2 } });
    expect(lint(folder, 'app/shared')).toMatchObject({ notes: [], summary: { rollouts: 1 } });
  });

  it('that leads out of the repository is not followed, and that is told', () => {
    const secret = 'apiVersion: v1\nkind: ConfigMap\npassword = hunter2\n';
    const folder = folderOf({
      'secret.yaml': secret,
      'folder/rollout.yaml': bad,
      'repo/.git/config': secret,
      'repo/a.yaml': bad,
      'repo/shared/b.yaml': bad,
      'repo/app/b.yaml': { link: '../shared/b.yaml' },
      'repo/app/device.yaml': { link: '/dev/zero' },
      'repo/app/folder': { link: '../../folder' },
      'repo/app/gone.json': { link: '/nowhere' },
      'repo/app/kustomization.yaml': { link: '../../secret.yaml' },
      'repo/app/notes.txt': { link: '../../secret.yaml' },
      'repo/app/token.yaml': { link: '../.git/config' },
    });
    const { code, stdout, stderr } = run(path.join(folder, 'repo/app'), 'lint');
    expect(code).toBe(1);
    const left = ['device.yaml', 'folder', 'gone.json', 'kustomization.yaml', 'notes.txt', 'token.yaml'];
    expect(stdout.match(/(?<=^i ).*symbolic link.*$/gm)).toEqual(
      left.map((name) => `${name}: this symbolic link leads out of the repository, so it was skipped.`),
    );
    expect(stdout).toContain('b.yaml:11:7  error  schema/fields-known');
    expect(stdout + stderr).not.toContain('hunter2');
  });

  it('that the command line names is not followed out of a repository either, for a commit can bring it', () => {
    const folder = folderOf({
      'secret.yaml': 'apiVersion: v1\nkind: ConfigMap\npassword = hunter2\n',
      'folder/rollout.yaml': bad,
      'repo/.git/HEAD': '',
      'repo/a.yaml': { link: '../secret.yaml' },
      'repo/apps': { link: '../folder' },
      'link.yaml': { link: 'folder/rollout.yaml' },
    });
    const repo = path.join(folder, 'repo');
    for (const name of ['a.yaml', 'apps', 'apps/rollout.yaml'])
      expect(lint(repo, name)).toMatchObject({
        failures: [
          `${name}: it is a symbolic link that leads out of the repository; give its target as a path to lint it.`,
        ],
        findings: [],
      });
    // One that stands elsewhere is the user's own.
    expect(lint(repo, '--only', 'schema/fields-known', '../link.yaml')).toMatchObject({
      failures: [],
      findings: [{ file: '../link.yaml' }],
    });
    expect(lint(repo, '--only', 'schema/fields-known', '../folder')).toMatchObject({
      failures: [],
      findings: [{ file: '../folder/rollout.yaml' }],
    });
  });

  it('that leads nowhere is told', () => {
    const links = {
      'gone.yaml': { link: 'nowhere' },
      'loop.yml': { link: 'loop.yml' },
      readme: { link: 'nowhere' },
    };
    const { notes, failures } = lint(folderOf({ 'a.yaml': good, ...links }));
    expect(notes).toEqual([
      'gone.yaml: this symbolic link is broken, so it was skipped.',
      'loop.yml: this symbolic link is broken, so it was skipped.',
    ]);
    expect(failures).toEqual([]);
  });
});

describe('an input that cannot be read', () => {
  it.each<[string, Parameters<typeof folderOf>[0], string]>([
    ['gone.yaml', {}, 'gone.yaml: file or folder not found.'],
    ['gone/a.yaml', {}, 'gone/a.yaml: file or folder not found. gone is not found either.'],
    ['a.yaml/b', { 'a.yaml': good }, 'a.yaml/b: file or folder not found.'],
    [
      'a.yaml',
      { 'a.yaml': { link: 'nowhere' } },
      'a.yaml: it is a symbolic link to "nowhere", which is not found.',
    ],
    ['a.yaml', { 'a.yaml': { link: 'a.yaml' } }, 'a.yaml: it is a symbolic link that leads back to itself.'],
  ])('%s', (input, files, failure) => {
    const report = lint(
      folderOf({ ...files, 'bad.yaml': bad }),
      '--only',
      'schema/fields-known',
      input,
      'bad.yaml',
    );
    expect(report.failures).toEqual([failure]);
    expect(report.findings).toMatchObject([{ file: 'bad.yaml' }]);
  });

  it('because it never ends is told, and others are linted', () => {
    const folder = folderOf({ 'bad.yaml': bad });
    const report = lint(folder, '--only', 'schema/fields-known', '/dev/zero', 'bad.yaml');
    expect(report.failures).toEqual([
      '/dev/zero: it is larger than 64 MB, which is too large for a manifest.',
    ]);
    expect(report.findings).toMatchObject([{ file: 'bad.yaml' }]);
  });

  it('because of its size is told, and others are linted', () => {
    const folder = folderOf({ 'huge.yaml': '', 'bad.yaml': bad });
    truncateSync(path.join(folder, 'huge.yaml'), 3 * 2 ** 30); // It has no content, so it takes no room.
    const report = lint(folder, '--only', 'schema/fields-known');
    expect(report.failures).toEqual([
      'huge.yaml: it is larger than 64 MB, which is too large for a manifest.',
    ]);
    expect(report.findings).toMatchObject([{ file: 'bad.yaml' }]);
  });
});

describe('unrendered templates', () => {
  it('are left out, with one note for each chart', () => {
    const folder = folderOf({
      'charts/shop/templates/a.yaml': template,
      'charts/shop/templates/b.yaml': template,
      'charts/shop/templates/tests/c.yaml': template,
      'charts/shop/values.yaml': 'replicas: 2\n',
      'charts/web/templates/a.yaml': template,
      'good.yaml': good,
    });
    expect(lint(folder).notes).toEqual([
      'charts/shop/templates: 3 files are unrendered templates and were skipped. To lint the rendered output: rolloutkit lint --render charts/shop',
      'charts/web/templates: 1 file is an unrendered template and was skipped. To lint the rendered output: rolloutkit lint --render charts/web',
    ]);
  });

  it('in the working folder are a chart, too', () => {
    const folder = folderOf({ 'templates/a.yaml': template });
    expect(lint(folder).notes).toEqual([expect.stringContaining('rolloutkit lint --render .')]);
    expect(lint(path.join(folder, 'templates')).notes).toEqual([
      expect.stringMatching(/^a\.yaml: 1 file is .* … \| rolloutkit lint -$/),
    ]);
  });
});

describe('nothing to lint', () => {
  it('is told', () => {
    expect(lint(folderOf({ 'a.txt': good })).notes).toEqual([
      expect.stringMatching(/^No \.yaml, \.yml or \.json file was found in this folder\. /),
    ]);
    expect(lint(folderOf({ 'values.yaml': 'a: 1\n' })).notes).toEqual([
      'No Kubernetes resource was found in values.yaml. A manifest has apiVersion, kind and metadata at the top level.',
    ]);
  });

  it('is not told beside what was left out', () => {
    expect(lint(folderOf({ 'templates/a.yaml': template })).notes).toHaveLength(1);
    expect(lint(folderOf({}), 'gone').notes).toEqual([]);
  });
});

describe('bad input', () => {
  it('does not keep others from being linted', () => {
    const folder = folderOf({
      'bad.yaml': bad,
      'binary.yaml': '\0\u0001\u0002',
      'broken.yaml': broken,
      'empty.yaml': '',
      'half.json': '{"apiVersion": "argoproj.io/v1alpha1", "kind": "Rollout", ',
      'good.yaml': good,
    });
    const { findings, summary } = lint(folder, '--only', 'yaml,schema/fields-known');
    expect(findings.map(({ file, rule }) => `${file} ${rule}`)).toEqual([
      'bad.yaml schema/fields-known',
      'binary.yaml yaml/text',
      'broken.yaml yaml/parses',
      'half.json yaml/parses',
    ]);
    expect(summary.rollouts).toBeGreaterThanOrEqual(2);
  });

  it('of many kinds gives lines and columns that lead to it', () => {
    const folder = folderOf({
      'bom.yaml': `\ufeff${bad}`,
      'crlf.yaml': bad.replaceAll('\n', '\r\n'),
      'second.yaml': `${rolloutText('first')}---\r\n${bad}`,
    });
    const { stdout } = run(folder, 'lint', '--only', 'schema/fields-known');
    expect(stdout.split('\n').filter((line) => /^\S+:\d+:\d+ /.test(line))).toEqual([
      'bom.yaml:11:7  error  schema/fields-known',
      'crlf.yaml:11:7  error  schema/fields-known',
      'second.yaml:31:7  error  schema/fields-known',
    ]);
  });
});

describe('a document that no rule asks for', () => {
  const config = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: texts\ndata:\n  a: 1\n  a: 2\n';

  it.each([[], ['--only', 'yaml'], ['--only', 'yaml,istio']])('is parsed all the same: %s', (...args) => {
    expect(lint(folderOf({ 'a.yaml': config }), ...args).findings).toMatchObject([
      { rule: 'yaml/unique-keys', file: 'a.yaml' },
    ]);
  });
});

it('reads files of every size', () => {
  const sizes = [1, 2 ** 18 - 1, 2 ** 18, 2 ** 18 + 1, 2 ** 20];
  const files = sizes.map((size) => [`${size}.yaml`, `#${'é'.repeat(size >> 1)}`.padEnd(size, '#')] as const);
  const folder = folderOf(Object.fromEntries(files.map(([name, comment]) => [name, `${bad}${comment}\n`])));
  expect(filesRead(folder)).toEqual(sizes.map((size) => `${size}.yaml`).sort());
});
