import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readState, type StoredState } from '../../src/cli/cache-state.js';
import { KeepingEngine } from '../../src/cli/kept-engine.js';
import { isKeptState } from '../../src/lint/kept/valid.js';
import { assumeRepeatable, cannotRepeat } from '../../src/model/repeatable.js';
import { hashOf, type Question } from '../../src/repository/files/recording.js';
import { bad, folderOf, type Run, run } from '../support/command.js';
import { forge, type Values } from '../support/forged-state.js';

/** A repository with findings in two files that nothing connects, and a cache of its lint. */
function world() {
  const other = bad.replaceAll('bad', 'other');
  const root = folderOf({
    'repository/.git/HEAD': 'ref: refs/heads/main\n',
    'repository/one/a.yaml': bad,
    'repository/two/b.yaml': other,
    'repository/three/secret.yaml':
      'apiVersion: v1\nkind: Secret\nmetadata: { name: token }\nstringData: { token: hunter2 }\n',
  });
  const [folder, cache] = [path.join(root, 'repository'), path.join(root, 'cache')];
  const lint = (...args: string[]): Run => run(folder, 'lint', '--cache-dir', cache, ...args);
  const fileOf = (kind: string): string =>
    path.join(
      cache,
      readdirSync(cache).find((name) => name.endsWith(`.${kind}`))!,
    );
  const edit = (name: string, change: (text: string) => string): void => {
    const file = path.join(folder, name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  };
  return { root, folder, cache, lint, fileOf, edit, plain: () => timeless(run(folder, 'lint')) };
}

function timeless({ stdout, ...rest }: Run): Run {
  return { ...rest, stdout: stdout.replace(/\d\.\d\d s/, '') };
}

/** Changes a word of each kept message. */
const marked = (values: Values): unknown => replaced(values, '"template":"', '"template":"KEPT ');

function replaced(values: Values, from: string | RegExp, to: string): unknown {
  return JSON.parse(JSON.stringify(values).replaceAll(from, to)) as unknown;
}

describe('lint --cache after a change of one manifest', () => {
  it('says what a lint of all files says', () => {
    const { lint, edit, plain, fileOf } = world();
    lint();
    for (const text of ['# a comment\n', '# another one\n']) {
      edit('one/a.yaml', (before) => `${text}${before}`);
      expect(timeless(lint())).toEqual(plain());
      expect(readFileSync(fileOf('last'), 'utf8')).toContain('rolloutkit-cache');
      expect(timeless(lint())).toEqual(plain());
    }
    edit('one/a.yaml', (before) => before.replaceAll(/^# .*\n/gm, ''));
    expect(timeless(lint())).toEqual(plain());
  });

  it('takes findings that the change does not reach from the earlier run', () => {
    const { lint, edit, fileOf } = world();
    lint();
    forge(fileOf('state'), marked);
    edit('one/a.yaml', (before) => `# a comment\n${before}`);
    const { stdout } = lint();
    const [ofOne = '', ofTwo = ''] = [/one\/a\.yaml[^]*?(?=two\/)/, /two\/b\.yaml[^]*/].map(
      (part) => part.exec(stdout)?.[0],
    );
    expect(ofOne).not.toContain('KEPT');
    expect(ofTwo).toContain('KEPT');
  });

  it('lints all files if another one than a manifest has changed as well', () => {
    const { lint, edit, folder, fileOf, plain } = world();
    lint();
    forge(fileOf('state'), marked);
    edit('one/a.yaml', (before) => `# a comment\n${before}`);
    mkdirSync(path.join(folder, 'four'));
    expect(timeless(lint())).toEqual(plain());
  });

  it('lints all files if a manifest that is the configuration, too, has changed', () => {
    const { lint, edit, folder, fileOf, plain } = world();
    writeFileSync(path.join(folder, 'rolloutkit.yaml'), 'extends: recommended\n');
    lint();
    forge(fileOf('state'), marked);
    edit('rolloutkit.yaml', () => 'rules:\n  schema/fields-known: off\n');
    expect(timeless(lint())).toEqual(plain());
  });

  describe('with another text of the manifest that is the same', () => {
    /** A cache whose text of that manifest is another one, and what a lint shows of it after a change of the other manifest. */
    function shown(isForged: boolean): readonly [forged: Run, plain: Run] {
      const its = world();
      // Files are old enough that their stamps are trusted.
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
      its.lint();
      const state = readFileSync(its.fileOf('state'), 'latin1');
      const at = state.lastIndexOf('maxsurge');
      writeFileSync(its.fileOf('state'), `${state.slice(0, at)}maxSURGE${state.slice(at + 8)}`, 'latin1');
      if (isForged) forgeAnswer(its.fileOf('json'), path.join(its.folder, 'two/b.yaml'));
      its.edit('one/a.yaml', (before) => `# a comment\n${before}`);
      return [timeless(its.lint()), its.plain()];
    }

    /** Lets an entry say that a file has that text. */
    function forgeAnswer(file: string, manifest: string): void {
      const entry = JSON.parse(readFileSync(file, 'utf8').split('\n')[1]!) as { facts: unknown[][] };
      const fact = entry.facts.find(([question, its]) => question === 'manifest' && its === manifest)!;
      expect(fact).toHaveLength(7);
      fact[2] = hashOf(readFileSync(manifest, 'utf8').replace('maxsurge', 'maxSURGE'));
      const body = JSON.stringify(entry);
      writeFileSync(file, `rolloutkit-cache 2 ${hashOf(body)}\n${body}`);
    }

    afterEach(() => void vi.restoreAllMocks());

    it('reads its file, because the text is not the one that the run has read', () => {
      const [forged, plain] = shown(false);
      expect(forged).toEqual(plain);
    });

    it('takes the text that the entry says the run has read', () => {
      const [forged, plain] = shown(true);
      expect(forged.stdout).toContain('maxSURGE');
      expect(plain.stdout).not.toContain('maxSURGE');
    });
  });

  it('reads files again once the run has written some', () => {
    const { lint, fileOf, folder } = world();
    lint();
    const { id, facts } = JSON.parse(readFileSync(fileOf('json'), 'utf8').split('\n')[1]!) as {
      id: string;
      facts: readonly (readonly [Question, string, string])[];
    };
    const stored = readState(fileOf('state'), id)!;
    const same = new Map(
      facts
        .filter(([question]) => question === 'manifest')
        .map(([question, file, answer]) => [file, { question, path: file, answer }] as const),
    );
    const found = ['one/a.yaml', 'three/secret.yaml', 'two/b.yaml'].map((name) => {
      const file = path.join(folder, name);
      return { path: file, name, read: () => 'written' };
    });
    assumeRepeatable();
    const [, , its] = new KeepingEngine({ stored, same, before: new Map() }).sources(found);
    expect(its!.read()).toBe(readFileSync(path.join(folder, 'two/b.yaml'), 'utf8'));
    cannotRepeat();
    expect(its!.read()).toBe('written');
    stored.close();
  });

  it('keeps no text of a Secret', () => {
    const { lint, cache } = world();
    lint();
    for (const name of readdirSync(cache))
      expect(readFileSync(path.join(cache, name), 'latin1')).not.toContain('hunter2');
  });
});

describe('what a run has found out', () => {
  const stored = (file: string, id: string): StoredState | undefined => {
    const read = readState(file, id);
    read?.close();
    return read;
  };

  it('is read as it was written', () => {
    const { lint, fileOf } = world();
    lint();
    const { id } = JSON.parse(readFileSync(fileOf('json'), 'utf8').split('\n')[1]!) as { id: string };
    expect(stored(fileOf('state'), id)?.state.flags).toHaveLength(3);
    expect(
      stored(
        fileOf('state'),
        id.replace(/^./, (first) => (first === '0' ? '1' : '0')),
      ),
    ).toBeUndefined();
  });

  it.each<readonly [what: string, change: (values: Values) => unknown]>([
    ['a list', () => []],
    ['another number of sources', (values) => void (values['flags'] = [0])],
    ['flags that are unknown', (values) => void (values['flags'] = [8, 0, 0])],
    ['objects of strings', (values) => void (values['objects'] = ['x'])],
    ['objects that lead nowhere', (values) => void (values['strings'] = [])],
    ['too many objects', (values) => void (values['counts'] = [1e8, 1e8, 1e8])],
    ['words that are not in it', (values) => void (values['wordCounts'] = [1, 1, 1])],
    ['a negative length', (values) => void (values['textLengths'] = [-2, 0, 0])],
    ['findings without a form', (values) => void (values['findings'] = [{}])],
    ['a finding of null', (values) => void (values['findings'] = [null])],
    [
      'a finding of another severity',
      (values) => replaced(values, /"severity":"\w+"/g, '"severity":"fatal"'),
    ],
    ['a message with a hole', (values) => replaced(values, '"template":"', '"template":"{absent}')],
    ['a place with a fraction', (values) => replaced(values, '"place":[', '"place":[0.5,')],
    ['a path of objects', (values) => replaced(values, '"path":[', '"path":[{},')],
  ])('is ignored if it is or has %s', (_, change) => {
    const { lint, fileOf, edit, plain } = world();
    lint();
    forge(fileOf('state'), change);
    edit('one/a.yaml', (before) => `# a comment\n${before}`);
    expect(timeless(lint())).toEqual(plain());
  });

  it.each<readonly [what: string, value: unknown]>([
    ['nothing', undefined],
    ['a string', 'x'],
    ['a map without lists', { sources: '', strings: {} }],
  ])('is not %s', (_, value) => {
    expect(isKeptState(value, 0)).toBe(false);
  });
});
