import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, rolloutText, run, runIn } from '../support/command.js';

const example = path.join(__dirname, '../../examples/plugin');

/** A plugin with one rule, whose check is given as a text. */
const plugin = (check: string, more = ''): string =>
  `module.exports = { apiVersion: 1, prefix: 'own', rules: [{ name: 'one', description: 'Require it.', why: 'It fails.',
  severity: 'error', messages: { bad: '{kind} "{name}" is bad.' }, fixes: ['safe'], ${more}
  check({ graph, report }) { ${check} } }] };`;

const each = `for (const one of graph.ofKind('Rollout')) report(one, 'bad', { kind: one.kind, name: one.name });`;

const long = rolloutText('web').replace('spec:\n', 'spec:\n  revisionHistoryLimit: 12\n');
const owned = (text: string): string => text.replace('metadata:\n', 'metadata:\n  labels: { team: shop }\n');

interface Report {
  readonly findings: readonly { rule: string; severity: string; line: number; message: string }[];
  readonly faults: readonly {
    message: string;
    tasks: string[];
    error: string;
    resource?: { name: string };
  }[];
}

/** The findings of a run that is told to load the plugin of a file. */
function found(
  files: Readonly<Record<string, string>>,
  ...args: string[]
): Report & { readonly code: number } {
  const { stdout, stderr, code } = run(folderOf(files), 'lint', '--format', 'json', ...args);
  expect(stderr).toBe('');
  return { ...(JSON.parse(stdout) as Report), code };
}

const messages = ({ findings }: Report): readonly string[] =>
  findings.map(({ rule, severity, line, message }) => `${rule} ${severity} ${line} ${message}`);

describe('the rules of a plugin', () => {
  it('run with all others, over one object and over several', () => {
    const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: web, labels: { team: payments } }\n';
    const text = owned(long).replace('maxSurge: 1', 'stableService: web\n      canaryService: web');
    const report = found(
      { 'app/rollout.yaml': text, 'app/service.yaml': service, 'other/rollout.yaml': rolloutText('other') },
      '--only',
      'acme',
      '--plugin',
      example,
    );
    expect(messages(report)).toEqual([
      'acme/history-short warning 7 Rollout "web" keeps 12 old ReplicaSets; set revisionHistoryLimit to 5 or less.',
      'acme/service-owned warning 3 Service "web" is of team "payments", and Rollout "web" of team "shop"; use one team.',
      'acme/owner-named error 3 Rollout "other" has no label "team"; add one.',
    ]);
    expect(report.code).toBe(1);
  });

  it('stand in every format, and SARIF describes them', () => {
    const folder = folderOf({ 'web.yaml': rolloutText('web') });
    for (const format of ['text', 'concise', 'github', 'gitlab', 'junit', 'markdown', 'sarif'])
      expect(run(folder, 'lint', '--plugin', example, '--format', format).stdout).toMatch(
        /Rollout \\?["&`](quot;)?web\\?["&`](quot;)? has no label/,
      );
    const { runs } = JSON.parse(
      run(folder, 'lint', '--plugin', example, '--format', 'sarif', '--only', 'acme').stdout,
    ) as {
      runs: {
        tool: { driver: { rules: { id: string; helpUri: string }[] } };
        results: { ruleIndex: number }[];
      }[];
    };
    expect(runs[0]!.tool.driver.rules.map(({ id, helpUri }) => [id, helpUri])).toEqual([
      ['acme/owner-named', 'https://wiki.acme.example/teams'],
    ]);
    expect(runs[0]!.results.map(({ ruleIndex }) => ruleIndex)).toEqual([0]);
  });

  it('have the severities of rolloutkit.yaml, which knows them with the plugin alone', () => {
    const files = {
      'rolloutkit.yaml': 'rules: { acme: info, acme/history-short: off }\n',
      'web.yaml': long,
    };
    expect(messages(found(files, '--only', 'acme', '--plugin', example))).toEqual([
      'acme/owner-named info 3 Rollout "web" has no label "team"; add one.',
    ]);
    const without = run(folderOf(files), 'lint');
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('Unknown rule or area "acme"');
  });

  it('are suppressed by annotations and comments, also by those that do not run', () => {
    const annotated = long.replace(
      'metadata:\n',
      'metadata:\n  annotations: { suppress.rolloutkit/acme.owner-named: It is ours. }\n',
    );
    const commented = long.replace(
      '  revisionHistoryLimit',
      '  # rolloutkit-ignore acme/history-short -- The quota is large.\n  revisionHistoryLimit',
    );
    const files = { 'a.yaml': annotated, 'b.yaml': commented };
    const rulesOf = (...args: string[]) =>
      found(files, '--plugin', example, ...args).findings.flatMap(({ rule, line }) =>
        /^(acme|yaml)/.test(rule) ? `${rule} ${line}` : [],
      );
    expect(rulesOf()).toEqual(['acme/history-short 7', 'acme/owner-named 3']);
    expect(rulesOf('--rule', 'acme=off')).toEqual([]);
  });

  it('are adopted by a baseline, and fixed', () => {
    const folder = folderOf({ 'web.yaml': long });
    expect(run(folder, 'baseline', 'write', '--plugin', example).code).toBe(0);
    expect(run(folder, 'lint', '--plugin', example, '--only', 'acme').code).toBe(0);
    const fixed = run(folder, 'lint', '--plugin', example, '--only', 'acme', '--no-baseline', '--fix');
    expect(fixed.stdout).toContain('web.yaml: 1 finding fixed (acme/history-short).');
    expect(readFileSync(path.join(folder, 'web.yaml'), 'utf8')).toBe(long.replace('12', '5'));
  });

  it('are listed, explained and suppressed by the command line', () => {
    const folder = folderOf({ 'web.yaml': long });
    expect(run(folder, 'rules', 'acme', '--plugin', example).stdout).toMatch(/^acme\/history-short +warning/);
    const page = run(folder, 'explain', 'acme/owner-named', '--plugin', example).stdout;
    expect(page).toContain('# acme/owner-named\n\nRequire every Rollout to name the team');
    expect(page).toContain(`plugin ${path.join(example, 'index.js')}`);
    const args = ['--suppress', 'acme/history-short', '--reason', 'Later.', '--plugin', example];
    expect(run(folder, 'lint', '--only', 'acme', ...args).code).toBe(1);
    expect(readFileSync(path.join(folder, 'web.yaml'), 'utf8')).toContain(
      '  # rolloutkit-ignore acme/history-short -- Later.\n  revisionHistoryLimit: 12',
    );
    expect(run(folder, 'doctor', '--plugin', example).stdout).toContain('acme, 3 rules');
  });
});

describe('a fault of a plugin', () => {
  const faultOf = (check: string): Report & { readonly code: number } =>
    found(
      { 'own.js': plugin(check), 'web.yaml': rolloutText('web', 'maxsurge: 1'), 'b.yaml': rolloutText('b') },
      '--plugin',
      'own.js',
    );

  it('names the plugin and the rule, and nothing else of the run is lost', () => {
    const report = faultOf(
      `for (const one of graph.ofKind('Rollout')) if (one.name === 'web') null.x; ${each}`,
    );
    expect(report.code).toBe(3);
    expect(report.faults).toMatchObject([
      {
        message: 'A rule of a plugin failed here; this is a bug in the plugin.',
        tasks: ['own/one'],
        resource: { name: 'web' },
        error: `PluginError: plugin "own": TypeError: Cannot read properties of null (reading 'x')`,
      },
    ]);
    const told = report.findings.map(({ rule }) => rule);
    expect(told).toContain('schema/fields-known');
    expect(told).toContain('own/one'); // Of the other Rollout.
  });

  it.each([
    [
      'a message that it does not have',
      `report(graph.objects[0], 'other')`,
      '"other" is not among the messages',
    ],
    ['a place of its own', `report({}, 'bad')`, 'a field or an object of the graph is expected'],
    ['data that is no text', `report(graph.objects[0], 'bad', { kind: {} })`, 'the data of a message are'],
    ['a promise', `return Promise.reject(new Error('late'))`, 'check is asynchronous'],
    ['a generator', `return (function* () { yield graph.objects[0]; })()`, 'check is a generator'],
    ['a path of something else', `graph.objects[0].at(-1)`, 'the steps of a path are keys and indices'],
    ['a target without a name', `graph.find(graph.objects[0], {})`, 'a target has the strings'],
    [
      'what only looks like a mistake of usage',
      `throw Object.assign(new Error('x'), { name: 'UsageError' })`,
      'UsageError: x',
    ],
    ['no error at all', `throw 'x'`, 'plugin "own": x'],
    ['without end', `(function f() { f(); })()`, 'RangeError: Maximum call stack'],
    [
      'a fix that YAML cannot have',
      `report(graph.objects[0], 'bad', {}, { fix: { title: 'x', writes: [{ field: graph.objects[0].at('a'), value: () => 1 }] } })`,
      'a fix writes only values',
    ],
  ])('is told of %s', (_, check, error) => {
    const { faults, code } = faultOf(check);
    expect(faults.map(({ tasks }) => tasks)).toEqual([['own/one']]);
    expect(faults[0]!.error).toContain(error);
    expect(code).toBe(3);
  });

  it('stands in other formats, and a baseline is not written over it', () => {
    const folder = folderOf({ 'own.js': plugin('null.x'), 'web.yaml': rolloutText('web') });
    const { stdout } = run(folder, 'lint', '--plugin', 'own.js');
    expect(stdout).toContain('bug  own/one\n');
    expect(stdout).toContain('× 1 bug in plugins in 1 resource');
    expect(run(folder, 'lint', '--plugin', 'own.js', '--format', 'concise').stdout).toContain(
      'A rule of a plugin failed here; this is a bug in the plugin: own/one',
    );
    const written = run(folder, 'baseline', 'write', '--plugin', 'own.js');
    expect(written.stderr).toContain('A rule of a plugin failed in own/one');
    expect(written.code).toBe(3);
  });
});

describe('what is no plugin', () => {
  it.each([
    ['no file', undefined, 'it is not found; name a file, or a package that is installed there'],
    ['code that throws', `throw new Error('Broken.')`, 'it cannot be loaded: Broken.'],
    ['code that cannot be read', `module.exports = {`, 'it cannot be loaded: '],
    ['nothing', ``, 'it does not export a plugin'],
    ['a number', `module.exports = 1`, 'it does not export a plugin'],
    [
      'another form',
      `module.exports = { apiVersion: 2, prefix: 'own', rules: [] }`,
      'its apiVersion is 2; this rolloutkit takes 1',
    ],
    [
      'a prefix of ours',
      plugin('').replace(`'own'`, `'istio'`),
      'its prefix "istio" is already used by other rules',
    ],
    ['no prefix', plugin('').replace(`'own'`, `'Own!'`), 'its prefix is "Own!"; it must be lower-case words'],
    ['no rules', `module.exports = { apiVersion: 1, prefix: 'own', rules: [] }`, '"rules" must be a list'],
    [
      'a rule without a name',
      plugin('').replace(`'one'`, `'own/one'`),
      'in its rule "0", "name" is "own/one"',
    ],
    ['an unknown severity', plugin('', `severity: 'fatal',`), 'in its rule "one", "severity" is "fatal"'],
    [
      'a check that is no function',
      plugin('').replace('check(', 'checks('),
      'in its rule "one", "check" must be',
    ],
  ])('is refused: %s', (_, text, why) => {
    const folder = folderOf({
      'web.yaml': rolloutText('web'),
      ...(text !== undefined && { 'own.js': text }),
    });
    const { stderr, stdout, code } = run(folder, 'lint', '--plugin', './own.js');
    expect(stderr).toContain(`--plugin ./own.js: ${why}`);
    expect([stdout, code]).toEqual(['', 2]);
  });

  it('two plugins cannot have one prefix, and the same one is loaded once', () => {
    const folder = folderOf({ 'a.js': plugin(each), 'b.js': plugin(each), 'web.yaml': rolloutText('web') });
    expect(run(folder, 'lint', '--plugin', 'a.js,b.js').stderr).toContain(
      '--plugin b.js: its prefix "own" is already used by other rules; choose another one.',
    );
    expect(run(folder, 'lint', '--plugin', 'a.js', '--plugin', './a.js', '--only', 'own').code).toBe(1);
  });
});

describe('who may load a plugin', () => {
  const marking = (folder: string): string =>
    `require('node:fs').writeFileSync(${JSON.stringify(path.join(folder, 'ran'))}, '');\n${plugin(each)}`;

  it('the user, in a configuration of their own', () => {
    const home = folderOf({
      'rolloutkit/config.yaml': 'plugins: [plugins/own.js]\n',
      'rolloutkit/plugins/own.js': plugin(each),
    });
    const folder = folderOf({ '.git/HEAD': '', 'web.yaml': rolloutText('web') });
    const environment = { XDG_CONFIG_HOME: home };
    const { stdout } = runIn({ folder, environment }, 'lint', '--only', 'own');
    expect(stdout).toContain('Rollout "web" is bad.');
  });

  it('but not what is in the repository, even if that configuration names it', () => {
    const folder = folderOf({ '.git/HEAD': '', 'web.yaml': rolloutText('web') });
    writeFileSync(path.join(folder, 'own.js'), marking(folder));
    const home = folderOf({ 'rolloutkit/config.yaml': `plugins: [${folder}/own.js]\n` });
    const { stderr, code } = runIn({ folder, environment: { XDG_CONFIG_HOME: home } }, 'lint');
    expect(stderr).toBe(
      `${home}/rolloutkit/config.yaml: the plugin ${folder}/own.js: it is in the repository that is linted, so any commit could change what runs; name it with --plugin instead.\n`,
    );
    expect(code).toBe(2);
    expect(() => readFileSync(path.join(folder, 'ran'))).toThrow('ENOENT');
  });

  it.each(['rolloutkit.yaml', '.config/rolloutkit/config.yaml'])('nor a repository: %s', (name) => {
    const folder = folderOf({ '.git/HEAD': '', 'web.yaml': rolloutText('web') });
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, 'own.js'), marking(folder));
    writeFileSync(path.join(folder, name), `plugins: [${folder}/own.js]\n`);
    const { stdout, stderr, code } = runIn(
      { folder, environment: { XDG_CONFIG_HOME: path.join(folder, '.config') } },
      'lint',
    );
    if (name === 'rolloutkit.yaml')
      expect([stderr, code]).toEqual([
        'rolloutkit.yaml:1:1: "plugins" is not read here; a repository cannot load plugins, because their code runs as yours: pass --plugin PATH, or set it in rolloutkit/config.yaml of your own configuration folder.\n',
        2,
      ]);
    else expect(stdout).not.toContain('own/one');
    expect(() => readFileSync(path.join(folder, 'ran'))).toThrow('ENOENT');
  });
});
