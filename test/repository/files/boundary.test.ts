import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Boundary } from '../../../src/repository/files/boundary.js';
import { discover } from '../../../src/repository/files/discover.js';

/** A folder with these files and folders (whose names end in a slash), and links from the first name to the second. */
function tree(names: readonly string[], links: Readonly<Record<string, string>> = {}): string {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-boundary-')));
  for (const name of names) {
    const file = path.join(root, name);
    mkdirSync(name.endsWith('/') ? file : path.dirname(file), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(file, '');
  }
  for (const [link, target] of Object.entries(links)) symlinkSync(target, path.join(root, link));
  return root;
}

/** Which of the paths, relative to the root, a Boundary allows. */
function allowed(root: string, boundary: Boundary, paths: readonly string[]): string[] {
  return paths.filter((name) => boundary.allows(path.join(root, name)));
}

describe('a boundary around a working folder', () => {
  it('is the work tree that the folder is in', () => {
    const root = tree(['repo/.git/', 'repo/apps/a.yaml', 'repo/values/prod.yaml', 'other/b.yaml']);
    const boundary = Boundary.around(path.join(root, 'repo/apps'), []);
    expect(boundary.roots).toEqual([path.join(root, 'repo')]);
    expect(
      allowed(root, boundary, ['repo/values/prod.yaml', 'repo/apps/../values', 'other/b.yaml', '']),
    ).toEqual(['repo/values/prod.yaml', 'repo/apps/../values']);
  });

  it('is the folder itself without a work tree', () => {
    const root = tree(['work/a.yaml', 'beside.yaml']);
    const boundary = Boundary.around(path.join(root, 'work'), []);
    expect(allowed(root, boundary, ['work/a.yaml', 'beside.yaml', 'work-2', 'work'])).toEqual([
      'work/a.yaml',
      'work',
    ]);
  });

  it('is that of a submodule in one', () => {
    const root = tree(['repo/.git/', 'repo/sub/.git', 'repo/sub/a.yaml', 'repo/b.yaml']);
    const boundary = Boundary.around(path.join(root, 'repo/sub'), []);
    expect(allowed(root, boundary, ['repo/sub/a.yaml', 'repo/b.yaml'])).toEqual(['repo/sub/a.yaml']);
  });

  it("leaves out Git's own folder", () => {
    const root = tree(['repo/.git/config', 'repo/.gitignore', 'repo/sub/.git'], { 'repo/x': '.git/config' });
    const boundary = Boundary.around(path.join(root, 'repo'), []);
    expect(
      allowed(root, boundary, [
        'repo/.git/config',
        'repo/.git',
        'repo/x',
        'repo/sub/.git',
        'repo/.gitignore',
      ]),
    ).toEqual(['repo/.gitignore']);
    const inside = Boundary.around(path.join(root, 'repo/.git'), []);
    expect(allowed(root, inside, ['repo/.git/config', 'repo/.gitignore'])).toEqual(['repo/.git/config']);
  });
});

describe('a link', () => {
  it('is where it leads', () => {
    const root = tree(['repo/.git/', 'repo/a/b.yaml', 'out/secret.yaml'], {
      'repo/in': 'a/b.yaml',
      'repo/out': '../out/secret.yaml',
      'repo/folder': '../out',
      'repo/absolute': '/etc/passwd',
      'repo/there-and-back': '../out/back',
      'out/back': '../repo/a',
      'repo/chain': 'folder/secret.yaml',
      // As the system follows it: out of `out`, not out of `repo/folder`.
      'repo/up': 'folder/../repo/a/b.yaml',
      'repo/circle': 'circle',
    });
    const boundary = Boundary.around(path.join(root, 'repo'), []);
    expect(
      allowed(root, boundary, [
        'repo/in',
        'repo/out',
        'repo/folder',
        'repo/folder/secret.yaml',
        'repo/absolute',
        'repo/there-and-back/b.yaml',
        'repo/chain',
        'repo/up',
        'repo/circle',
      ]),
    ).toEqual(['repo/in', 'repo/there-and-back/b.yaml', 'repo/up']);
    expect(boundary.resolve(path.join(root, 'repo/there-and-back/b.yaml'))).toBe(
      path.join(root, 'repo/a/b.yaml'),
    );
  });

  it('to what does not exist is where that would be', () => {
    const root = tree(['repo/.git/', 'out/'], {
      'repo/new': '../out/new.yaml',
      'repo/folder': '../out',
      'repo/later': 'not/yet.yaml',
    });
    const boundary = Boundary.around(path.join(root, 'repo'), []);
    expect(
      allowed(root, boundary, ['repo/new', 'repo/folder/x/y.yaml', 'repo/later', 'repo/x/y/z.yaml']),
    ).toEqual(['repo/later', 'repo/x/y/z.yaml']);
  });
});

describe('what the command line names', () => {
  const names = [
    'repo/.git/',
    'repo/a.yaml',
    'other/.git/',
    'other/x/b.yaml',
    'other/c.yaml',
    'lone/d.yaml',
    'lone/e.yaml',
  ];

  it('is inside with its work tree, and by itself without one', () => {
    const root = tree(names);
    const boundary = Boundary.around(path.join(root, 'repo'), ['-', '.', '../other/x', '../lone/d.yaml']);
    expect(
      allowed(root, boundary, [
        'repo/a.yaml',
        'other/c.yaml',
        'other/.git/x',
        'lone/d.yaml',
        'lone/e.yaml',
        'lone',
      ]),
    ).toEqual(['repo/a.yaml', 'other/c.yaml', 'lone/d.yaml']);
  });

  it('may be a link, and be reached through one', () => {
    const root = tree(names, { link: 'lone/d.yaml', folder: 'other' });
    const boundary = Boundary.around(path.join(root, 'repo'), ['../link', '../folder/x']);
    expect(allowed(root, boundary, ['link', 'lone/d.yaml', 'lone/e.yaml', 'folder/c.yaml'])).toEqual([
      'link',
      'lone/d.yaml',
      'folder/c.yaml',
    ]);
  });

  it('is not outside because a commit has put a link there', () => {
    const root = tree(names, {
      'repo/apps': '../lone',
      'other/x/link': '../../lone/d.yaml',
      'repo/round': 'round',
    });
    const boundary = Boundary.around(path.join(root, 'repo'), [
      'apps',
      'apps/e.yaml',
      '../other/x/link',
      'round',
    ]);
    expect(allowed(root, boundary, ['lone', 'lone/d.yaml', 'lone/e.yaml', 'repo/apps'])).toEqual([]);
  });

  it("may stand in Git's own folder", () => {
    const root = tree(['repo/.git/description', 'repo/.git/config']);
    const boundary = Boundary.around(path.join(root, 'repo'), ['.git/description']);
    expect(allowed(root, boundary, ['repo/.git/description', 'repo/.git/config'])).toEqual([
      'repo/.git/description',
    ]);
  });
});

describe('a file that was opened', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** A work tree whose folder is a link that leads out when its file is opened, and a folder again when that is looked at. */
  function opened(name: string): { boundary: Boundary; descriptor: number; file: string } {
    const root = tree(['repo/.git/', 'repo/inside/a.yaml', 'outside/a.yaml'], {
      'repo/folder': '../outside',
    });
    const folder = path.join(root, 'repo', name);
    const file = path.join(folder, 'a.yaml');
    const descriptor = openSync(file, 'r');
    if (name === 'folder') {
      rmSync(folder);
      mkdirSync(folder);
      writeFileSync(file, '');
    }
    return { boundary: Boundary.around(path.join(root, 'repo'), []), descriptor, file };
  }

  it.each([process.platform, 'darwin'])('is outside if it was opened there (%s)', (platform) => {
    vi.stubGlobal('process', { ...process, platform, cwd: () => process.cwd() });
    const inside = opened('inside');
    expect(inside.boundary.holds(inside.descriptor, inside.file)).toBe(true);
    const outside = opened('folder');
    expect(outside.boundary.allows(outside.file)).toBe(true);
    expect(outside.boundary.holds(outside.descriptor, outside.file)).toBe(false);
    for (const { descriptor } of [inside, outside]) closeSync(descriptor);
  });

  it('is inside after its folder has got another name', () => {
    const { boundary, descriptor, file } = opened('inside');
    renameSync(path.dirname(file), `${path.dirname(file)}.away`);
    expect(boundary.holds(descriptor, file)).toBe(true);
    closeSync(descriptor);
  });
});

describe('a manifest that was found', () => {
  it('is not read if a folder on the way has become a link that leads out', () => {
    const root = tree(['repo/.git/', 'repo/folder/a.yaml', 'outside/a.yaml']);
    const repo = path.join(root, 'repo');
    const [source] = discover(['.'], repo).sources;
    expect(source?.read()).toBe('');
    writeFileSync(path.join(root, 'outside/a.yaml'), 'a: secret');
    rmSync(path.join(repo, 'folder'), { recursive: true });
    symlinkSync('../outside', path.join(repo, 'folder'));
    expect(() => source?.read()).toThrow('it leads out of the repository.');
  });
});
