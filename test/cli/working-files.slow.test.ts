import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Git } from '../../src/cli/git.js';
import { ofProcess } from '../../src/cli/surroundings.js';
import { workingChanges } from '../../src/cli/working-files.js';
import { folderOf } from '../support/command.js';
import { Repository } from '../support/repository.js';

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function found(repository: Repository): string[] {
  const git = Git.around(repository.folder, ofProcess());
  return workingChanges(git, () => true)
    .map(({ status, path: file }) => `${status} ${git.relative(file)}`)
    .sort();
}

/** What `git diff` says, which reads the files through its filters. */
function said({ folder }: Repository): string[] {
  const words = execFileSync('git', ['diff', '--name-status', '--no-renames', '-z'], {
    cwd: folder,
    encoding: 'utf8',
  }).split('\0');
  const statuses: Readonly<Record<string, string>> = {
    A: 'added',
    D: 'deleted',
    M: 'modified',
    T: 'modified',
  };
  return words
    .flatMap((word, index) => (index % 2 === 1 ? [`${statuses[words[index - 1] ?? ''] ?? '?'} ${word}`] : []))
    .sort();
}

const names = [
  'a.yaml',
  'b c/"d".yaml',
  "b c/e'.yaml",
  'new\nline.yaml',
  'ü/f.yaml',
  '-x.yaml',
  ':(top).yaml',
  '*.yaml',
];

describe('the files that differ from the index are those that git diff names', () => {
  const at = ({ folder }: Repository, name: string): string => path.join(folder, name);
  it.each<[string, (repository: Repository) => void]>([
    ['nothing', () => {}],
    ['other contents', (it) => it.write({ 'a.yaml': 'a: 2\n', 'new\nline.yaml': '', ':(top).yaml': 'b' })],
    ['contents of the same length, at once', (it) => it.write({ 'a.yaml': 'a: 9\n' })],
    [
      'files that are gone, and a folder',
      (it) => {
        it.remove('*.yaml');
        it.remove('b c');
      },
    ],
    [
      'a folder in place of a file',
      (it) => {
        it.remove('a.yaml');
        it.write({ 'a.yaml/x': '' });
      },
    ],
    [
      'a link in place of a file',
      (it) => {
        it.remove('a.yaml');
        symlinkSync('ü/f.yaml', at(it, 'a.yaml'));
      },
    ],
    [
      'a link in place of a folder',
      (it) => {
        it.remove('b c');
        symlinkSync(folderOf({ '"d".yaml': 'a: 1\n', "e'.yaml": 'a: 1\n' }), at(it, 'b c'));
      },
    ],
    ['another time alone', (it) => utimesSync(at(it, 'a.yaml'), 1, 1)],
    [
      'a file that is announced',
      (it) => {
        it.write({ 'new.yaml': 'x' });
        it.git('add', '-N', 'new.yaml');
      },
    ],
    [
      'files that are not to be looked at',
      (it) => {
        it.git('update-index', '--assume-unchanged', 'a.yaml');
        it.write({ 'a.yaml': 'a: 3\n' });
      },
    ],
    [
      'a sparse checkout',
      (it) => {
        it.git('sparse-checkout', 'set', '--no-cone', '/a.yaml', '/b c/');
        it.write({ 'a.yaml': 'x' });
      },
    ],
    [
      'line breaks that attributes ask for',
      (it) => {
        it.write({ '.gitattributes': '* text eol=crlf\n' });
        it.git('add', '.');
        it.write({ 'a.yaml': 'a: 1\r\n', 'ü/f.yaml': 'a: 2\r\n' });
      },
    ],
    [
      'a submodule',
      (it) => {
        it.git(
          '-c',
          'protocol.file.allow=always',
          'submodule',
          '--quiet',
          'add',
          new Repository({ 'x.yaml': '' }).folder,
          'sub',
        );
        it.write({ 'a.yaml': 'x' });
      },
    ],
  ])('%s', (_name, change) => {
    const repository = new Repository(Object.fromEntries(names.map((name) => [name, 'a: 1\n'])));
    change(repository);
    expect(found(repository)).toEqual(said(repository));
  });

  it('with another hash', () => {
    const repository = new Repository();
    rmSync(path.join(repository.folder, '.git'), { recursive: true });
    repository.git('init', '--quiet', '--object-format=sha256');
    repository.write({ 'a.yaml': 'a: 1\n', 'b.yaml': 'b: 1\n' });
    repository.git('add', '.');
    repository.write({ 'a.yaml': 'a: 2\n' });
    utimesSync(path.join(repository.folder, 'b.yaml'), 1, 1);
    expect(found(repository)).toEqual(['modified a.yaml']);
    expect(said(repository)).toEqual(['modified a.yaml']);
  });
});

describe('other than for git diff', () => {
  it('a mode is no content', () => {
    const repository = new Repository({ 'a.yaml': 'a: 1\n' });
    chmodSync(path.join(repository.folder, 'a.yaml'), 0o755);
    expect(said(repository)).toEqual(['modified a.yaml']);
    expect(found(repository)).toEqual([]);
  });

  it('a file in conflict is one file', () => {
    const repository = new Repository({ 'a.yaml': 'a: 1\n' });
    repository.git('switch', '--quiet', '--create', 'other');
    repository.write({ 'a.yaml': 'a: 2\n' });
    repository.commit('Other');
    repository.git('switch', '--quiet', 'main');
    repository.write({ 'a.yaml': 'a: 3\n' });
    repository.commit('Ours');
    expect(() => repository.git('merge', 'other')).toThrow();
    expect(found(repository)).toEqual(['modified a.yaml']);
  });

  it('what a filter made is compared by what Git remembers of it', () => {
    const repository = new Repository();
    repository.write({ '.gitattributes': '*.yaml filter=upper\n', 'a.yaml': 'a: 1\n', 'b.yaml': 'b: 1\n' });
    repository.git('config', 'filter.upper.clean', 'tr a-z A-Z');
    repository.git('add', '.');
    expect(repository.git('show', ':a.yaml')).toBe('A: 1');
    writeFileSync(path.join(repository.folder, 'b.yaml'), 'b: changed\n');
    expect(found(repository)).toEqual(['modified b.yaml']);
  });
});
