import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bad, broken, folderOf, good, rolloutText, run } from '../support/command.js';
import { type Random, randomFrom } from '../support/random-repository.js';
import { bothTold, shardsOf } from '../shards/law.js';

const files = {
  'a/bad.yaml': bad,
  'b/broken.yaml': broken,
  'c/good.yaml': good,
  'd/other.yaml': rolloutText('other', 'canaryService: missing'),
};

/** The reports of shards of some files, by name, in a folder of their own. */
function reports(all: Readonly<Record<string, string>>, count: number, ...args: string[]) {
  const into = folderOf({});
  shardsOf(folderOf(all), into, count, args);
  const names = Array.from({ length: count }, (_, index) => `${index + 1}.json`);
  return { into, names, merge: (...given: string[]) => run(into, 'merge', ...given) };
}

/** Another report in place of one. */
function rewritten(into: string, name: string, change: (text: string) => string): void {
  const file = path.join(into, name);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

describe('the reports of all shards', () => {
  it.each([1, 2, 3, 7])('say what one run says: %d', (count) => {
    for (const { whole, merged } of bothTold(folderOf(files), folderOf({}), count)) {
      expect(whole.code).toBe(1);
      expect(merged).toEqual(whole);
    }
  });

  it('are merged in any order', () => {
    const { names, merge } = reports(files, 3);
    const findings = ({ stdout }: { stdout: string }) => stdout.replace(/\d+\.\d\d s/, '');
    expect(findings(merge(...names.toReversed()))).toBe(findings(merge(...names)));
  });

  it('say why there is nothing to look at', () => {
    for (const { whole, merged } of bothTold(folderOf({ 'values.yaml': 'a: 1\n' }), folderOf({}), 2))
      expect(merged).toEqual(whole);
  });

  it('say what could not be read', () => {
    const folder = folderOf({ 'a.yaml': good });
    for (const { whole, merged } of bothTold(folder, folderOf({}), 2, ['a.yaml', 'b.yaml'])) {
      expect(whole.code).toBe(4);
      expect(merged).toEqual(whole);
    }
  });

  it('count what there is too much of', () => {
    const ports = Array.from({ length: 120 }, (_, index) => `{ name: p${index}, port: 80, nodeprt: 1 }`);
    const service = `apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec:\n  ports: [${ports.join(', ')}]\n`;
    for (const { whole, merged } of bothTold(folderOf({ 'service.yaml': service }), folderOf({}), 3)) {
      expect(whole.stdout).toMatch(/"more": 70|and 70 more/);
      expect(merged).toEqual(whole);
    }
  });

  it('show as much of a long line', () => {
    const spec = { replicas: 1, strategy: { canary: { maxsurge: 1 } } };
    const line = JSON.stringify({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Rollout',
      metadata: { name: 'long', annotations: { 'a/b': 'é'.repeat(50_000) } },
      spec: { ...spec, template: { metadata: { annotations: { 'c/d': 'x'.repeat(50_000) } }, sppec: {} } },
    });
    for (const { whole, merged } of bothTold(folderOf({ 'long.json': line }), folderOf({}), 2)) {
      expect(whole.code).toBe(1);
      expect(merged).toEqual(whole);
    }
  });

  it('show nothing of a Secret, and hold nothing of it', () => {
    const secret = `apiVersion: v1\nkind: Secret\nmetadata: { name: login }\nstringData:\n  password: hunter1secret\n  password: hunter2secret\n`;
    const folder = folderOf({ 'secret.yaml': secret, 'bad.yaml': bad });
    for (const { whole, merged } of bothTold(folder, folderOf({}), 2)) expect(merged).toEqual(whole);
    const { into, names } = reports({ 'secret.yaml': secret }, 2);
    const texts = names.map((name) => readFileSync(path.join(into, name), 'utf8'));
    expect(texts.join('')).toContain('secret.yaml');
    expect(texts.join('')).not.toContain('hunter');
  });
});

/** Why nothing is merged: an error that is no finding, without a report. */
function refusal({ code, stdout, stderr }: ReturnType<typeof run>): string {
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  return stderr.trim();
}

describe('nothing is merged', () => {
  it('where a shard is missing', () => {
    const { merge } = reports(files, 3);
    expect(refusal(merge('1.json', '3.json'))).toBe(
      'Shard 2 of 3 is missing, so not everything was checked. Give the reports of all shards.',
    );
    expect(refusal(merge('2.json'))).toBe(
      'Shards 1, 3 of 3 are missing, so not everything was checked. Give the reports of all shards.',
    );
  });

  it('where a shard is there twice', () => {
    const { merge } = reports(files, 2);
    expect(refusal(merge('1.json', '2.json', '1.json'))).toBe('1.json and 1.json are both shard 1 of 2.');
  });

  it('of runs of other numbers of shards', () => {
    const { into, merge } = reports(files, 2);
    rewritten(into, '2.json', (text) => text.replace('"count":2', '"count":3'));
    expect(refusal(merge('1.json', '2.json'))).toBe(
      '1.json and 2.json are not of one run: one is of 2 shards, the other of 3.',
    );
  });

  it.each<[string, Readonly<Record<string, string>>, string[], string]>([
    [
      'with other options',
      files,
      ['--skip', 'yaml'],
      '--skip: nothing and yaml. Use the same options in all jobs.',
    ],
    ['of other paths', files, ['a', 'b'], 'paths: . and a b. Use the same options in all jobs.'],
    [
      'of more files',
      { ...files, 'e.yaml': good },
      [],
      'one read 4 files, the other 5. Check out the same commit in all jobs.',
    ],
    [
      'of other files',
      { ...files, 'a/bad.yaml': good },
      [],
      'they read files of other names or contents. Check out the same commit in all jobs.',
    ],
  ])('of runs %s', (_, other, args, words) => {
    const [one, two] = [reports(files, 2), reports(other, 2, ...args)];
    rewritten(one.into, '2.json', () => readFileSync(path.join(two.into, '2.json'), 'utf8'));
    expect(refusal(one.merge('1.json', '2.json'))).toBe(`1.json and 2.json are not of one run: ${words}`);
  });

  it('of runs that shared the work in another way', () => {
    const { into, merge } = reports(files, 2);
    rewritten(into, '2.json', (text) => text.replace(/,\[\d+,\d+\]\],"of"/, '],"of"'));
    expect(refusal(merge('1.json', '2.json'))).toBe(
      'The shards do not make up all Rollouts and rules, so they are of different runs.',
    );
  });

  it.each<[string, (text: string) => string, string | RegExp]>([
    [
      'is cut',
      (text) => text.slice(0, 300),
      '2.json: it is not a complete JSON file; run the job that writes it again.',
    ],
    ['is empty', () => '', '2.json: it is empty; run the job that writes it again.'],
    [
      'is of a whole run',
      () => run(folderOf(files), 'lint', '--format', 'json').stdout,
      '2.json: this is the report of a whole run; "rolloutkit merge" joins reports of "rolloutkit lint --shard".',
    ],
    [
      'is something else',
      () => '{}',
      '2.json: it was not written by "rolloutkit lint --shard": "run" is not an object.',
    ],
    ['is null', () => 'null', /^2\.json: it was not written by "rolloutkit lint --shard": /],
    [
      'is of another version',
      (text) => text.replace(/"rolloutkit":"[^"]*"/, '"rolloutkit":"0.0.0"'),
      /^2\.json: it is of rolloutkit 0\.0\.0, and this is \S+; use the same version in all jobs\.$/,
    ],
  ])('where a report %s', (_, change, words) => {
    const { into, merge } = reports(files, 2);
    rewritten(into, '2.json', change);
    const said = refusal(merge('1.json', '2.json'));
    if (typeof words === 'string') expect(said).toBe(words);
    else expect(said).toMatch(words);
  });

  it('where a report is not there', () => {
    const { merge } = reports(files, 2);
    expect(refusal(merge('1.json', '3.json'))).toBe('3.json: file or folder not found.');
    expect(refusal(merge('1.json', '.'))).toBe('.: it is a folder.');
  });

  it('whatever stands in a report: it is merged, or refused', () => {
    const { into, merge } = reports(files, 2);
    const text = readFileSync(path.join(into, '2.json'), 'utf8');
    const random = randomFrom(7);
    const codes = new Set<number>();
    for (let made = 0; made < 300; made++) {
      rewritten(into, '2.json', () => damaged(text, random));
      const { code, stdout } = merge('1.json', '2.json', '--format', 'json');
      expect([0, 1, 4]).toContain(code);
      expect(code === 4).toBe(stdout === '');
      codes.add(code);
    }
    expect(codes).toContain(4);
  });
});

/** A JSON text in which one value is another one. */
function damaged(text: string, random: Random): string {
  const values = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?!:)|-?\d+|true|null|\[\]/g)];
  const { index, 0: value } = random.pick(values);
  const other = random.pick(['null', '-1', '-7', '1e9', '0.5', '"x"', '[]', '{}', 'true', '[[]]', '""']);
  return `${text.slice(0, index)}${other}${text.slice(index + value.length)}`;
}

describe('a shard', () => {
  it('finds nothing by itself, and says where it is found', () => {
    const { code, stderr } = run(folderOf(files), 'lint', '--shard', '1/1');
    expect(code).toBe(0);
    expect(stderr).toBe(
      'Shard 1 of 1 has judged 4 of 4 Rollouts. Join the reports of all shards with: rolloutkit merge\n',
    );
  });

  it('is 4 where something could not be read, and has a report', () => {
    const { code, stdout } = run(folderOf(files), 'lint', '--shard', '1/2', 'missing.yaml');
    expect(code).toBe(4);
    expect(stdout).toContain('"failures":["missing.yaml: ');
  });

  it.each<[string[], string]>([
    [
      ['--shard', '0/2'],
      '--shard is "0/2"; it must be a shard and their number, such as 2/4, with at most 256.',
    ],
    [['--shard', '3/2'], '--shard is "3/2"; it must be'],
    [['--shard', '2'], '--shard is "2"; it must be'],
    [['--shard', '1/257'], '--shard is "1/257"; it must be'],
    [['--shard', '1/2', '--format', 'text'], '--format does nothing with --shard: '],
    [['--shard', '1/2', '--quiet'], '--quiet does nothing with --shard: '],
    [['--shard', '1/2', '--fail-on', 'never'], '--fail-on does nothing with --shard: '],
    [['--shard', '1/2', '--render'], '--shard does not render, '],
    [['--shard', '1/2', '--context', 'x'], '--shard and --context cannot be used together: '],
  ])('is wrong usage with %j', (args, words) => {
    const { code, stdout, stderr } = run(folderOf({ 'a.yaml': good }), 'lint', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
  });

  it('is given by name', () => {
    const { code, stderr } = run(folderOf({}), 'merge');
    expect(code).toBe(2);
    expect(stderr).toContain('No report is given: rolloutkit merge REPORT.json…, one of each shard.');
  });
});
