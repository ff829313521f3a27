import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi, afterEach } from 'vitest';
import { bad, folderOf, good, rolloutText, type Run, run } from '../support/command.js';
import { forge, type Values } from '../support/forged-state.js';
import { Repository } from '../support/repository.js';

/** A repository with a commit, and a cache beside it. */
function world(files: Readonly<Record<string, string>> = { 'one/a.yaml': good, 'two/b.yaml': good }) {
  const repository = new Repository(files);
  const cache = path.join(folderOf({}), 'cache');
  const since = (...args: string[]) => ({
    cached: () => timeless(run(repository.folder, 'lint', ...args, '--cache-dir', cache)),
    plain: () => timeless(run(repository.folder, 'lint', ...args)),
  });
  const stage = (staged: Readonly<Record<string, string>>): void => {
    repository.write(staged);
    repository.git('add', '--all');
  };
  const fileOf = (kind: string): string =>
    path.join(cache, readdirSync(cache).find((name) => name.endsWith(`.${kind}`)) ?? '');
  return { repository, cache, stage, fileOf, ...since('--staged'), since };
}

function timeless({ stdout, ...rest }: Run): Run {
  return { ...rest, stdout: stdout.replace(/\d\.\d\d s|(?<=milliseconds": )\d+/, '') };
}

/** Lets a state say that each Rollout is something else, which shows where it is used. */
const withoutRollouts = (values: Values): unknown => ({
  ...values,
  strings: (values['strings'] as readonly string[]).map((text) => (text === 'Rollout' ? 'Thing' : text)),
});

afterEach(() => void vi.restoreAllMocks());

describe('lint of a change with a cache', () => {
  it('says what one without says, after each change', () => {
    const { repository, stage, since } = world();
    const changes: readonly (() => unknown)[] = [
      () => stage({ 'one/a.yaml': bad }),
      () => stage({ 'one/a.yaml': `# a comment\n${bad}` }),
      () => repository.write({ 'two/b.yaml': bad }),
      () => stage({ 'three/c.yaml': bad.replaceAll('bad', 'other') }),
      () => repository.move('two/b.yaml', 'two/d.yaml'),
      () => repository.commit('More'),
      () => repository.remove('three/c.yaml'),
      () => repository.git('add', '--all'),
      () => repository.write({ 'rolloutkit.yaml': 'rules:\n  schema/fields-known: off\n' }),
    ];
    const all = [since('--staged'), since('--changed', '--format', 'json')];
    for (const change of changes) {
      change();
      for (const { cached, plain } of all) expect(cached()).toEqual(plain());
    }
  });

  it('does not read files again that are the same', () => {
    const { stage, cached, plain, fileOf } = world();
    stage({ 'one/a.yaml': bad });
    cached();
    expect(plain().stdout).toContain('2 Rollouts');
    forge(fileOf('state'), withoutRollouts);
    expect(cached().stdout).toContain('0 Rollouts');
    // A changed file is read.
    stage({ 'one/a.yaml': bad.replace('maxsurge', 'maxsurges') });
    expect(cached().stdout).toContain('maxsurges');
    expect(cached().stdout).toContain('1 Rollout,');
  });

  it('reads files with other times by their content, and trusts these times later', () => {
    const { repository, stage, cached, plain, fileOf } = world();
    stage({ 'one/a.yaml': bad });
    cached();
    const facts = (): readonly (readonly unknown[])[] =>
      (JSON.parse(readFileSync(fileOf('files'), 'utf8').split('\n')[1]!) as { facts: unknown[][] }).facts;
    expect(facts().map(({ length }) => length)).toEqual([3, 3]);
    const state = statSync(fileOf('state')).ino;
    for (const name of ['one/a.yaml', 'two/b.yaml']) utimesSync(path.join(repository.folder, name), 1e9, 1e9);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
    expect(cached()).toEqual(plain());
    expect(facts().map(({ length }) => length)).toEqual([7, 7]);
    expect(statSync(fileOf('state')).ino).toBe(state);
  });

  it('reads all files again and keeps them where many are others', () => {
    const names = Array.from({ length: 70 }, (_, index) => `app-${index}`);
    const filesOf = (text: (name: string) => string) =>
      Object.fromEntries(names.map((name) => [`${name}/rollout.yaml`, text(name)]));
    const { stage, cached, plain, fileOf } = world(filesOf((name) => rolloutText(name)));
    stage({ 'app-1/rollout.yaml': rolloutText('app-1', 'maxsurge: 1') });
    cached();
    const before = statSync(fileOf('state')).ino;
    stage(filesOf((name) => rolloutText(name, 'maxsurge: 1')));
    expect(cached()).toEqual(plain());
    expect(statSync(fileOf('state')).ino).not.toBe(before);
    expect(cached()).toEqual(plain());
  });

  it('ignores a damaged entry, and one whose files are not those of its state', () => {
    const { stage, cached, plain, fileOf } = world();
    stage({ 'one/a.yaml': bad });
    cached();
    writeFileSync(fileOf('files'), 'rolloutkit-cache 2 x\n{}');
    const { stderr, ...damaged } = cached();
    expect({ ...damaged, stderr: '' }).toEqual(plain());
    expect(stderr).toContain('A cache entry was ignored, because it is damaged');
    forge(fileOf('state'), (values) => ({ ...(withoutRollouts(values) as Values), sources: 'others' }));
    expect(cached()).toEqual(plain());
  });
});
