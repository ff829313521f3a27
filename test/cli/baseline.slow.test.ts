import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bad, folderOf, good, rolloutText, run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const file = 'rolloutkit-baseline.json';

/** A Rollout with findings of its own: so many fields that are unknown. */
function withUnknown(name: string, count: number, first = 0): string {
  const fields = Array.from({ length: count }, (_, index) => `unknown${first + index}: 1`);
  return rolloutText(name, ['maxSurge: 1', ...fields].join('\n      '));
}

function baselineIn(folder: string, name = file): string {
  return readFileSync(path.join(folder, name), 'utf8');
}

function lastLine(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .at(-1)!
    .replace(/\d+\.\d\d s/, '0.00 s');
}

/** A folder whose findings are all in its baseline. */
function adopted(files: Readonly<Record<string, string>>): string {
  const folder = folderOf(files);
  expect(run(folder, 'baseline', 'write')).toMatchObject({ code: 0, stderr: '' });
  return folder;
}

describe('the baseline', () => {
  it('is sorted, has a line for each entry, and is the same when it is written again', () => {
    const folder = adopted({ 'b.yaml': bad, 'a.yaml': withUnknown('a', 1) });
    expect(baselineIn(folder)).toBe(`{
  "version": 1,
  "findings": [
    {"file":"a.yaml","rule":"schema/fields-known","severity":"error","resource":{"group":"argoproj.io","kind":"Rollout","name":"a"},"path":["spec","strategy","canary","unknown0"],"message":"unknown","data":{"kind":"Rollout","name":"a","field":"unknown0","parent":"spec.strategy.canary","plugin":"argoproj-labs/gatewayAPI"}},
    {"file":"b.yaml","rule":"schema/fields-known","severity":"error","resource":{"group":"argoproj.io","kind":"Rollout","name":"bad"},"path":["spec","strategy","canary","maxsurge"],"message":"nearest","data":{"kind":"Rollout","name":"bad","field":"maxsurge","parent":"spec.strategy.canary","plugin":"argoproj-labs/gatewayAPI"}}
  ]
}
`);
    const text = baselineIn(folder);
    expect(run(folder, 'baseline', 'write').stdout).toBe(
      `${file}: 2 findings (2 errors); 0 added, 0 removed\n`,
    );
    expect(baselineIn(folder)).toBe(text);
  });

  it('counts what is found several times, and no more', () => {
    const twice = `${bad}---\n${bad}`;
    const folder = adopted({ 'a.yaml': twice });
    expect(run(folder, 'lint').code).toBe(0);
    writeFileSync(path.join(folder, 'a.yaml'), `${twice}---\n${bad}`);
    const { code, stdout } = run(folder, 'lint', '--format', 'json');
    expect(code).toBe(1);
    const { findings } = JSON.parse(stdout) as { findings: { rule: string }[] };
    expect(findings.filter(({ rule }) => rule === 'schema/fields-known')).toHaveLength(1);
  });

  it('knows a finding again whose element has moved in its list, and only there', () => {
    const ports = (...names: string[]) =>
      `apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec:\n  ports:\n${names.map((name) => `    - { name: n-${name.toLowerCase()}, port: 80, ${name}: 1 }\n`).join('')}`;
    const folder = adopted({ 'a.yaml': ports('nodeprt') });
    writeFileSync(path.join(folder, 'a.yaml'), ports('targetPort', 'nodeprt'));
    expect(run(folder, 'lint').code).toBe(0);
    writeFileSync(path.join(folder, 'a.yaml'), ports('nodeprt', 'nodeprt'));
    expect(run(folder, 'lint').code).toBe(1);
    writeFileSync(path.join(folder, 'a.yaml'), ports('nodePrt'));
    expect(run(folder, 'lint').code).toBe(1);
  });

  it('counts what there is too much of to be kept', () => {
    const service = (count: number) =>
      `apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec:\n  ports:\n${Array.from({ length: count }, (_, index) => `    - { name: p${index}, port: ${index + 1}, nodeprt${index}: 1 }\n`).join('')}`;
    const folder = adopted({ 'a.yaml': service(120) });
    expect(run(folder, 'lint')).toMatchObject({ code: 0 });
    expect(lastLine(run(folder, 'lint').stdout)).toContain(
      '; 120 findings of the baseline not shown (120 errors)',
    );
    writeFileSync(path.join(folder, 'a.yaml'), service(121));
    const more = run(folder, 'lint', '--format', 'json');
    expect(more.code).toBe(1);
    expect(JSON.parse(more.stdout)).toMatchObject({
      summary: { errors: 1, baseline: { errors: 120 } },
      findings: [{ rule: 'schema/fields-known' }],
    });
    writeFileSync(path.join(folder, 'a.yaml'), service(119));
    expect(run(folder, 'lint')).toMatchObject({ code: 0 });
  });

  it('hides nothing that has become graver', () => {
    const folder = folderOf({ 'a.yaml': bad });
    run(folder, 'baseline', 'write', '--rule', 'schema/fields-known=warning');
    expect(run(folder, 'lint').code).toBe(1);
    expect(run(folder, 'lint', '--rule', 'schema/fields-known=info').code).toBe(0);
  });

  it('is told in each format, also where nothing else is', () => {
    const folder = adopted({ 'a.yaml': bad });
    const said = '1 finding of the baseline not shown (1 error)';
    for (const format of ['text', 'concise', 'sarif', 'github', 'gitlab', 'junit', 'markdown'])
      expect(run(folder, 'lint', '--format', format).stdout).toContain(said);
    expect(JSON.parse(run(folder, 'lint', '--format', 'json').stdout)).toMatchObject({
      summary: { errors: 0, baseline: { file, errors: 1, warnings: 0, infos: 0, gone: 0 } },
    });
    expect(run(folder, 'lint', '--quiet').stdout).toContain(said);
    expect(run(folder, 'lint', '--no-baseline').code).toBe(1);
  });

  it('tells what no longer occurs, and prune takes it out', () => {
    const folder = adopted({ 'a.yaml': withUnknown('a', 3), 'b.yaml': bad });
    writeFileSync(path.join(folder, 'a.yaml'), withUnknown('a', 1));
    const { code, stdout } = run(folder, 'lint');
    expect(code).toBe(0);
    expect(stdout).toContain(
      `2 findings of the baseline no longer occur. Remove them from ${file} with: rolloutkit baseline prune`,
    );
    // Nobody looked at these.
    for (const args of [['b.yaml'], ['--skip', 'schema']])
      expect(run(folder, 'lint', ...args).stdout).not.toContain('no longer');
    expect(run(folder, 'baseline', 'prune', 'b.yaml').stdout).toContain('4 findings (4 errors)');
    writeFileSync(path.join(folder, 'c.yaml'), withUnknown('c', 1));
    expect(run(folder, 'baseline', 'prune').stdout).toBe(
      `${file}: 2 findings (2 errors); 1 not in it, 2 removed\n`,
    );
    expect(run(folder, 'lint').stdout).not.toContain('no longer');
    expect(run(folder, 'lint').code).toBe(1);
  });

  it('keeps what may occur in what is not rendered', () => {
    const folder = adopted({ 'a.yaml': withUnknown('a', 3) });
    mkdirSync(path.join(folder, 'chart/templates'), { recursive: true });
    writeFileSync(path.join(folder, 'chart/Chart.yaml'), 'apiVersion: v2\nname: web\nversion: 1.0.0\n');
    writeFileSync(
      path.join(folder, 'chart/templates/rollout.yaml'),
      'kind: Rollout\nmetadata:\n  name: {{ include "x" . | lookup }}\n',
    );
    writeFileSync(path.join(folder, 'a.yaml'), withUnknown('a', 1));
    expect(run(folder, 'lint').stdout).not.toContain('no longer');
    for (const action of ['prune', 'write'])
      expect(run(folder, 'baseline', action).stdout).toMatch(
        /3 findings \(3 errors\); 0 .*, 0 removed; 2 kept that may occur in what is rendered: use --render; not checked: /,
      );
  });

  it('keeps what is of other files and rules when it is written for some', () => {
    const folder = adopted({ 'a/a.yaml': bad });
    writeFileSync(path.join(folder, 'b.yaml'), bad);
    expect(run(folder, 'baseline', 'write', 'b.yaml').stdout).toContain(
      '2 findings (2 errors); 1 added, 0 removed',
    );
    expect(run(folder, 'baseline', 'write', '--only', 'istio').stdout).toContain('2 findings (2 errors)');
    rmSync(path.join(folder, 'a'), { recursive: true });
    expect(run(folder, 'baseline', 'write').stdout).toContain('1 finding (1 error); 0 added, 1 removed');
  });

  it('is found beside the configuration, in a folder above, and where it is named', () => {
    const folder = adopted({ 'apps/a.yaml': bad });
    const apps = path.join(folder, 'apps');
    expect(run(apps, 'lint').code).toBe(1); // No repository, so nothing above is read.
    const repository = new Repository({ 'apps/a.yaml': bad, [file]: baselineIn(folder) });
    expect(run(path.join(repository.folder, 'apps'), 'lint').code).toBe(0);
    expect(run(path.dirname(folder), 'lint', folder).code).toBe(0);
    renameSync(path.join(folder, file), path.join(folder, 'other.json'));
    expect(run(folder, 'lint').code).toBe(1);
    expect(run(folder, 'lint', '--baseline', 'other.json').code).toBe(0);
    writeFileSync(path.join(folder, 'rolloutkit.yaml'), 'baseline: other.json\n');
    expect(run(folder, 'lint').code).toBe(0);
    expect(run(folder, 'baseline', 'show').stdout).toBe(
      'apps/a.yaml: error schema/fields-known: Rollout/bad spec.strategy.canary.maxsurge nearest kind=Rollout name=bad field=maxsurge parent=spec.strategy.canary plugin=argoproj-labs/gatewayAPI\nother.json: 1 finding (1 error)\n',
    );
  });
});

describe('what is not a baseline', () => {
  const entry = { file: 'a.yaml', rule: 'schema/fields-known', severity: 'error', message: 'unknown' };
  it.each<[string, string, string]>([
    ['an empty file', '', 'it is empty.'],
    ['a conflict', '{\n<<<<<<< HEAD\n', ':2: it has a merge conflict.'],
    ['no JSON', '{', 'it is not valid JSON.'],
    [
      'another version',
      '{"version":2,"findings":[]}',
      'it has version 2, and this rolloutkit reads version 1',
    ],
    ['no version', '[]', '"" is not an object'],
    ['no list', '{"version":1,"findings":{}}', '"findings" is not a list'],
    ['another key', '{"version":1,"findings":[],"ignore":[]}', '"ignore" is not a key of a baseline'],
    [
      'an entry of another kind',
      JSON.stringify({ version: 1, findings: [{ ...entry, severity: 'fatal' }] }),
      '"findings[0].severity" is not one of info, warning, error',
    ],
    [
      'a count of another kind',
      JSON.stringify({ version: 1, findings: [{ ...entry, count: -1 }] }),
      '"findings[0].count" is not a number of findings',
    ],
    [
      'too many entries',
      JSON.stringify({ version: 1, findings: Array.from({ length: 200_001 }, () => 0) }),
      'it has 200001 entries; more than 200000 are not read.',
    ],
    ['much depth', '['.repeat(1_000_000), 'it is not valid JSON.'],
  ])('is %s', (_, text, message) => {
    const folder = folderOf({ 'a.yaml': bad, [file]: text });
    const { code, stdout } = run(folder, 'lint');
    expect(code).toBe(4);
    expect(stdout).toContain(message);
    expect(stdout).toContain('No finding was left out.');
    expect(stdout).toContain('schema/fields-known'); // What is wrong is told nevertheless.
    for (const action of ['write', 'prune', 'show']) {
      const refused = run(folder, 'baseline', action);
      expect(refused).toMatchObject({ code: 4, stdout: '' });
      expect(refused.stderr).toContain(message);
    }
    expect(baselineIn(folder)).toBe(text);
  });

  it('is one that is named and not found', () => {
    const folder = folderOf({ 'a.yaml': good, 'rolloutkit.yaml': 'baseline: gone.json\n' });
    expect(run(folder, 'lint')).toMatchObject({ code: 4 });
    expect(run(folder, 'lint').stdout).toContain(
      'gone.json: the baseline cannot be read: file or folder not found.',
    );
    expect(run(folder, 'lint', '--baseline', 'x.json').code).toBe(4);
    expect(run(folder, 'baseline', 'prune').code).toBe(4);
  });

  it('is what leads out of the repository, in neither direction', () => {
    const outside = adopted({ 'a.yaml': bad });
    const folder = folderOf({ 'a.yaml': bad });
    symlinkSync(path.join(outside, file), path.join(folder, file));
    const before = baselineIn(outside);
    const { code, stdout } = run(folder, 'lint');
    expect(code).toBe(4);
    expect(stdout).toContain('it leads out of the repository.');
    expect(run(folder, 'baseline', 'write').code).toBe(4);
    expect(baselineIn(outside)).toBe(before);
    rmSync(path.join(folder, file));
    writeFileSync(path.join(folder, 'rolloutkit.yaml'), `baseline: ../${path.basename(outside)}/new.json\n`);
    expect(run(folder, 'baseline', 'write')).toMatchObject({ code: 4 });
    expect(run(folder, 'lint').code).toBe(4);
  });

  it('is written for nothing that was not checked whole', () => {
    const folder = folderOf({ 'a.yaml': bad });
    const { code, stderr } = run(folder, 'baseline', 'write', 'a.yaml', 'gone.yaml');
    expect(code).toBe(4);
    expect(stderr).toContain(`${file} was not written, because not everything was checked.`);
    expect(run(folder, 'baseline', 'show').code).toBe(4);
  });

  it('is told to whoever asks for something else', () => {
    const folder = folderOf({});
    expect(run(folder, 'baseline')).toMatchObject({ code: 2 });
    expect(run(folder, 'baseline', 'wrote').stderr).toContain('Did you mean "write"?');
    expect(run(folder, 'lint', '--baseline', 'a', '--no-baseline').code).toBe(2);
  });
});

it('shows and keeps nothing of a Secret', () => {
  const secret = `apiVersion: v1\nkind: Secret\nmetadata: { name: login }\nstringData:\n  password: hunter1secret\n  password: hunter2secret\n`;
  const folder = adopted({ 'secret.yaml': secret });
  expect(run(folder, 'lint').code).toBe(0);
  expect(baselineIn(folder)).not.toContain('hunter');
});
