import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Boundary } from '../../../src/repository/files/boundary.js';
import { replaceFile, UnwrittenError, writeNew, writeWhole } from '../../../src/repository/files/write.js';
import { folderOf } from '../../support/command.js';

function repository(files: Parameters<typeof folderOf>[0]): {
  readonly root: string;
  readonly boundary: Boundary;
  readonly at: (name: string) => string;
} {
  const root = folderOf({ 'repo/.git/HEAD': '', ...files });
  return {
    root,
    boundary: Boundary.around(path.join(root, 'repo'), []),
    at: (name) => path.join(root, name),
  };
}

describe('a file that the command line names', () => {
  it('is written outside a repository, too, whether it is there or not', () => {
    const { at } = repository({ 'out/here.txt': 'old' });
    for (const name of ['out/here.txt', 'out/new.txt']) {
      writeWhole(Boundary.around(at('repo'), [at(name)]), at(name), 'new');
      expect(readFileSync(at(name), 'utf8')).toBe('new');
    }
  });
});

describe('a file that is replaced', () => {
  it('keeps its permissions, whatever those of new files are, and nothing is left beside it', () => {
    const { boundary, at } = repository({ 'repo/run.sh': 'old' });
    chmodSync(at('repo/run.sh'), 0o777);
    const umask = process.umask(0o077);
    try {
      replaceFile(boundary, at('repo/run.sh'), 'new');
    } finally {
      process.umask(umask);
    }
    expect(statSync(at('repo/run.sh')).mode & 0o7777).toBe(0o777);
    expect(readFileSync(at('repo/run.sh'), 'utf8')).toBe('new');
    expect(readdirSync(at('repo'))).toEqual(['.git', 'run.sh']);
  });

  it('is what a link leads to', () => {
    const { boundary, at } = repository({ 'repo/a/b.yaml': 'old', 'repo/c.yaml': { link: 'a/b.yaml' } });
    replaceFile(boundary, at('repo/c.yaml'), 'new');
    expect(lstatSync(at('repo/c.yaml')).isSymbolicLink()).toBe(true);
    expect(readFileSync(at('repo/a/b.yaml'), 'utf8')).toBe('new');
  });

  it.each(['repo/link.yaml', 'repo/folder/out.yaml', 'out/out.yaml'])('is not outside: %s', (name) => {
    const { boundary, at } = repository({
      'out/out.yaml': 'old',
      'repo/link.yaml': { link: '../out/out.yaml' },
      'repo/folder': { link: '../out' },
    });
    expect(() => replaceFile(boundary, at(name), 'new')).toThrow(
      new UnwrittenError('it leads out of the repository.'),
    );
    expect(readFileSync(at('out/out.yaml'), 'utf8')).toBe('old');
    expect(readdirSync(at('out'))).toEqual(['out.yaml']);
  });

  it('is not the file that somebody has linked the name of the temporary one to', () => {
    const { boundary, at } = repository({ 'victim.txt': 'old', 'repo/a.yaml': 'old' });
    const uuid = '00000000-0000-4000-8000-000000000000';
    vi.spyOn(crypto, 'randomUUID').mockReturnValueOnce(uuid);
    symlinkSync('../victim.txt', at(`repo/.rolloutkit-${uuid}.tmp`));
    symlinkSync('../victim.txt', at(`repo/a.yaml.${process.pid}.tmp`));
    expect(() => replaceFile(boundary, at('repo/a.yaml'), 'new')).toThrow(UnwrittenError);
    expect(readFileSync(at('victim.txt'), 'utf8')).toBe('old');
    expect(readFileSync(at('repo/a.yaml'), 'utf8')).toBe('old');
    replaceFile(boundary, at('repo/a.yaml'), 'new');
    expect(readFileSync(at('victim.txt'), 'utf8')).toBe('old');
    expect(lstatSync(at('repo/a.yaml')).isSymbolicLink()).toBe(false);
  });

  it('is a file', () => {
    const { boundary, at } = repository({ 'repo/folder/a.yaml': '' });
    expect(() => replaceFile(boundary, at('repo/folder'), 'new')).toThrow('it is a folder.');
    expect(() => replaceFile(boundary, at('repo/gone'), 'new')).toThrow('file or folder not found.');
  });
});

describe('a new file', () => {
  it('gets the folders that it needs, and the permissions that new files have', () => {
    const { boundary, at } = repository({});
    const umask = process.umask(0o027);
    try {
      writeNew(boundary, at('repo/a/b/c.yaml'), 'new');
    } finally {
      process.umask(umask);
    }
    expect(readFileSync(at('repo/a/b/c.yaml'), 'utf8')).toBe('new');
    expect(statSync(at('repo/a/b/c.yaml')).mode & 0o7777).toBe(0o640);
    expect(readdirSync(at('repo/a/b'))).toEqual(['c.yaml']);
  });

  it.each(['repo/out/new.yaml', 'repo/out/a/new.yaml', 'repo/new.yaml', '../new.yaml'])(
    'is not outside: %s',
    (name) => {
      const { boundary, at } = repository({
        'repo/out': { link: '../out' },
        'repo/new.yaml': { link: '../x' },
      });
      mkdirSync(at('out'));
      expect(() => writeNew(boundary, at(name), 'new')).toThrow('it leads out of the repository.');
      expect(readdirSync(at('out'))).toEqual([]);
      expect(readdirSync(at('.'))).toEqual(['out', 'repo']);
    },
  );

  it('takes the place of nothing', () => {
    const { boundary, at } = repository({ 'repo/a.yaml': 'old', 'repo/b.yaml': { link: 'nowhere' } });
    mkdirSync(at('repo/c.yaml'));
    writeFileSync(at('repo/d'), '');
    for (const name of ['a.yaml', 'b.yaml', 'c.yaml'])
      expect(() => writeNew(boundary, at(`repo/${name}`), 'new')).toThrow('it already exists.');
    expect(() => writeNew(boundary, at('repo/d/e.yaml'), 'new')).toThrow('a part of its path is a file.');
    expect(readFileSync(at('repo/a.yaml'), 'utf8')).toBe('old');
    expect(readdirSync(at('repo'))).toEqual(['.git', 'a.yaml', 'b.yaml', 'c.yaml', 'd']);
  });
});
