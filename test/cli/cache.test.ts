import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { entryText, readEntry } from '../../src/cli/cache-entry.js';
import { stillTrue } from '../../src/repository/files/facts.js';
import { Recording } from '../../src/repository/files/recording.js';
import { bad, folderOf, good, type Run, run, runIn } from '../support/command.js';

/** A repository, and a folder beside it for the cache. */
function world(files: Readonly<Record<string, string>> = { 'a.yaml': bad }) {
  const root = folderOf({
    'repository/.git/HEAD': 'ref: refs/heads/main\n',
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`repository/${name}`, text])),
  });
  const [folder, cache] = [path.join(root, 'repository'), path.join(root, 'cache')];
  const entries = (): readonly string[] =>
    existsSync(cache)
      ? readdirSync(cache)
          .filter((name) => name.endsWith('.json'))
          .map((name) => path.join(cache, name))
      : [];
  return {
    root,
    folder,
    cache,
    entries,
    lint: (...args: string[]): Run => run(folder, 'lint', '--cache-dir', cache, ...args),
    /** Lets each entry print something else, which shows that it answers. */
    mark: () => {
      for (const file of entries()) {
        const text = readFileSync(file, 'utf8');
        const { asked } = JSON.parse(text.split('\n')[1]!) as { asked: string };
        const entry = readEntry(text, asked)!;
        writeFileSync(file, entryText({ ...entry, output: [['stdout', 'from the cache\n']] })!);
      }
    },
    edit: (name: string, text: string) => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    },
  };
}

const fromCache = 'from the cache\n';

describe('lint --cache', () => {
  it('prints the same again while nothing changes, and only then', () => {
    const { lint, mark, edit } = world();
    const first = lint();
    expect(first).toMatchObject({ code: 1, stderr: '' });
    mark();
    expect(lint()).toEqual({ code: 1, stdout: fromCache, stderr: '' });
    edit('a.yaml', good);
    expect(lint()).toMatchObject({ code: 0, stdout: expect.stringContaining('✓') as string });
    edit('a.yaml', bad);
    expect(lint().code).toBe(1);
  });

  it('is as if it were not there in what is printed', () => {
    const { lint, folder } = world();
    const timeless = ({ stdout, ...rest }: Run): Run => ({
      ...rest,
      stdout: stdout.replace(/\d\.\d\d s|(?<=milliseconds": )\d+/, ''),
    });
    for (const args of [[], ['--format', 'json'], ['--format', 'sarif'], ['--quiet', '--fail-on', 'never']]) {
      const plain = timeless(run(folder, 'lint', ...args));
      expect(timeless(lint(...args))).toEqual(plain);
      expect(timeless(lint(...args))).toEqual(plain);
    }
  });

  it.each<readonly [what: string, change: (of: ReturnType<typeof world>) => void]>([
    ['a new manifest', ({ edit }) => edit('sub/b.yaml', good)],
    ['a new configuration', ({ edit }) => edit('rolloutkit.yaml', 'extends: strict\n')],
    ['a new ignore file', ({ edit }) => edit('.gitignore', 'a.yaml\n')],
    ['a new baseline', ({ folder }) => run(folder, 'baseline', 'write')],
    ['another branch', ({ edit }) => edit('.git/HEAD', 'ref: refs/heads/other\n')],
    ['a remote', ({ edit }) => edit('.git/config', '[remote "origin"]\nurl = https://example.com/a.git\n')],
    ['a link to a folder', ({ folder }) => symlinkSync('/', path.join(folder, 'link'))],
    ['a repository in a folder', ({ edit }) => edit('sub/.git/HEAD', 'ref: refs/heads/main\n')],
    [
      'an edit that keeps size and time',
      ({ folder, edit }) => {
        const file = path.join(folder, 'a.yaml');
        const { atime, mtime } = statSync(file);
        edit('a.yaml', bad.replace('maxsurge', 'maxzurge'));
        utimesSync(file, atime, mtime);
      },
    ],
  ])('runs again after %s', (_, change) => {
    const it = world();
    it.lint();
    it.mark();
    expect(it.lint().stdout).toBe(fromCache);
    change(it);
    expect(it.lint().stdout).not.toBe(fromCache);
  });

  it('runs again after a change of what the user has outside of the repository', () => {
    const { root, folder, cache, mark } = world({
      'a.yaml': good,
      'b.yaml': 'apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: web }\nspec: { size: 1 }\n',
    });
    const at = (name: string): string => path.join(root, name);
    const schema = (type: string): void =>
      writeFileSync(
        at('schemas/widget-example-v1.json'),
        JSON.stringify({ properties: { spec: { properties: { size: { type } } } } }),
      );
    mkdirSync(at('schemas'));
    schema('integer');
    const lint = (): Run =>
      runIn({ folder, environment: { HOME: root } }, 'lint', '--cache-dir', cache, '--schemas', '../schemas');
    expect(lint().code).toBe(0);
    mark();
    expect(lint().stdout).toBe(fromCache);
    schema('string');
    expect(lint()).toMatchObject({ code: 1, stdout: expect.stringContaining('size') as string });
    mark();
    expect(lint().stdout).toBe(fromCache);
    mkdirSync(at('.config/rolloutkit'), { recursive: true });
    writeFileSync(at('.config/rolloutkit/config.yaml'), 'render: false\n');
    expect(lint().stdout).not.toBe(fromCache);
  });

  it('answers after changes of nothing that was read', () => {
    const { lint, mark, folder } = world({ 'a.yaml': bad, 'node_modules/x/b.yaml': bad });
    lint();
    mark();
    const now = new Date(Date.now() + 5000);
    utimesSync(path.join(folder, 'a.yaml'), now, now);
    writeFileSync(path.join(folder, 'node_modules/x/b.yaml'), good);
    expect(lint().stdout).toBe(fromCache);
  });

  it('answers in each of the last three states, as after a checkout of another branch and back', () => {
    const { lint, mark, edit, folder } = world();
    const states: readonly (readonly string[])[] = [['b.yaml'], ['sub/c.yaml', 'sub/d.yaml'], []];
    const checkOut = (files: readonly string[]): void => {
      // Git leaves no empty folders.
      for (const name of ['b.yaml', 'sub']) rmSync(path.join(folder, name), { recursive: true, force: true });
      for (const name of files) edit(name, bad);
    };
    const isAnswered = states.map((files) => {
      checkOut(files);
      return lint().stdout === fromCache;
    });
    expect(isAnswered).toEqual([false, false, false]);
    mark();
    for (const files of [...states, ...states]) {
      checkOut(files);
      expect(lint().stdout).toBe(fromCache);
    }
    checkOut(['b.yaml', 'sub/c.yaml']);
    expect(lint().stdout).not.toBe(fromCache);
    // The result that was used the longest ago made room.
    checkOut(states[0]!);
    expect(lint().stdout).not.toBe(fromCache);
  });

  it('replaces the result that a run begins from, however often a manifest is edited', () => {
    const { lint, edit, entries } = world();
    for (const name of ['one', 'two', 'three']) {
      edit('a.yaml', bad.replaceAll('bad', name));
      lint();
    }
    expect(entries()).toHaveLength(1);
  });

  it('asks the index of Git for its paths, not for its times and hashes', () => {
    const { lint, mark, edit, folder } = world({ 'a.yaml': good, 'out/b.yaml': bad, '.gitignore': 'out\n' });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder });
    rmSync(path.join(folder, '.git'), { recursive: true });
    git('init', '--quiet');
    edit('notes.txt', 'one\n');
    git('add', '.');
    expect(lint()).toMatchObject({ code: 0 });
    mark();
    edit('notes.txt', 'two\n');
    git('commit', '--quiet', '--all', '--message', 'Two');
    expect(lint().stdout).toBe(fromCache);
    // A file that is tracked counts, though an ignore file matches it.
    git('add', '--force', 'out/b.yaml');
    expect(lint()).toMatchObject({ code: 1, stdout: expect.stringContaining('out/b.yaml') as string });
    git('rm', '--quiet', '--cached', 'out/b.yaml');
    expect(lint().stdout).toBe(fromCache);
  });

  it('looks at both files of a split index', () => {
    const { lint, mark, edit, folder } = world({ 'a.yaml': good, 'out/b.yaml': bad, '.gitignore': 'out\n' });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
    rmSync(path.join(folder, '.git'), { recursive: true });
    git('init', '--quiet');
    git('add', '.');
    git('update-index', '--split-index');
    expect(lint()).toMatchObject({ code: 0 });
    mark();
    expect(lint().stdout).toBe(fromCache);
    git('add', '--force', 'out/b.yaml');
    expect(lint()).toMatchObject({ code: 1 });
    edit('.git/index', 'no index');
    expect(lint().stdout + lint().stderr).toContain('its index cannot be read');
  });

  it('keeps an entry for each command line, terminal and variable that counts', () => {
    const { lint, mark, folder, cache, entries } = world();
    lint();
    mark();
    expect(lint('--quiet').stdout).not.toBe(fromCache);
    expect(entries()).toHaveLength(2);
    const args = ['lint', '--cache-dir', cache];
    expect(runIn({ folder, columns: 80 }, ...args).stdout).not.toBe(fromCache);
    expect(runIn({ folder, columns: 90 }, ...args).stdout).not.toBe(fromCache);
    mark();
    const environment = { ...process.env, GITHUB_ACTIONS: undefined, RENDER: 'unread' };
    expect(runIn({ folder, environment }, ...args).stdout).toBe(fromCache);
    const ci = { ...environment, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: undefined };
    expect(runIn({ folder, environment: ci }, ...args).stdout).not.toBe(fromCache);
  });

  it.each(['simulate', 'drift', 'protect'])('does the same for %s', (command) => {
    const { folder, cache, mark, edit } = world({ 'a.yaml': good });
    const tell = (...args: string[]): Run => run(folder, command, ...args);
    const timeless = ({ stdout, ...rest }: Run): Run => ({
      ...rest,
      stdout: stdout.replace(/\d\.\d\d s/, ''),
    });
    const plain = timeless(tell());
    expect(timeless(tell('--cache-dir', cache))).toEqual(plain);
    expect(timeless(tell('--cache-dir', cache))).toEqual(plain);
    mark();
    expect(tell('--cache-dir', cache).stdout).toBe(fromCache);
    edit('b.yaml', good.replaceAll('good', 'other'));
    expect(tell('--cache-dir', cache).stdout).not.toBe(fromCache);
    expect(timeless(tell('--no-cache'))).not.toEqual(plain);
  });

  it('keeps no values of variables, and nothing that others can read', () => {
    const { folder, cache, entries } = world();
    const environment = { ...process.env, GITHUB_ACTIONS: undefined, TERM: 'secret-terminal' };
    runIn({ folder, environment }, 'lint', '--cache-dir', cache);
    const [entry] = entries();
    expect(readFileSync(entry!, 'utf8')).not.toContain('secret-terminal');
    expect([cache, entry!].map((file) => statSync(file).mode & 0o777)).toEqual([0o700, 0o600]);
  });

  it.each([
    ['programs', ['--changed']],
    ['code of plugins', ['--plugin', '../plugin.cjs']],
    ['fixes', ['--fix', '--dry-run']],
    ['files that are written', ['--format', 'json:../report.json']],
    ['inputs that are not read', ['a.yaml', 'absent.yaml']],
    ['wrong options', ['--only', 'absent']],
  ])('keeps nothing of runs with %s', (_, args) => {
    const { lint, root, entries } = world();
    writeFileSync(
      path.join(root, 'plugin.cjs'),
      `module.exports = { apiVersion: 1, prefix: 'own', rules: [] };`,
    );
    lint(...args);
    expect(entries()).toEqual([]);
  });

  it('is asked for, by an option or a variable', () => {
    const { folder, root } = world();
    const cached = (environment: NodeJS.ProcessEnv, ...args: string[]): Run & { isKept: boolean } => {
      const home = path.join(root, `home-${Math.random()}`);
      const result = runIn({ folder, environment: { HOME: home, ...environment } }, 'lint', ...args);
      return { ...result, isKept: existsSync(path.join(home, '.cache/rolloutkit')) };
    };
    expect(cached({}).isKept).toBe(false);
    expect(cached({}, '--cache').isKept).toBe(true);
    expect(cached({ ROLLOUTKIT_CACHE: '1' }).isKept).toBe(true);
    expect(cached({ ROLLOUTKIT_CACHE: '1' }, '--no-cache').isKept).toBe(false);
    expect(cached({ ROLLOUTKIT_CACHE: 'yes' })).toMatchObject({ code: 2, isKept: false });
    expect(cached({}, '--cache', '--no-cache').code).toBe(2);
    const elsewhere = path.join(root, 'elsewhere');
    expect(cached({ XDG_CACHE_HOME: elsewhere }, '--cache').isKept).toBe(false);
    expect(existsSync(path.join(elsewhere, 'rolloutkit'))).toBe(true);
  });
});

describe('the folder of the cache', () => {
  it('is refused in the repository, also behind a link', () => {
    const { folder, root } = world();
    symlinkSync('repository', path.join(root, 'link'));
    mkdirSync(path.join(root, 'victim'));
    symlinkSync('../victim', path.join(folder, 'out'));
    for (const given of ['cache', '.', '../repository/x/y', '../link/cache', 'out', 'out/cache']) {
      const { code, stderr } = run(folder, 'lint', '--cache-dir', given);
      expect([code, stderr]).toEqual([2, expect.stringContaining('is in the repository')]);
    }
    expect(readdirSync(folder).sort()).toEqual(['.git', 'a.yaml', 'out']);
    expect(readdirSync(path.join(root, 'victim'))).toEqual([]);
  });

  it('is refused in another repository that is linted', () => {
    const { folder, root } = world();
    const other = folderOf({ '.git/HEAD': '', 'b.yaml': good });
    expect(run(root, 'lint', '--cache-dir', `${other}/c`, other, folder).code).toBe(2);
  });

  it('is not used where the home is the repository', () => {
    const { folder } = world();
    for (const HOME of [folder, '.', '']) {
      const { code, stderr } = runIn({ folder, environment: { HOME } }, 'lint', '--cache');
      expect([code, stderr]).toEqual([1, expect.stringContaining('No cache is used: ')]);
    }
    expect(existsSync(path.join(folder, '.cache'))).toBe(false);
  });

  it('is not used if others can write to it', () => {
    const { cache, lint, entries } = world();
    mkdirSync(cache);
    chmodSync(cache, 0o777);
    expect(lint()).toMatchObject({ code: 1, stderr: expect.stringContaining('by other users') as string });
    expect(entries()).toEqual([]);
  });

  it('may be impossible to make', () => {
    const { folder } = world();
    const given = '/dev/null/cache';
    expect(run(folder, 'lint', '--cache-dir', given)).toMatchObject({ code: 1, stderr: '' });
  });

  it('may contain damaged entries, which a line tells', () => {
    const { lint, entries } = world();
    lint();
    const [entry] = entries();
    writeFileSync(entry!, readFileSync(entry!, 'utf8').replace('error', 'never'));
    expect(lint()).toMatchObject({ code: 1, stderr: expect.stringContaining('damaged') as string });
    expect(lint()).toMatchObject({ code: 1, stderr: '' });
  });

  it('may contain pipes and links instead of entries', () => {
    const { lint, entries, root } = world();
    lint();
    const [entry] = entries();
    execFileSync('rm', [entry!]);
    execFileSync('mkfifo', [entry!]);
    expect(lint()).toMatchObject({ code: 1, stderr: '' });
    const target = path.join(root, 'target.json');
    execFileSync('mv', [entry!, target]);
    symlinkSync(target, entry!);
    const kept = readFileSync(target, 'utf8');
    expect(lint().code).toBe(1);
    expect(readFileSync(target, 'utf8')).toBe(kept);
  });

  it('keeps the newest entries', () => {
    const { lint, cache, entries } = world();
    mkdirSync(cache, { mode: 0o700 });
    for (let index = 0; index < 70; index++) {
      const name = path.join(cache, `${String(index).padStart(64, '0')}.json`);
      writeFileSync(name, '');
      utimesSync(name, index, index);
    }
    writeFileSync(path.join(cache, 'of-others.json'), '');
    lint();
    expect(entries()).toHaveLength(65);
    expect(entries().map((file) => path.basename(file))).toContain(`${'69'.padStart(64, '0')}.json`);
  });
});

describe('facts', () => {
  it('of a file are not asked of a pipe that has its place, because it would not end', () => {
    const root = folderOf({});
    execFileSync('mkfifo', [path.join(root, 'pipe')]);
    const fact = { question: 'file', path: path.join(root, 'pipe'), answer: 'hash' } as const;
    expect(stillTrue([fact], new Recording())).toBeUndefined();
  });
});
