import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { folderOf, good, rolloutText, run } from '../support/command.js';
import { onlyPrograms, programCalled, scripts } from '../support/programs.js';

const kustomize = programCalled('kustomize');
const helm = programCalled('helm');
const kubectl = programCalled('kubectl');

interface Report {
  readonly notes: readonly string[];
  readonly failures: readonly string[];
  readonly findings: readonly { readonly message: string }[];
  readonly summary: { readonly rollouts: number };
}

function lint(folder: string, ...args: string[]): Report & { readonly code: number; readonly all: string } {
  const { code, stdout, stderr } = run(folder, 'lint', '--format', 'json', ...args);
  return { ...(JSON.parse(stdout) as Report), code, all: stdout + stderr };
}

const secret = 'SECRET-TOKEN-OUTSIDE';

/** A checkout beside a folder that has a secret. */
function checkout(files: Readonly<Record<string, string | { readonly link: string }>>): string {
  const root = folderOf({
    'outside/secret.yaml': `token: ${secret}\n`,
    'outside/base/kustomization.yaml': 'resources: [object.yaml]\n',
    'outside/base/object.yaml': `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${secret}\n`,
    'repo/.git/HEAD': '',
    ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`repo/${name}`, content])),
  });
  return path.join(root, 'repo');
}

const canary = (folder: string): string => path.join(folder, '../canary');

/** A program of the repository that tells that it ran. */
function evil(folder: string, name: string): void {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\necho PWNED >> ${canary(folder)}\ncat\n`);
  chmodSync(file, 0o755);
}

/** A port of this machine in a process of its own, for ours waits for programs; and what was asked of it. */
async function listening(): Promise<{ readonly url: string; readonly asked: () => string }> {
  const log = path.join(folderOf({ asked: '' }), 'asked');
  const code = `require('node:http').createServer((request, response) => {
    require('node:fs').appendFileSync(${JSON.stringify(log)}, request.url + '\\n');
    response.end('{"apiVersion":"v1","kind":"Service","metadata":{"name":"fetched"}}');
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
  const server = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill());
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${String(port).trim()}/x.yaml`, asked: () => readFileSync(log, 'utf8') };
}

beforeEach(() => {
  vi.stubEnv('XDG_CONFIG_HOME', folderOf({}));
  onTestFinished(() => void vi.unstubAllEnvs());
});

const chart = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'chart/templates/rollout.yaml': rolloutText('web'),
};

const application = (
  name: string,
  source = '',
  namespace = 'shop',
): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: ${JSON.stringify(name)}
spec:
  project: default
  destination:
    namespace: ${JSON.stringify(namespace)}
  source:
    repoURL: https://example.com/x
    path: chart
    helm:
      passCredentials: false
${source}`;

describe.skipIf(helm === undefined)('the real helm', () => {
  it.each([
    ['--post-renderer=./evil.sh', 'shop'],
    ['--output-dir=..', 'shop'],
    ['--kubeconfig=x', 'shop'],
    ['-f=values.yaml', 'shop'],
    ['shop\n--post-renderer=./evil.sh', 'shop'],
    ['Shop', 'shop'],
    ['a'.repeat(54), 'shop'],
    ['shop', '--post-renderer=./evil.sh'],
    ['shop', 'a,b'],
    ['shop', '../x'],
  ])('gets no release "%s" in "%s"', (name, namespace) => {
    const folder = checkout({ ...chart, 'app.yaml': application(name, '', namespace) });
    evil(folder, 'evil.sh');
    evil(path.join(folder, 'chart'), '../evil.sh');
    evil(folder, 'chart/evil.sh');
    const { code, failures } = lint(folder, '--render');
    expect({ code, hasRun: existsSync(canary(folder)) }).toEqual({ code: 4, hasRun: false });
    const line = name === 'shop' ? '8:16' : '4:9';
    expect(failures).toEqual([
      expect.stringMatching(new RegExp(`^app\\.yaml:${line}: ".*" is not a valid `, 's')),
    ]);
    expect(readdirSync(path.join(folder, '..')).sort()).toEqual(['outside', 'repo']);
  });

  it('gets a release as Helm takes one, and a repository that asks for it gets nothing', () => {
    const folder = checkout({
      ...chart,
      'app.yaml': application('shop.web-1'),
      'rolloutkit.yaml': 'render: true\n',
    });
    expect(lint(folder, '--render')).toMatchObject({ code: 0, failures: [], summary: { rollouts: 1 } });
    // What it asks for is not granted, which is said and is no failure.
    const { code, notes } = lint(folder);
    expect(code).toBe(0);
    expect(notes).toContainEqual(expect.stringContaining('--render'));
  });

  it('gets no values from outside, and all from the repository', () => {
    const leak = {
      ...chart,
      'chart/templates/service.yaml':
        'apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ .Values.token | quote }}\n',
      'values/prod.yaml': 'token: inside\n',
    };
    const values = (file: string): string => `      valueFiles:\n        - ${file}\n`;
    for (const file of ['../../outside/secret.yaml', '../link.yaml']) {
      const folder = checkout({
        ...leak,
        'link.yaml': { link: '../outside/secret.yaml' },
        'app.yaml': application('shop', values(file)),
      });
      const { notes, all } = lint(folder, '--render');
      expect(all).not.toContain(secret);
      expect(notes).toContainEqual(
        `app.yaml:15:11: "${file}" leads out of the repository, where only files named on the command line are read.`,
      );
    }
    const legal = checkout({ ...leak, 'app.yaml': application('shop', values('../values/prod.yaml')) });
    const report = lint(path.join(legal, 'chart'), '--render', '.', '../app.yaml');
    expect(report).toMatchObject({ failures: [], notes: [] });

    const config = checkout({ ...leak, 'rolloutkit.yaml': 'helmValues: [../outside/secret.yaml]\n' });
    const refused = lint(config, '--render');
    expect(refused.all).not.toContain(secret);
    expect(refused.failures).toEqual([
      '../outside/secret.yaml: this values file is outside the repository; pass it with --helm-values to use it.',
    ]);
    expect(lint(config, '--helm-values', '../outside/secret.yaml').failures).toEqual([]);
  });

  it('takes a comma in the name of values for no list', () => {
    const folder = checkout({
      ...chart,
      'chart/values-a,../../outside/secret.yaml': 'x: 1\n',
      'chart/values-a,b.yaml': 'x: 1\n',
      'chart/templates/x.yaml':
        'apiVersion: v1\nkind: Service\nmetadata: { name: "{{ .Values.token }}-{{ .Values.x }}" }\n',
    });
    const { failures, all } = lint(folder, '--render', '--only', 'yaml');
    expect(all).not.toContain(secret);
    expect(failures).toEqual([]);
  });

  it('gets no files that links of the chart lead to outside', () => {
    const folder = checkout({
      ...chart,
      'chart/files/secret.txt': { link: '../../../outside/secret.yaml' },
      'chart/outside': { link: '../../outside' },
      'chart/files/shared.txt': { link: '../../shared.txt' },
      'shared.txt': 'shared',
      'chart/templates/x.yaml':
        'apiVersion: v1\nkind: Service\nmetadata:\n  name: "x{{ .Files.Get "files/secret.txt" | b64enc }}y{{ .Files.Get "outside/secret.yaml" }}z{{ .Files.Get "files/shared.txt" }}"\nspec: [\n',
    });
    const { notes, failures } = lint(folder, '--render');
    expect(notes.filter((note) => note.includes('was rendered without it'))).toEqual([
      'chart/files/secret.txt: this symbolic link leads out of the repository, so chart was rendered without it.',
      'chart/outside: this symbolic link leads out of the repository, so chart was rendered without it.',
    ]);
    expect(failures).toHaveLength(1); // Helm could not read what it had written.
    writeFileSync(
      path.join(folder, 'chart/templates/x.yaml'),
      'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata:\n  name: "x{{ .Files.Get "files/secret.txt" | b64enc }}y{{ .Files.Get "outside/secret.yaml" }}z{{ .Files.Get "files/shared.txt" }}"\n',
    );
    expect(run(folder, 'lint', '--render', '--format', 'json').stdout).toContain('xyzshared');
  });

  it('fetches no schema that a schema refers to, in an archive neither', async () => {
    const { url, asked } = await listening();
    const schema = JSON.stringify({ $ref: url });
    const folder = checkout({ ...chart, 'chart/values.schema.json': schema });
    expect(lint(folder, '--render')).toMatchObject({
      failures: [],
      notes: [expect.stringMatching(/^chart\/values\.schema\.json: only a JSON schema without/) as string],
      summary: { rollouts: 1 },
    });
    const files = {
      'sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
      'sub/values.schema.json': schema,
    };
    const archived = checkout({ ...chart, 'chart/values.yaml': 'sub: { a: 1 }\n' });
    mkdirSync(path.join(archived, 'chart/charts'));
    writeFileSync(path.join(archived, 'chart/charts/sub-1.0.0.tgz'), archive(files));
    expect(lint(archived, '--render')).toMatchObject({ failures: [], summary: { rollouts: 1 } });
    expect(asked()).toBe('');
    // What it would do without our care.
    spawnSync(helm ?? '', ['template', 'x', path.join(folder, 'chart')]);
    expect(asked()).toBe('/x.yaml\n');
    spawnSync(helm ?? '', ['template', 'x', path.join(archived, 'chart')]);
    expect(asked()).toBe('/x.yaml\n/x.yaml\n');
  });

  it('judges values by a schema that stands alone', () => {
    const folder = checkout({
      ...chart,
      'chart/values.yaml': 'replicas: many\n',
      'chart/values.schema.json':
        '{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"replicas":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"integer"}}}',
    });
    expect(lint(folder, '--render').failures).toEqual([expect.stringContaining('replicas') as string]);
  });

  it('is ended when it wants more memory than there may be for it', () => {
    const memory = checkout({
      ...chart,
      'chart/templates/x.yaml': 'a: {{ repeat 2000000000 "aaaaaaaa" | len }}\n',
    });
    expect(lint(memory, '--render')).toMatchObject({
      code: 4,
      failures: [expect.stringMatching(/^chart: helm template used more than \d+ MB of memory/) as string],
    });
  });

  it('has no plugins, and no home but its own', () => {
    const home = folderOf({
      'plugins/evil/plugin.yaml': 'name: template\nversion: 1\ncommand: touch $HELM_PLUGIN_DIR/ran\n',
    });
    vi.stubEnv('HELM_PLUGINS', path.join(home, 'plugins'));
    vi.stubEnv('HELM_DEBUG', 'true');
    vi.stubEnv('HELM_NAMESPACE', '--nonsense');
    const folder = checkout(chart);
    expect(lint(folder, '--render')).toMatchObject({ code: 0, failures: [] });
    expect(existsSync(path.join(home, 'plugins/evil/ran'))).toBe(false);
  });
});

/** A tar archive as `helm package` makes it, with the fields that are read of each header. */
function archive(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write('0000644\0', 100);
    header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('00000000000\0        0', 136);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, Buffer.from(text.padEnd(Math.ceil(text.length / 512) * 512, '\0'))];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

describe.skipIf(kustomize === undefined)('the real kustomize', () => {
  const base = {
    'app/rollout.yaml': good,
    'app/service.yaml': 'apiVersion: v1\nkind: Service\nmetadata:\n  name: a\n',
  };

  /** How each field of a kustomization may name an address. */
  const addresses: Readonly<Record<string, (url: string) => Readonly<Record<string, string>>>> =
    Object.fromEntries(
      Object.entries({
        resources: 'resources: [URL]',
        'resources with capitals': 'Resources: [URL]',
        bases: 'bases: [URL]',
        components: 'components: [URL]',
        crds: 'crds: [URL]',
        configurations: 'configurations: [URL]',
        openapi: 'openapi: { path: URL }',
        patches: 'patches: [{ path: URL }]',
        patchesJson6902: 'patchesJson6902: [{ path: URL, target: { kind: Service, name: a, version: v1 } }]',
        patchesStrategicMerge: 'patchesStrategicMerge: [URL]',
        replacements: 'replacements: [{ path: URL }]',
        transformers: 'transformers: [URL]',
        generators: 'generators: [URL]',
        validators: 'validators: [URL]',
        'files of a generator': 'configMapGenerator: [{ name: a, files: ["k=URL"] }]',
        'envs of a generator': 'secretGenerator: [{ name: a, envs: [URL] }]',
        'a binary scalar': 'resources: [!!binary BASE64]',
        'a transformer in place':
          'transformers:\n- |-\n  apiVersion: builtin\n  kind: PatchTransformer\n  metadata: { name: x }\n  path: URL\n  target: { kind: Service }',
        'a transformer in a file': 'transformers: [t.yaml]',
        'a transformer that is patched': 'transformers: [t]',
      }).map(([name, text]) => [
        name,
        (url: string) => ({
          'app/kustomization.yaml': `${text.includes('esources:') ? '' : 'resources: [service.yaml]\n'}${text
            .replaceAll('URL', url)
            .replaceAll('BASE64', Buffer.from(url).toString('base64'))}\n`,
          'app/t.yaml': `apiVersion: builtin\nkind: PatchTransformer\nmetadata: { name: x }\npath: "${url.replace('h', '\\x68')}"\ntarget: { kind: Service }\n`,
          'app/t/kustomization.yaml': `resources: [t.yaml]\npatches:\n- target: { kind: PatchTransformer }\n  patch: '[{ "op": "replace", "path": "/path", "value": "${url}" }]'\n`,
          'app/t/t.yaml':
            'apiVersion: builtin\nkind: PatchTransformer\nmetadata: { name: x }\npath: x.yaml\ntarget: { kind: Service }\n',
        }),
      ]),
    );

  it('fetches nothing, whatever names an address', { timeout: 120_000 }, async () => {
    const { url, asked } = await listening();
    const fetched: string[] = [];
    let before = 0;
    for (const [name, files] of Object.entries(addresses)) {
      const folder = checkout({ ...base, ...files(url) });
      const report = lint(folder, '--render', '--only', 'yaml');
      expect(asked(), name).toHaveLength(before);
      expect([...report.notes, ...report.failures].join('\n'), name).toMatch(
        /app\/(kustomization|t|t\/kustomization)\.yaml:\d+:\d+: /,
      );
      spawnSync(kustomize ?? '', ['build', path.join(folder, 'app')]);
      if (asked().length > before) fetched.push(name);
      before = asked().length;
    }
    // What kustomize does with them by itself. Components are folders, so theirs it leaves to git.
    expect(Object.keys(addresses).filter((name) => !fetched.includes(name))).toEqual(['components']);
  });

  it('fetches what the command line allows', async () => {
    const { url, asked } = await listening();
    const folder = checkout({ ...base, 'app/kustomization.yaml': `resources: [rollout.yaml, "${url}"]\n` });
    const { notes } = lint(folder, '--render');
    expect(notes[0]).toBe(
      `app/kustomization.yaml:1:27: "${url}" is not fetched, because a repository cannot enable that itself; pass --allow-remote-bases.`,
    );
    expect(lint(folder, '--render', '--allow-remote-bases')).toMatchObject({
      notes: [expect.stringMatching(/^app\/service\.yaml: not checked, /)],
      failures: [],
    });
    expect(asked()).toBe('/x.yaml\n');
  });

  it.each([
    ['a remote base', 'https://example.com/org/repo?ref=v1', 'is not fetched, '],
    ['a file that is not found', 'gone.yaml', 'is not found.'],
  ])('builds all else where an entry is %s, and takes no object for missing', (_, entry, why) => {
    const kustomization = (op: string, path: string): string =>
      JSON.stringify({
        resources: ['rollout.yaml', entry],
        patches: [{ target: { kind: 'Rollout' }, patch: JSON.stringify([{ op, path, value: 7 }]) }],
      });
    const folder = checkout({
      'app/rollout.yaml': rolloutText('web', 'canaryService: absent'),
      'app/kustomization.yaml': kustomization('add', '/spec/replica'),
    });
    const { findings, failures, notes } = lint(folder, '--render');
    expect(notes[0]).toContain(`"${entry}" ${why}`);
    expect(failures).toEqual([
      'app: rendered without what is not read, so the objects that this adds are not checked.',
    ]);
    const messages = findings.map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining('"replica"'));
    // The Service may be what is not read.
    expect(messages.filter((message) => message.includes('"absent"'))).toEqual([]);
    writeFileSync(path.join(folder, 'app/kustomization.yaml'), kustomization('remove', '/spec/nothing'));
    expect(lint(folder, '--render').failures).toEqual([
      expect.stringMatching(
        /^app: not rendered; its files are read as they are\. app\/kustomization\.yaml:\d+:\d+: "/,
      ),
    ]);
  });

  it('builds nothing where a component is not fetched, which changes the other objects', () => {
    const folder = checkout({
      ...base,
      'app/kustomization.yaml':
        'resources: [rollout.yaml]\ncomponents: ["https://example.com/org/repo?ref=v1"]\n',
    });
    expect(lint(folder, '--render').failures).toEqual([
      expect.stringMatching(
        /^app: not rendered; its files are read as they are\. app\/kustomization\.yaml:\d+:\d+: "/,
      ),
    ]);
  });

  it('starts no git, by whatever an address looks like', () => {
    const git = folderOf({});
    onlyPrograms(scripts(git, { git: `echo "$@" >> ${git}/asked` }), path.dirname(kustomize ?? ''));
    const texts = [
      'https://github.com/org/repo?ref=main',
      'github.com/org/repo',
      'git::https://example.com/org/repo',
      'git@example.com:org/repo.git',
      'x@example.com:org/repo',
      'ssh://git@example.com/org/repo',
      'file:///tmp/repo.git//x',
      'HTTPS://example.com/org/repo.git',
      'https://example.com/org/repo?ref=--upload-pack=touch%20x',
      'https://example.com/org/repo\n',
    ];
    for (const text of texts) {
      const folder = checkout({ ...base, 'app/kustomization.yaml': JSON.stringify({ resources: [text] }) });
      expect(lint(folder, '--render', '--only', 'yaml').notes[0], text).toContain('--allow-remote-bases');
    }
    expect(existsSync(path.join(git, 'asked'))).toBe(false);
    const folder = checkout({ ...base, 'app/kustomization.yaml': JSON.stringify({ resources: [texts[8]] }) });
    expect(lint(folder, '--render', '--allow-remote-bases', '--only', 'yaml').failures[0]).toContain(
      'git would read as an option',
    );
    expect(existsSync(path.join(git, 'asked'))).toBe(false);
    spawnSync(kustomize ?? '', ['build', path.join(folder, 'app')], { env: process.env });
    expect(readFileSync(path.join(git, 'asked'), 'utf8')).toContain('--upload-pack=touch x');
  });

  it.each<[string, Parameters<typeof checkout>[0]]>([
    ['app/kustomization.yaml:1:13', { 'app/kustomization.yaml': 'resources: [../../outside/base]\n' }],
    [
      'app/kustomization.yaml:1:13',
      { 'app/kustomization.yaml': 'resources: [base]\n', 'app/base': { link: '../../outside/base' } },
    ],
    [
      'app/kustomization.yaml:1:13',
      {
        'app/kustomization.yaml': 'resources: [a.yaml]\n',
        'app/a.yaml': { link: '../../outside/base/object.yaml' },
      },
    ],
    [
      'base/kustomization.yaml:2:5',
      {
        'app/kustomization.yaml': 'resources: [../base]\n',
        'base/kustomization.yaml': 'Resources:\n  - "\\x2e./../outside/base"\n',
      },
    ],
    [
      'app/kustomization.yaml:1:41',
      {
        'app/kustomization.yaml': 'configMapGenerator: [{ name: a, files: [s.yaml] }]\n',
        'app/s.yaml': { link: '../../outside/secret.yaml' },
      },
    ],
    [
      'app/kustomization.yaml:1:31',
      { 'app/kustomization.yaml': 'secretGenerator: [{ name: a, envs: [../../outside/secret.yaml] }]\n' },
    ],
    [
      'app/kustomization.yaml:1:17',
      { 'app/kustomization.yaml': 'openapi: { path: ../../outside/secret.yaml }\n' },
    ],
  ])('reads nothing outside: %s', (place, files) => {
    const folder = checkout({ ...base, ...files });
    const { notes, failures, all } = lint(folder, '--render');
    expect(all).not.toContain(secret);
    const [file, line] = place.split(':');
    expect([...notes, ...failures].join('\n')).toMatch(
      new RegExp(`${file ?? ''}:${line ?? ''}:\\d+: .* leads out of the repository`),
    );
  });

  it('builds what is in one repository, by links and from any folder', () => {
    const folder = checkout({
      'shared/base/kustomization.yaml':
        'resources: [rollout.yaml]\nconfigMapGenerator: [{ name: a, files: [link.txt] }]\n',
      'shared/base/rollout.yaml': good,
      'shared/base/link.txt': { link: 'real.txt' },
      'shared/base/real.txt': 'text',
      'apps/prod/base': { link: '../../shared/base' },
      'apps/prod/kustomization.yaml':
        'resources: [base]\ntransformers:\n- |-\n  apiVersion: builtin\n  kind: PatchTransformer\n  metadata: { name: x }\n  path: patch.yaml\npatches: [{ path: ./patch.yaml }]\n',
      'apps/prod/patch.yaml':
        'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata:\n  name: good\nspec:\n  replicas: 3\n',
    });
    const report = lint(path.join(folder, 'apps'), '--render');
    expect(report).toMatchObject({
      code: 0,
      failures: [],
      notes: [
        'prod/base: a symbolic link to a folder is not followed; give the folder as a path to lint it.',
      ],
      summary: { rollouts: 1 },
    });
  });
});

describe.skipIf(kubectl === undefined)('the real kubectl', () => {
  it.each([
    ['stableService: "--kubeconfig=./evil"'],
    ['stableService: "web --kubeconfig=./evil"'],
    ['stableService: "web/--kubeconfig=./evil"'],
  ])('gets no option from %s', (canaryText) => {
    const folder = checkout({
      'rollout.yaml': rolloutText('web', canaryText).replace(
        '  name: web\n',
        '  name: web\n  namespace: shop\n',
      ),
    });
    const config = (command: string, port: number): string => `apiVersion: v1
kind: Config
contexts: [{ name: prod, context: { cluster: c, user: u } }]
clusters: [{ name: c, cluster: { server: "https://127.0.0.1:${port}", insecure-skip-tls-verify: true } }]
users:
  - name: u
    user: { exec: { apiVersion: client.authentication.k8s.io/v1, command: sh, args: ["-c", "${command}"], interactiveMode: Never } }
`;
    writeFileSync(path.join(folder, 'evil'), config(`echo PWNED >> ${canary(folder)}; exit 1`, 9));
    const own = folderOf({ kubeconfig: config('exit 1', 9) });
    vi.stubEnv('KUBECONFIG', path.join(own, 'kubeconfig'));
    const { findings } = lint(folder, '--context', 'prod', '--only', 'rollout/services-exist');
    expect(findings).toHaveLength(1);
    expect(existsSync(canary(folder))).toBe(false);
    spawnSync(
      kubectl ?? '',
      ['--context', 'prod', 'get', 'service', '--namespace', 'shop', '--kubeconfig=./evil'],
      { cwd: folder },
    );
    expect(existsSync(canary(folder))).toBe(true);
  });
});

describe('a program of the checkout', () => {
  it('is not started, though npx and npm put it in front of the PATH', () => {
    const folder = checkout({
      'app/kustomization.yaml': 'resources: [rollout.yaml]\n',
      'app/rollout.yaml': good,
    });
    for (const place of ['node_modules/.bin', 'bin']) {
      const own = folderOf({});
      const theirs = path.join(folder, place);
      mkdirSync(theirs, { recursive: true });
      evil(theirs, 'kustomize');
      evil(theirs, 'kubectl');
      vi.stubEnv(
        'PATH',
        [
          theirs,
          'bin',
          '',
          scripts(own, { kustomize: `touch ${own}/used; cat ${folder}/app/rollout.yaml` }),
          '/bin',
        ].join(':'),
      );
      const { code } = lint(folder, '--render');
      expect({ code, isOwn: existsSync(path.join(own, 'used')) }).toEqual({ code: 0, isOwn: true });
      expect(existsSync(path.join(theirs, '../canary')) || existsSync(path.join(folder, 'canary'))).toBe(
        false,
      );
    }
  });
});

it('git is none of the checkout either', () => {
  const folder = checkout({ 'node_modules/.bin/x': '', 'a.yaml': good });
  evil(path.join(folder, 'node_modules/.bin'), 'git');
  vi.stubEnv('PATH', `${path.join(folder, 'node_modules/.bin')}:/usr/bin:/bin`);
  run(folder, 'lint', '--changed');
  expect(existsSync(path.join(folder, 'node_modules/canary'))).toBe(false);
});

describe.skipIf(process.platform === 'win32')('what a program leaves behind', () => {
  const app = { 'app/kustomization.yaml': 'resources: [rollout.yaml]\n', 'app/rollout.yaml': good };

  it('is no output without end', () => {
    const folder = checkout(app);
    onlyPrograms(scripts(folderOf({}), { kustomize: 'cat /dev/zero' }));
    expect(lint(folder, '--render')).toMatchObject({
      code: 4,
      failures: [expect.stringMatching(/^app: kustomize build printed more than 64 MB/) as string],
    });
  });

  it('is ended with it', async () => {
    const folder = checkout(app);
    const own = folderOf({});
    onlyPrograms(scripts(own, { kustomize: `(sleep 3; touch ${own}/survived) & sleep 30` }));
    expect(lint(folder, '--render', '--render-timeout', '1').failures).toHaveLength(1);
    onlyPrograms(
      scripts(own, {
        kustomize: `(sleep 3; touch ${own}/survived) > /dev/null 2>&1 & cat ${folder}/app/rollout.yaml`,
      }),
    );
    expect(lint(folder, '--render').failures).toHaveLength(0);
    await new Promise((resolve) => setTimeout(resolve, 3500));
    expect(existsSync(path.join(own, 'survived'))).toBe(false);
  });

  const cli = path.join(__dirname, '../../dist/cli.js');

  it.skipIf(!existsSync(cli)).each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'goes with us at %s, and so do temporary files',
    { timeout: 30_000 },
    async (signal) => {
      const folder = checkout(app);
      const own = folderOf({ 'tmp/x': '' });
      const bin = scripts(own, { kustomize: `touch ${own}/started; sleep 2; touch ${own}/survived` });
      const child = spawn(
        process.execPath,
        [path.join(__dirname, '../../bin/rolloutkit.js'), 'lint', '--render', '.'],
        {
          cwd: folder,
          env: { ...process.env, PATH: `${bin}:/bin:/usr/bin`, TMPDIR: path.join(own, 'tmp') },
          stdio: 'ignore',
        },
      );
      while (!existsSync(path.join(own, 'started'))) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(readdirSync(path.join(own, 'tmp'))).toHaveLength(2);
      child.kill(signal);
      await once(child, 'exit');
      await new Promise((resolve) => setTimeout(resolve, 2500));
      expect(readdirSync(path.join(own, 'tmp'))).toEqual(['x']);
      expect(existsSync(path.join(own, 'survived'))).toBe(false);
    },
  );
});

describe('the output of cdk8s', () => {
  it.each(['/', '../outside', 'link'])('is not read from %s', (output) => {
    const folder = checkout({
      'cdk8s.yaml': `app: node main.js\noutput: ${output}\n`,
      link: { link: '../outside' },
      'a.yaml': good,
    });
    const started = performance.now();
    const { notes, all } = lint(folder, '--render');
    expect(performance.now() - started).toBeLessThan(5000);
    expect(all).not.toContain(secret);
    expect(notes).toContainEqual(
      `cdk8s.yaml:2:9: "${output}" leads out of the repository, where only files named on the command line are read.`,
    );
  });
});
