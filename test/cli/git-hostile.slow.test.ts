import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Checkout } from '../../src/cli/checkout.js';
import { Git } from '../../src/cli/git.js';
import { ofProcess } from '../../src/cli/surroundings.js';
import { folderOf, run, rolloutText } from '../support/command.js';
import { Repository, tidiesInTheForeground } from '../support/repository.js';

beforeEach(() => {
  for (const name of Object.keys(process.env))
    if (/^(GIT|PRE_COMMIT)/.test(name)) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** A program that leaves a trace wherever it is started; what it was started as is its argument. */
class Canary {
  private readonly folder = folderOf({});
  readonly program = path.join(this.folder, 'canary.sh');
  private readonly traces = path.join(this.folder, 'traces');

  constructor() {
    writeFileSync(this.program, `#!/bin/sh\necho "$1" >> '${this.traces}'\n[ "$1" = fetch ] || cat\n`);
    chmodSync(this.program, 0o755);
  }

  get started(): string {
    return existsSync(this.traces) ? readFileSync(this.traces, 'utf8') : '';
  }

  forget(): void {
    rmSync(this.traces, { force: true });
  }
}

const web = (version: number): string => rolloutText('web').replace('web:1', `web:${version}`);

function released(): Repository {
  const repository = new Repository({ 'apps/web.yaml': web(1) });
  repository.write({ 'apps/web.yaml': web(2) });
  repository.commit('Second');
  return repository;
}

const commands: readonly (readonly string[])[] = [
  ['lint', '--staged'],
  ['lint', '--changed'],
  ['lint', '--changed=HEAD~', '.'],
  ['rollback', 'web', '--dry-run'],
  ['rollback', 'web', '--to', 'HEAD~', '--dry-run'],
  ['rollback', 'web'],
  ['init', '--dry-run'],
];

describe('a bare repository that a commit brings', () => {
  /** The folder `apps` is itself a repository whose configuration starts a program. */
  function embedded(canary: Canary): string {
    const repository = released();
    const apps = path.join(repository.folder, 'apps');
    for (const name of ['HEAD', 'objects', 'refs', 'index'])
      cpSync(path.join(repository.folder, '.git', name), path.join(apps, name), { recursive: true });
    writeFileSync(
      path.join(apps, 'config'),
      `[core]\n repositoryformatversion = 0\n bare = false\n worktree = .\n fsmonitor = "${canary.program} fsmonitor; false"\n`,
    );
    repository.write({ 'apps/apps/web.yaml': web(2) });
    return apps;
  }

  it.each(commands.map((args) => ({ args })))('starts nothing under $args', ({ args }) => {
    const canary = new Canary();
    const apps = embedded(canary);
    // What git does of itself, so that this test knows what it tests.
    spawnSync('git', ['status'], { cwd: apps });
    expect(canary.started).toContain('fsmonitor');
    canary.forget();

    const { code, stderr } = run(apps, ...args);
    expect(canary.started).toBe('');
    if (args[0] === 'init') return;
    expect(stderr).toContain(`${apps} is itself a bare Git repository.`);
    expect(code).toBe(2);
  });

  it('is nothing to what is run from the folder above', () => {
    const canary = new Canary();
    const apps = embedded(canary);
    expect(run(path.dirname(apps), 'lint', '--changed', 'apps').stderr).toBe('');
    expect(run(path.dirname(apps), 'rollback', 'web', 'apps/web.yaml', '--dry-run').stderr).toBe('');
    expect(canary.started).toBe('');
  });

  it('is found where only the folder of another one tells', () => {
    const apps = path.join(released().folder, 'apps');
    for (const [name, text] of [
      ['HEAD', 'ref: refs/heads/main\n'],
      ['commondir', '../.git\n'],
      ['config', '[core]\n worktree = .\n'],
    ] as const)
      writeFileSync(path.join(apps, name), text);
    expect(run(apps, 'lint', '--staged').stderr).toContain('is itself a bare Git repository.');
  });
});

describe('a configuration that names a program for everything', () => {
  function configured(canary: Canary): Repository {
    const repository = released();
    const { program } = canary;
    const git = (...args: string[]): unknown =>
      execFileSync('git', args, { cwd: repository.folder, stdio: 'pipe' });
    // A signed commit, which "git log" shows to gpg.
    const commit = repository.git('cat-file', 'commit', 'HEAD');
    const signed = commit.replace(
      '\n\n',
      '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n xxxx\n -----END PGP SIGNATURE-----\n\n',
    );
    const object = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
      cwd: repository.folder,
      input: `${signed}\n`,
      encoding: 'utf8',
    }).trim();
    git('reset', '--quiet', '--soft', object);

    const hooks = path.join(repository.folder, '.git', 'evil-hooks');
    mkdirSync(hooks);
    for (const hook of ['post-index-change', 'post-checkout', 'pre-auto-gc', 'reference-transaction']) {
      writeFileSync(path.join(hooks, hook), `#!/bin/sh\n${program} ${hook}\n`);
      chmodSync(path.join(hooks, hook), 0o755);
    }
    repository.write({
      '.gitattributes': '* filter=evil diff=evil merge=evil\n*.yml filter=a=b\n',
      'apps/other.yml': web(2).replaceAll('web', 'other'),
    });
    git('add', '.');
    // What Git remembers of these files is not true any more, so that it would look at them again.
    utimesSync(path.join(repository.folder, 'apps/web.yaml'), 1, 1);
    repository.write({ 'apps/other.yml': rolloutText('other') });
    const settings: Readonly<Record<string, string>> = {
      'core.fsmonitor': `${program} fsmonitor; false`,
      'core.hooksPath': hooks,
      'core.pager': `${program} pager`,
      'core.editor': `${program} editor`,
      'core.sshCommand': `${program} ssh`,
      'core.askPass': program,
      'core.alternateRefsCommand': `${program} alternate`,
      'credential.helper': `!${program} credential`,
      'diff.external': `${program} external-diff`,
      'diff.evil.command': `${program} diff-driver`,
      'diff.evil.textconv': `${program} textconv`,
      'filter.evil.clean': `${program} clean`,
      'filter.evil.smudge': `${program} smudge`,
      'filter.evil.required': 'true',
      'filter.a=b.process': `${program} process`,
      'filter.a=b.required': 'true',
      'gpg.program': program,
      'log.showSignature': 'true',
      'merge.evil.driver': `${program} merge`,
      'pager.log': `${program} pager-log`,
      'uploadpack.packObjectsHook': `${program} pack-objects`,
      'color.ui': 'always',
      'diff.relative': 'true',
    };
    for (const [name, value] of Object.entries(settings)) git('config', name, value);
    return repository;
  }

  it.each(commands.map((args) => ({ args })))('starts none under $args', ({ args }) => {
    const canary = new Canary();
    const { folder } = configured(canary);
    spawnSync('git', ['diff', '--stat'], { cwd: folder });
    spawnSync('git', ['log', '-1'], { cwd: folder });
    spawnSync('git', ['hash-object', 'apps/web.yaml'], { cwd: folder });
    for (const one of ['fsmonitor', 'clean', '--keyid-format']) expect(canary.started).toContain(one);
    canary.forget();

    const { code, stderr } = run(folder, ...args);
    expect(canary.started).toBe('');
    if (args[0] !== 'init') expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('starts none while a state is written for programs that read files', () => {
    const canary = new Canary();
    const repository = configured(canary);
    for (const state of ['', 'HEAD']) {
      const checkout = new Checkout(Git.around(repository.folder, ofProcess()), state);
      expect(readFileSync(path.join(checkout.folder, 'apps/web.yaml'), 'utf8')).toBe(web(2));
      checkout.remove();
    }
    expect(canary.started).toBe('');
  });

  it('has its say in a commit of the user', () => {
    const canary = new Canary();
    const repository = released();
    const hook = path.join(repository.folder, '.git/hooks/pre-commit');
    writeFileSync(hook, `#!/bin/sh\n${canary.program} pre-commit\n`);
    chmodSync(hook, 0o755);
    expect(run(repository.folder, 'rollback', 'web', '--commit').code).toBe(0);
    expect(canary.started).toBe('pre-commit\n');
    expect(repository.git('log', '-1', '--format=%s')).toBe('Roll back web to web:1');
    repository.git('config', 'commit.gpgSign', 'true');
    repository.git('config', 'gpg.program', '/bin/false');
    const { code, stderr } = run(repository.folder, 'rollback', 'web', '--commit');
    expect(stderr).toContain('gpg failed to sign the data');
    expect(code).toBe(2);
  });

  it('of a submodule is not asked', () => {
    const canary = new Canary();
    const inner = released();
    const outer = new Repository({ 'web.yaml': web(1) });
    outer.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', inner.folder, 'sub');
    outer.commit('Submodule');
    outer.git(
      'config',
      '-f',
      '.git/modules/sub/config',
      'core.fsmonitor',
      `${canary.program} fsmonitor; false`,
    );
    outer.git('config', 'submodule.recurse', 'true');
    outer.write({ 'web.yaml': web(2), 'sub/apps/web.yaml': web(3) });
    spawnSync('git', ['status'], { cwd: outer.folder });
    expect(canary.started).toContain('fsmonitor');
    canary.forget();
    outer.write({ 'sub/apps/web.yaml': web(4) });
    for (const args of [
      ['lint', '--changed'],
      ['lint', '--staged'],
      ['rollback', 'web', 'web.yaml', '--dry-run'],
    ])
      run(outer.folder, ...args);
    expect(canary.started).toBe('');
  });
});

describe('a partial clone', () => {
  function partial(canary: Canary): Repository {
    const origin = new Repository({ 'web.yaml': web(1), 'bad.yaml': rolloutText('bad', 'maxsurge: 1') });
    origin.write({ 'web.yaml': web(2) });
    origin.commit('Second');
    origin.git('config', 'uploadpack.allowFilter', 'true');
    origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    const clone = new Repository();
    rmSync(clone.folder, { recursive: true });
    const url = pathToFileURL(origin.folder).href;
    execFileSync('git', ['clone', '--quiet', '--filter=blob:none', url, clone.folder]);
    for (const [name, value] of tidiesInTheForeground) clone.git('config', name, value);
    clone.git('config', 'remote.origin.uploadpack', `${canary.program} fetch; git-upload-pack`);
    clone.git('config', 'protocol.file.allow', 'always');
    return clone;
  }

  it.each([
    ['lint', '--changed=HEAD~'],
    ['rollback', 'web', '--dry-run'],
  ])('is not completed by %s %s', (...args) => {
    const canary = new Canary();
    const clone = partial(canary);
    const { code, stderr } = run(clone.folder, ...args);
    expect(canary.started).toBe('');
    expect(stderr).toMatch(
      /^This clone is partial and lacks object [0-9a-f]{40}; rolloutkit does not fetch them\./,
    );
    expect(code).toBe(4);

    const [, command = ''] = /first: (.*)$/m.exec(stderr) ?? [];
    clone.git('config', '--unset', 'remote.origin.uploadpack');
    execFileSync('sh', ['-c', command], { cwd: clone.folder, stdio: 'ignore' });
    expect(run(clone.folder, ...args)).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('a tree that Git would not check out', () => {
  /** A tree with any names, which `git mktree` refuses to no one. */
  function tree(
    repository: Repository,
    entries: readonly [mode: string, name: string, content: string][],
  ): string {
    const hash = (type: string, input: Buffer | string): string =>
      execFileSync('git', ['hash-object', '-t', type, '-w', '--literally', '--stdin'], {
        cwd: repository.folder,
        input,
        encoding: 'utf8',
      }).trim();
    const parts = entries.map(([mode, name, content]) =>
      Buffer.concat([
        Buffer.from(`${mode} ${name}\0`),
        Buffer.from(mode === '40000' ? content : hash('blob', content), 'hex'),
      ]),
    );
    return hash('tree', Buffer.concat(parts));
  }

  const written = (repository: Repository, state: string): string => {
    const checkout = new Checkout(Git.around(repository.folder, ofProcess()), state);
    try {
      return execFileSync('find', ['.', '-mindepth', '1', '-not', '-path', './.git'], {
        cwd: checkout.folder,
        encoding: 'utf8',
      });
    } finally {
      checkout.remove();
    }
  };

  it.each(['.git', '.GIT', '..', '.git ', 'git~1', '.g\u200cit'])('is refused: a folder %j', (name) => {
    const repository = released();
    const inner = tree(repository, [['100644', 'config', '[core]\n']]);
    const state = tree(repository, [['40000', name, inner]]);
    expect(() => written(repository, state)).toThrow('Git does not allow a file of this name');
  });

  it('writes through no link, whichever it is and whatever else has its name', () => {
    const repository = released();
    const outside = folderOf({});
    for (const mode of ['100644', '120000']) {
      const inner = tree(repository, [[mode, 'b', 'PWNED']]);
      const state = tree(repository, [
        ['120000', 'a', outside],
        ['40000', 'a', inner],
      ]);
      expect(() => written(repository, state)).toThrow('cannot be written');
      expect(existsSync(path.join(outside, 'b'))).toBe(false);
    }
  });

  it('keeps links within it, and no others', () => {
    const repository = released();
    const state = tree(repository, [
      ['100644', 'a.yaml', 'a: 1\n'],
      ['120000', 'absolute', '/etc/passwd'],
      ['120000', 'good', 'a.yaml'],
      ['120000', 'up', '../../etc/passwd'],
      ['120000', 'via', 'up'],
    ]);
    expect(written(repository, state).trim().split('\n').sort()).toEqual(['./a.yaml', './good']);
  });
});

describe('what belongs to others', () => {
  it('is used only if Git is told that it is trusted', () => {
    const { folder } = released();
    // https://github.com/git/git/blob/v2.39.5/setup.c: how Git's own tests become another user.
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
    vi.stubEnv('HOME', folderOf({}));
    const { code, stderr } = run(folder, 'lint', '--changed');
    expect(stderr).toContain(
      `The repository ${folder} belongs to another user, so Git does not use it. If you trust its configuration: git config --global --add safe.directory ${folder}`,
    );
    expect(code).toBe(2);
  });
});

describe('words of the command line', () => {
  it.each([
    ['lint', '--changed=--output=pwned'],
    ['lint', '--changed=-O/bin/sh'],
    ['rollback', 'web', '--to=--upload-pack=touch pwned'],
    ['rollback', 'web', '--to=--output=pwned'],
    ['rollback', 'web', '--to=HEAD --output=pwned'],
  ])('%s %s are revisions and nothing else', (...args) => {
    const { folder } = released();
    const { code, stderr } = run(folder, ...args);
    expect(stderr).toMatch(/is not found\.|no such commit is found/);
    expect(code).toBe(2);
    expect(existsSync(path.join(folder, 'pwned'))).toBe(false);
  });
});
