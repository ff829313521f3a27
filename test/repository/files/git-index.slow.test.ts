import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readIndex } from '../../../src/repository/files/git-index.js';
import { Repository } from '../../support/repository.js';
import '../../support/seed.js';

const long = `${'deep/'.repeat(900)}a.yaml`;
const files = Object.fromEntries(
  ['a.yaml', 'a/b.yaml', 'a/bc.yaml', 'é/ü.yaml', 'with space/x', ...'0123456789'].map((name) => [name, '']),
);

function pathsOf({ folder }: Repository): string[] | undefined {
  const read = (name: string): Buffer => readFileSync(path.join(folder, '.git', name));
  return readIndex(read('index'), (hash) => read(`sharedindex.${hash}`))?.sort();
}

/** An index of version 4 whose entries all have the path of the first, which is so long. */
function repeating(count: number, length: number): Buffer {
  const head = Buffer.alloc(12);
  head.write('DIRC', 'latin1');
  head.writeUInt32BE(4, 4);
  head.writeUInt32BE(count, 8);
  const entry = (path: string): Buffer => {
    const flags = Buffer.alloc(62);
    flags.writeUInt16BE(Math.min(length, 0xfff), 60);
    return Buffer.concat([flags, Buffer.from(`\0${path}\0`, 'latin1')]);
  };
  const first = entry('a'.repeat(length));
  return Buffer.concat([
    head,
    first,
    ...Array.from({ length: count - 1 }, () => entry('')),
    Buffer.alloc(20),
  ]);
}

/** As Git itself tells. */
function listed(repository: Repository, ...options: string[]): string[] {
  return repository
    .git('ls-files', '-z', ...options)
    .split('\0')
    .filter((name) => name !== '')
    .sort();
}

describe('the index of Git', () => {
  it.each([2, 4])('of version %i has the paths that ls-files lists', (version) => {
    const repository = new Repository(files);
    // More than fits into the length that an entry records.
    const blob = repository.git('hash-object', '-w', 'a.yaml');
    repository.git('update-index', '--add', '--cacheinfo', `100644,${blob},${long}`);
    repository.git('update-index', '--index-version', String(version));
    expect(pathsOf(repository)).toEqual(listed(repository));
    expect(pathsOf(repository)).toContain(long);
  });

  it.each([3, 4])(
    'of version %i has what was announced, and what a sparse checkout leaves out',
    (version) => {
      const repository = new Repository(files);
      repository.write({ 'new.yaml': '' });
      repository.git('update-index', '--index-version', String(version));
      repository.git('add', '--intent-to-add', 'new.yaml');
      repository.git('update-index', '--skip-worktree', 'a.yaml');
      expect(pathsOf(repository)).toEqual(listed(repository));
      expect(pathsOf(repository)).toContain('new.yaml');
    },
  );

  it('may be split in two, with entries of the first that are gone or others', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`many/${at}.yaml`, '']));
    const repository = new Repository({ ...files, ...many });
    repository.git('config', 'splitIndex.maxPercentChange', '100');
    repository.git('update-index', '--split-index');
    repository.git('rm', '--cached', '--quiet', 'a.yaml', 'many/7.yaml', 'many/199.yaml');
    repository.write({ 'a/b.yaml': 'other', 'z.yaml': '' });
    repository.git('add', 'a/b.yaml', 'z.yaml');
    const index = readFileSync(path.join(repository.folder, '.git/index'));
    expect(readIndex(index), 'the first half is needed').toBeUndefined();
    expect(pathsOf(repository)).toEqual(listed(repository));
    expect(pathsOf(repository)).not.toContain('a.yaml');
    // A run of entries that are gone is written as one number.
    repository.git('rm', '--cached', '--quiet', '-r', 'many');
    expect(pathsOf(repository)).toEqual(listed(repository));
  });

  it('may have hashes of 32 bytes', () => {
    const repository = new Repository();
    repository.remove('.git');
    repository.git('init', '--quiet', '--object-format=sha256');
    repository.write(files);
    repository.git('add', '.');
    expect(pathsOf(repository)).toEqual(listed(repository));
  });

  it('has the sides of a conflict by their path', () => {
    const repository = new Repository(files);
    const blob = repository.git('hash-object', '-w', 'a.yaml');
    repository.git('rm', '--cached', '--quiet', 'a.yaml');
    const info = [1, 2, 3].map((stage) => `100644 ${blob} ${stage}\ta.yaml\n`).join('');
    repository.write({ info });
    repository.git('-c', 'alias.x=!git update-index --index-info <info', 'x');
    expect(new Set(pathsOf(repository))).toEqual(new Set(listed(repository)));
  });

  it('has folders instead of the files that a sparse index leaves out', () => {
    const repository = new Repository({ ...files, 'out/a.yaml': '', 'out/b.yaml': '' });
    repository.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'a');
    expect(pathsOf(repository)).toContain('out/');
    expect(pathsOf(repository)).toEqual(listed(repository, '--sparse'));
  });

  it('is nothing where it is broken: no crash, and no more memory than the file takes', () => {
    const index = readFileSync(path.join(new Repository(files).folder, '.git/index'));
    for (let length = 0; length < index.length - 40; length += 1) {
      const cut = index.subarray(0, length);
      expect(readIndex(cut)?.length ?? 0).toBeLessThanOrEqual(Object.keys(files).length);
    }
    const count = Buffer.from(index);
    count.writeUInt32BE(0xffff_ffff, 8);
    expect(readIndex(count)).toBeUndefined();
    expect(readIndex(Buffer.from('DIRC'))).toBeUndefined();
    expect(readIndex(Buffer.alloc(1000))).toBeUndefined();
    expect(readIndex(repeating(2000, 40_000)), '80 MB of paths in 0.2 MB').toBeUndefined();
    expect(readIndex(repeating(2000, 400))).toHaveLength(2000);
    const changed = fc.record({ at: fc.nat(index.length - 1), byte: fc.nat(255), version: fc.nat(5) });
    fc.assert(
      fc.property(fc.array(changed, { minLength: 1, maxLength: 8 }), (edits) => {
        const bytes = Buffer.from(index);
        for (const { at, byte, version } of edits) {
          bytes[at] = byte;
          bytes.writeUInt32BE(version, 4);
        }
        readIndex(bytes, () => bytes);
      }),
      { numRuns: 500 },
    );
  });
});
