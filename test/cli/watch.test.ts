import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Watching } from '../../src/cli/watch.js';
import { folderOf, rolloutText, run } from '../support/command.js';
import { Repository } from '../support/repository.js';
import { itWhole } from '../support/whole.js';

const published = path.join(__dirname, '../../examples/istio-host/as-published');
const end = 'Watching for changes; press Ctrl+C to stop.\n';

/** What is watched, with what is written since the last time that anybody asked. */
function watched(folder: string, { columns, args = [] }: { columns?: number; args?: string[] } = {}) {
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) => ({
    write: (text: string | Uint8Array) => {
      written[name] += String(text);
      return true;
    },
    ...(columns !== undefined && { isTTY: true, columns }),
  });
  const watching = new Watching(['--format', 'concise', ...args], {
    folder,
    environment: {},
    stdin: Readable.from([]),
    descriptor: 0,
    stdout: into('stdout'),
    stderr: into('stderr'),
  });
  const taken = (name: keyof typeof written): string => {
    const text = written[name];
    written[name] = '';
    return withoutTime(text);
  };
  return { watching, stdout: () => taken('stdout'), stderr: () => taken('stderr') };
}

const withoutTime = (text: string): string => text.replaceAll(/, \d+\.\d\d s/g, '');
const fresh = (folder: string): string => withoutTime(run(folder, 'lint', '--format', 'concise').stdout);

/** What happens to a system, one after the other. */
const changes: Readonly<Record<string, (edit: Edit) => void>> = {
  'a name is put right': (edit) =>
    edit('virtualservice.yaml', (text) => text.replace('catalog-vs', 'catalog')),
  'a file is broken': (edit) => edit('rollout.yaml', (text) => `${text}: [`),
  'and mended': (edit) => edit('rollout.yaml', (text) => text.slice(0, -3)),
  'a file comes': (edit) => edit('more/rollout.yaml', () => rolloutOf('other')),
  'a folder is renamed': (edit) => renameSync(path.join(edit.folder, 'more'), path.join(edit.folder, 'less')),
  'a rule is off': (edit) => edit('rolloutkit.yaml', () => 'rules: {istio/resting-weights: off}\n'),
  'a folder is ignored': (edit) => edit('.gitignore', () => 'less/\n'),
  'the settings go': (edit) => rmSync(path.join(edit.folder, 'rolloutkit.yaml')),
  'findings become known': (edit) => run(edit.folder, 'baseline', 'write'),
  'the Rollout goes': (edit) => rmSync(path.join(edit.folder, 'rollout.yaml')),
  'nothing is left': (edit) => {
    for (const name of readdirSync(edit.folder)) rmSync(path.join(edit.folder, name), { recursive: true });
  },
};

interface Edit {
  (file: string, change: (text: string) => string): void;
  readonly folder: string;
}

function editIn(folder: string): Edit {
  const edit = (file: string, change: (text: string) => string): void => {
    const at = path.join(folder, file);
    mkdirSync(path.dirname(at), { recursive: true });
    let text = '';
    try {
      text = readFileSync(at, 'utf8');
    } catch {
      // It is new.
    }
    writeFileSync(at, change(text));
  };
  return Object.assign(edit, { folder });
}

const rolloutOf = (name: string): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata:\n  name: ${name}\nspec:\n  strategy:\n    canary:\n      stableService: gone\n`;

describe('lint --watch', () => {
  itWhole('tells after each change what a run of its own tells, and nothing when there was none', () => {
    const folder = folderOf({});
    cpSync(published, folder, { recursive: true });
    const { watching, stdout, stderr } = watched(folder);
    expect(watching.look()).toBe(true);
    expect([stdout(), stderr()]).toEqual([fresh(folder), end]);
    const seen: string[] = [];
    for (const [name, change] of Object.entries(changes)) {
      expect({ name, look: watching.look(), stdout: stdout() }).toEqual({ name, look: false, stdout: '' });
      change(editIn(folder));
      expect({ name, look: watching.look() }).toEqual({ name, look: true });
      const told = stdout();
      expect({ name, told }).toEqual({ name, told: fresh(folder) });
      seen.push(told);
    }
    // Each of them mattered.
    expect(new Set(seen).size).toBeGreaterThanOrEqual(Object.keys(changes).length - 2);
  });

  it('evaluates a chart again when a value or a helper changes', () => {
    const folder = folderOf({
      'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
      'values.yaml': 'name: gone\n',
      'templates/_helpers.tpl': '{{ define "own.stable" }}{{ .Values.name }}{{ end }}\n',
      'templates/rollout.yaml': rolloutText('web', 'stableService: {{ include "own.stable" . }}'),
    });
    const { watching, stdout } = watched(folder);
    const seen = [];
    for (const [file, text] of [
      ['values.yaml', 'name: went\n'],
      ['templates/_helpers.tpl', '{{ define "own.stable" }}other{{ end }}\n'],
      ['templates/_helpers.tpl', '{{ define "own.stable" }}{{ randAlpha 5 }}{{ end }}\n'],
    ] as const) {
      expect([watching.look(), watching.look()]).toEqual([true, false]);
      const told = stdout();
      expect(told).toBe(fresh(folder));
      seen.push(/Service "(\w+)"/.exec(told)?.[1]);
      writeFileSync(path.join(folder, file), text);
    }
    expect(watching.look()).toBe(true);
    expect(stdout()).not.toContain('Service "');
    expect(seen).toEqual(['gone', 'went', 'other']);
  });

  itWhole('sees that an ignored file is tracked from now on', () => {
    const repository = new Repository({ '.gitignore': '*.local.yaml\n', 'a.yaml': rolloutOf('web') });
    repository.write({ 'a.local.yaml': rolloutOf('local') });
    const { watching, stdout } = watched(repository.folder);
    watching.look();
    expect(stdout()).not.toContain('a.local.yaml');
    repository.git('add', '--force', 'a.local.yaml');
    expect([watching.look(), watching.look()]).toEqual([true, false]);
    expect(stdout()).toContain('a.local.yaml');
    repository.git('rm', '--quiet', '--cached', 'a.local.yaml');
    expect(watching.look()).toBe(true);
    expect(stdout()).not.toContain('a.local.yaml');
  });

  it('tells what is wrong with the settings once, and lints when they are right again', () => {
    const folder = folderOf({ 'rollout.yaml': rolloutOf('web') });
    const { watching, stdout, stderr } = watched(folder);
    watching.look();
    const before = stdout();
    stderr();
    writeFileSync(path.join(folder, 'rolloutkit.yaml'), 'rules: {isti: off}\n');
    expect(() => watching.look()).toThrow('Unknown rule or area "isti". Did you mean "istio"?');
    watching.fail(['It is wrong.']);
    watching.fail(['It is wrong.']);
    expect(stderr()).toBe('It is wrong.\n');
    rmSync(path.join(folder, 'rolloutkit.yaml'));
    expect(watching.look()).toBe(true);
    expect([stdout(), stderr()]).toEqual([before, end]);
  });

  it('begins with an empty screen in a terminal', () => {
    const folder = folderOf({ 'rollout.yaml': rolloutOf('web') });
    const { watching, stdout } = watched(folder, { columns: 80 });
    watching.look();
    expect(stdout()).toMatch(/^\u001b\[2J\u001b\[3J\u001b\[H/);
  });

  it('sees that a schema changes', () => {
    const schema = (type: string) =>
      JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', properties: { spec: { type } } });
    const folder = folderOf({
      'widget.yaml': 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {}\n',
      'schemas/widget-example-v1.json': schema('object'),
    });
    const { watching, stdout } = watched(folder, { args: ['--schemas', 'schemas', 'widget.yaml'] });
    watching.look();
    expect(stdout()).not.toContain('error');
    writeFileSync(path.join(folder, 'schemas/widget-example-v1.json'), schema('string'));
    expect(watching.look()).toBe(true);
    expect(stdout()).toContain('widget.yaml:4');
    rmSync(path.join(folder, 'schemas'), { recursive: true });
    expect([watching.look(), watching.look()]).toEqual([true, false]);
  });

  it.each([
    [['--fix'], '--watch and --fix cannot be used together.'],
    [['--changed'], '--watch and --changed cannot be used together.'],
    [
      ['--render'],
      '--watch does not render, because programs read files that it does not know; add --no-render.',
    ],
    [['-'], '--watch needs files; standard input does not change.'],
  ])('is refused with %s', (args, message) => {
    const { watching } = watched(folderOf({}), { args: ['--watch', ...args] });
    expect(() => watching.look()).toThrow(message);
  });
});
