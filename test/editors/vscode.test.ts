import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import {
  chooseServer,
  folderOf as folderAmong,
  serverArguments,
  settingsFrom,
  simulateArguments,
} from '../../editors/vscode/src/server.mjs';
import { parse } from '../../src/cli/options.js';
import { explainCommand } from '../../src/editor/lsp/actions.js';
import { bad, folderOf, good, run } from '../support/command.js';

const root = path.join(__dirname, '../..');
const extension = path.join(root, 'editors/vscode');

interface Pattern {
  readonly regexp: string;
  readonly file?: number;
  readonly line?: number;
  readonly column?: number;
  readonly severity?: number;
  readonly code?: number;
  readonly message?: number;
}
interface Setting {
  readonly scope: string;
  readonly default: unknown;
}
interface Manifest {
  readonly icon: string;
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: string;
      readonly restrictedConfigurations: readonly string[];
    };
  };
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
    readonly problemMatchers: readonly {
      readonly name: string;
      readonly pattern: Pattern | readonly Pattern[];
    }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly description: string;
        readonly media: { readonly markdown: string };
      }[];
    }[];
  };
}
const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
const manifest = JSON.parse(text('editors/vscode/package.json')) as Manifest;
const { properties } = manifest.contributes.configuration;
const client = text('editors/vscode/src/extension.mjs');

const none = { path: '', preferWorkspace: true, plugins: [], schemas: [] };
const around = {
  isTrusted: true,
  folders: ['/a', '/b'],
  extension: '/ext',
  exists: (file: string) =>
    [
      '/b/node_modules/rolloutkit/bin/rolloutkit.js',
      '/b/node_modules/rolloutkit/dist/cli-lsp.js',
      '/a/node_modules/rolloutkit/bin/rolloutkit.js',
      '/opt/kit/bin/rolloutkit.js',
      '/opt/kit.cjs',
      '/usr/bin/rolloutkit',
    ].includes(file),
};
const bundled = { from: 'extension', module: '/ext/server/node_modules/rolloutkit/bin/rolloutkit.js' };

describe.skipIf(process.platform === 'win32')('the server that VS Code starts', () => {
  it('is the own one of a trusted workspace that has the language server', () => {
    expect(chooseServer(none, around)).toEqual({
      from: 'workspace',
      module: '/b/node_modules/rolloutkit/bin/rolloutkit.js',
    });
  });

  it.each([
    ['the workspace is not trusted', none, { isTrusted: false }],
    ['the user does not prefer it', { ...none, preferWorkspace: false }, {}],
    ['there is none', none, { folders: ['/c'] }],
    ['it is of a release without a language server', none, { folders: ['/a'] }],
  ])('is that of the extension where %s', (_, settings, others) => {
    expect(chooseServer(settings, { ...around, ...others })).toEqual(bundled);
  });

  it.each([
    ['/opt/kit', { from: 'settings', module: '/opt/kit/bin/rolloutkit.js' }],
    ['/opt/kit.cjs', { from: 'settings', module: '/opt/kit.cjs' }],
    ['/usr/bin/rolloutkit', { from: 'settings', program: '/usr/bin/rolloutkit' }],
    ['/none', { problem: 'rolloutkit.server.path is "/none", which is not found.' }],
    [
      'node_modules/rolloutkit',
      { problem: 'rolloutkit.server.path is "node_modules/rolloutkit"; it must be an absolute path.' },
    ],
  ])('is what the user names, with %s', (own, server) => {
    for (const isTrusted of [true, false])
      expect(chooseServer({ ...none, path: own }, { ...around, isTrusted })).toEqual(server);
  });

  it('gets plugins and schemas as options that it has, and no path of the workspace', () => {
    const { args, warnings } = serverArguments({
      ...none,
      plugins: ['/p/rules.cjs', './evil.cjs', '/a,./evil.cjs'],
      schemas: ['/s'],
    });
    expect(args).toEqual(['lsp', '--plugin=/p/rules.cjs', '--schemas=/s']);
    expect(warnings).toEqual([
      '"./evil.cjs" of rolloutkit.plugins was skipped; use an absolute path without commas.',
      '"/a,./evil.cjs" of rolloutkit.plugins was skipped; use an absolute path without commas.',
    ]);
    expect(parse('lsp', args.slice(1)).values).toMatchObject({ plugin: ['/p/rules.cjs'], schemas: ['/s'] });
  });

  it('is decided by settings of the right types', () => {
    const odd: Readonly<Record<string, unknown>> = {
      'server.path': 7,
      'server.preferWorkspace': 'no',
      plugins: ['/p', 1, ''],
      schemas: { 0: '/s' },
    };
    expect(settingsFrom((key) => odd[key])).toEqual({ ...none, plugins: ['/p'] });
  });
});

describe('"simulate" above a Rollout', () => {
  it('writes the page of that Rollout alone', () => {
    const folder = folderOf({ 'a.yaml': good, 'b.yaml': good.replaceAll('good', 'other') });
    const page = (...args: string[]) => run(folder, 'simulate', '.', '--format=html', ...args).stdout;
    expect(page()).toContain('"name":"other"');
    const { stdout, code } = run(folder, ...(simulateArguments('good', undefined) ?? []));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^<!doctype html>/);
    expect(stdout).toContain('"name":"good"');
    expect(stdout).not.toContain('"name":"other"');
  });

  it.each([
    ['a', 'b', '--rollout=b/a'],
    ['a', '', '--rollout=a'],
    ['--output=x', undefined, '--rollout=--output=x'],
    ['a,b', undefined, undefined],
    ['', 'b', undefined],
    [7, 'b', undefined],
  ])('of the name %j and the namespace %j asks for %j', (name, namespace, option) => {
    expect(simulateArguments(name, namespace)?.[3]).toBe(option);
  });

  it('takes place in the innermost folder', () => {
    const at = (...names: string[]) => names.map((name) => path.join(path.sep, ...name.split('/')));
    const [file = '', ...folders] = at('a/b/c.yaml', 'a', 'a/b', 'a/bb', 'a/b/c');
    expect(folderAmong(file, folders)).toBe(at('a/b')[0]);
    expect(folderAmong(file, at('z'))).toBeUndefined();
  });
});

describe('the manifest of the extension', () => {
  it('lets no workspace decide what is executed', () => {
    const own = Object.keys(properties).filter((name) => name !== 'rolloutkit.trace.server');
    expect(own.map((name) => [name, properties[name]?.scope])).toEqual(own.map((name) => [name, 'machine']));
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    expect(supported).toBe('limited');
    expect([...restrictedConfigurations].sort()).toEqual(own.sort());
    // The client reads these, and only the values of the user.
    expect(client).toContain('inspect(key)?.globalValue');
    expect(client).not.toMatch(/configuration\.get\(/);
  });

  it('has the defaults that the client has', () => {
    const defaults = settingsFrom((key) => properties[`rolloutkit.${key}`]?.default);
    expect(defaults).toEqual(settingsFrom(() => undefined));
    expect(defaults).toEqual(none);
  });

  it('has the settings that docs/editors.md tells, and no others', () => {
    const told = new Set(text('docs/editors.md').match(/`rolloutkit\.[a-z][a-zA-Z.]*`/g));
    for (const file of ['`rolloutkit.yaml`']) told.delete(file);
    expect([...told].sort()).toEqual(
      Object.keys(properties)
        .map((name) => `\`${name}\``)
        .sort(),
    );
  });

  it('has commands that the client registers, and none of the server, which its library registers', () => {
    for (const { command } of manifest.contributes.commands)
      expect(client).toContain(`registerCommand('${command}'`);
    expect(client).not.toContain(explainCommand);
  });

  it('has pictures, pages and links that exist', () => {
    const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    const files = [manifest.icon, ...steps.map(({ media }) => media.markdown)];
    expect(files.filter((file) => !existsSync(path.join(extension, file)))).toEqual([]);
    const links = steps.flatMap(({ description }) => [...description.matchAll(/\(command:([^?)]+)/g)]);
    const known = manifest.contributes.commands.map(({ command }) => command);
    expect(links.length).toBeGreaterThan(1);
    for (const [, command = ''] of links)
      if (!command.startsWith('workbench.action.')) expect(known).toContain(command);
  });

  it('is written for the editor whose declarations it is checked with', () => {
    expect(`^${manifest.devDependencies['@types/vscode']}`).toBe(manifest.engines.vscode);
  });

  it('has a lockfile that names no registry', () => {
    expect(text('editors/vscode/package-lock.json')).not.toMatch(/"resolved"/);
  });
});

describe('a problem matcher', () => {
  const folder = () => folderOf({ 'a.yaml': bad, 'b/c.yaml': `${bad}      canary: 3\n`, 'd.yaml': good });

  test.each([
    ['rolloutkit', []],
    ['rolloutkit-concise', ['--format', 'concise']],
  ])('%s finds each finding', (name, args) => {
    const at = folder();
    const { findings } = JSON.parse(run(at, 'lint', '--format', 'json').stdout) as {
      findings: readonly {
        file: string;
        line: number;
        column: number;
        severity: string;
        rule: string;
        message: string;
      }[];
    };
    expect(findings.length).toBeGreaterThan(1);
    const matcher = manifest.contributes.problemMatchers.find((one) => one.name === name);
    const found = matched([matcher?.pattern ?? []].flat(), run(at, 'lint', ...args).stdout);
    expect(found.map(({ message: _, ...rest }) => rest)).toEqual(
      findings.map(({ file, line, column, severity, rule }) => ({
        ...{ file, line: String(line), column: String(column), severity, code: rule },
      })),
    );
    for (const [index, { message = '' }] of found.entries()) {
      expect(message).not.toBe('');
      expect(findings[index]?.message.startsWith(message)).toBe(true);
    }
  });
});

type Matched = Partial<Record<keyof Pattern, string>>;

/** As VS Code matches: each pattern at the line after that of the one before. */
function matched(patterns: readonly Pattern[], output: string): readonly Matched[] {
  const lines = output.split('\n');
  return lines.flatMap((_, index) => {
    const one: Matched = {};
    for (const [offset, { regexp, ...groups }] of patterns.entries()) {
      const match = new RegExp(regexp).exec(lines[index + offset] ?? '');
      if (!match) return [];
      for (const [key, group] of Object.entries(groups)) one[key as keyof Pattern] = match[group];
    }
    return [one];
  });
}
