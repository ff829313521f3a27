// Writes services with `new` that cover each pair of its options, and checks them with lint, simulate and drift, helm,
// kustomize and the compiler, kube-linter, kube-score and kubeconform.
//   npm run scaffolds [-- --seed 1 --every 1 --from 0 --style cdk8s --kubeconform]
// With --every 2 --from 1 it takes the second of each two services.
// Needs a build. Takes programs from the PATH or from variables such as KUBE_LINTER; skips a missing one with a note.
// Builds kubeconform with Go.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSync } from 'esbuild';
import { loadAll, dump } from 'js-yaml';
import { prepareKubeconform } from './kubeconform.mjs';
import { besideItself, imported } from './modules.mjs';

const { values: options } = parseArgs({
  options: {
    kubeconform: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    style: { type: 'string' },
  },
});
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-scaffolds-'));

/** @typedef {Record<string, any>} Json */

/** @type {typeof import('../test/support/scaffold-cases.js')} */
const { scaffoldCases } = await imported('test/support/scaffold-cases.ts');
/** @type {typeof import('../src/write/scaffold/new-service.js')} */
const { newService, objectionsToService } = await imported('src/write/scaffold/new-service.ts', {
  define: besideItself('src/write/scaffold/new-service.ts'),
});
/** @type {typeof import('../src/write/scaffold/objections.js')} */
const { objectionsTo } = await imported('src/write/scaffold/objections.ts', {
  define: besideItself('src/write/scaffold/objections.ts'),
});

/** @type {string[]} */
const complaints = [];
/** @type {Map<string, number>} */
const judged = new Map();
/** @param {string} judge */
const count = (judge) => judged.set(judge, (judged.get(judge) ?? 0) + 1);

/** @param {string} name @returns {string | undefined} */
function program(name) {
  const given = process.env[name.toUpperCase().replaceAll('-', '_')];
  if (given && existsSync(given)) return given;
  for (const at of (process.env['PATH'] ?? '').split(delimiter)) {
    const { status } = spawnSync(join(at, name), ['--help'], { stdio: 'ignore' });
    if (status !== null) return join(at, name);
  }
  console.log(`There is no ${name} here: what it judges is left out.`);
  return undefined;
}
const programs = {
  helm: program('helm'),
  kustomize: program('kustomize'),
  linter: program('kube-linter'),
  score: program('kube-score'),
};

/** @param {string} at @param {string} command @param {string[]} args */
function run(at, command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: at, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** @param {string} at @param {readonly { path: string, text: string }[]} files */
function write(at, files) {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), text);
  }
}

/** The objects of a service in a cluster, as texts. @param {string} at @param {string} style @param {any} service @param {any} written */
function rendered(at, style, { name, namespace, environments }, written) {
  if (style === 'helm' && programs.helm) {
    const linted = run(at, programs.helm, 'lint', '--strict', name);
    count('helm lint');
    if (linted.status !== 0) complaints.push(`helm lint: ${linted.stdout}${linted.stderr}`);
    return (environments ?? [undefined]).map((/** @type {string | undefined} */ environment) => {
      const values = environment === undefined ? [] : ['--values', join(name, `values-${environment}.yaml`)];
      const made = run(at, programs.helm ?? '', 'template', name, name, '--namespace', namespace, ...values);
      count('helm template');
      if (made.status !== 0) complaints.push(`helm template: ${made.stderr}`);
      return made.stdout;
    });
  }
  if (style === 'kustomize' && programs.kustomize)
    return (environments ?? ['staging', 'production']).map((/** @type {string} */ overlay) => {
      const made = run(at, programs.kustomize ?? '', 'build', `${name}/overlays/${overlay}`);
      count('kustomize build');
      if (made.status !== 0) complaints.push(`kustomize build: ${made.stderr}`);
      return made.stdout;
    });
  if (style === 'cdk8s') return synthesized(at, name, environments ?? [undefined]);
  const [last] = written.deployments.slice(-1);
  return [
    last.files
      .filter((/** @type {{ path: string }} */ { path }) => path.endsWith('.yaml'))
      .map((/** @type {{ text: string }} */ { text }) => text)
      .join('---\n'),
  ];
}

/** What cdk8s writes for each environment. @param {string} at @param {string} name @param {(string | undefined)[]} environments */
function synthesized(at, name, environments) {
  mkdirSync(join(at, 'node_modules'));
  for (const module of ['cdk8s', 'constructs'])
    symlinkSync(join(root, 'node_modules', module), join(at, 'node_modules', module));
  symlinkSync(root, join(at, 'node_modules/rolloutkit'));
  const sources = readdirSync(join(at, 'src'), { recursive: true, encoding: 'utf8' });
  const entryPoints = sources.filter((file) => file.endsWith('.ts')).map((file) => join(at, 'src', file));
  buildSync({ entryPoints, outdir: join(at, 'made'), platform: 'node', logLevel: 'silent' });
  const made = run(at, process.execPath, 'made/main.js');
  count('cdk8s');
  if (made.status !== 0) complaints.push(`cdk8s: ${made.stderr}`);
  return environments.map((environment) => {
    const chart = join(at, 'dist', environment === undefined ? name : `${name}-${environment}`);
    const files = existsSync(chart) ? readdirSync(chart) : [];
    return files.map((file) => readFileSync(join(chart, file), 'utf8')).join('---\n');
  });
}

/** What lint and simulate have against what a program built. @param {any} service @param {string} text */
function objectionsToBuilt({ gateway, router, namespace }, text) {
  const [name, folder] = (gateway ?? '').split('/').reverse();
  const group = router === 'gateway' ? 'gateway.networking.k8s.io' : 'networking.istio.io';
  const assumed = gateway ? [{ group, kind: 'Gateway', name, namespace: folder ?? namespace }] : [];
  const source = { path: '/built/all.yaml', name: 'all.yaml', read: () => text };
  count('lint and simulate of what was built');
  return objectionsTo([source], assumed);
}

/** Converts a Rollout to the corresponding Deployment, because no other linter knows Rollouts. @param {Json} object */
function asKnown(object) {
  if (object['kind'] !== 'Rollout') return object;
  const { selector, template, replicas } = object['spec'];
  return { ...object, apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas, selector, template } };
}

/** @param {Json} object */
function withTarget(object) {
  if (!['HorizontalPodAutoscaler', 'ScaledObject'].includes(object['kind'])) return object;
  const { name } = object['spec'].scaleTargetRef;
  return {
    ...object,
    spec: { ...object['spec'], scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name } },
  };
}

/** @param {string} name @param {string} file @param {boolean} hasPolicy */
function judge(name, file, hasPolicy) {
  if (programs.linter) {
    const { status, stdout, stderr } = run(
      folder,
      programs.linter,
      'lint',
      '--fail-if-no-objects-found',
      file,
    );
    count('kube-linter');
    if (status !== 0) complaints.push(`${name}: kube-linter: ${stdout}${stderr}`);
  }
  if (programs.score) {
    const { stdout, stderr } = run(folder, programs.score, 'score', '--output-format', 'ci', file);
    count('kube-score');
    const critical = stdout.split('\n').filter((line) => line.startsWith('[CRITICAL]'));
    // Excludes a NetworkPolicy that was not requested, the action of an ALB's canary, which is not a port of a Service,
    // and the policy "Always", which a tag that names a build does not need.
    const isAction = (/** @type {string} */ line) =>
      line.includes('No service match was found') && readFileSync(file, 'utf8').includes('use-annotation');
    const left = critical.filter(
      (line) =>
        !isAction(line) &&
        !line.includes('ImagePullPolicy is not set to Always') &&
        (hasPolicy || !line.includes('NetworkPolicy')),
    );
    if (left.length > 0 || !stdout.includes('[OK]'))
      complaints.push(`${name}: kube-score: ${left.join('\n  ')}${stderr}`);
  }
}

/** Checks the checkers: one that accepts a pod with nothing but an image does not work. */
function judgeTheJudges() {
  const file = join(folder, 'bare.yaml');
  const metadata = { name: 'bare', labels: { app: 'bare' } };
  const template = { metadata, spec: { containers: [{ name: 'bare', image: 'bare:latest' }] } };
  const spec = { selector: { matchLabels: metadata.labels }, template };
  writeFileSync(file, dump({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec }));
  const before = complaints.length;
  judge('bare', file, true);
  const [expected, found] = [
    [programs.linter, programs.score].filter(Boolean).length,
    complaints.length - before,
  ];
  complaints.splice(before);
  judged.clear();
  if (found !== expected)
    complaints.push(`${found} of ${expected} linters have something against a bare pod.`);
}

try {
  judgeTheJudges();
  const project = { isModule: true, usesJest: false, has: undefined };
  const [every, from] = [Number(options.every), Number(options.from)];
  const cases = scaffoldCases(Number(options.seed))
    .filter((_, index) => index % every === from)
    .filter(({ style }) => options.style === undefined || style === options.style);
  const all = join(folder, 'objects');
  mkdirSync(all);
  for (const [index, { style, service }] of cases.entries()) {
    const name = `${index} ${style} ${service.router} ${service.strategy}`;
    const written = newService(service, { style, project, version: '0.0.0' });
    for (const objection of objectionsToService(service, written)) complaints.push(`${name}: ${objection}`);
    count('lint, simulate and drift');
    const at = join(folder, String(index));
    write(at, written.files);
    for (const [part, text] of rendered(at, style, service, written).entries()) {
      // All that is deployed of plain files is what new has checked itself.
      for (const objection of style !== 'yaml' ? objectionsToBuilt(service, text) : [])
        complaints.push(`${name}: built: ${objection}`);
      const objects = /** @type {Json[]} */ (loadAll(text).filter(Boolean));
      if (!objects.some(({ kind }) => kind === 'Rollout')) complaints.push(`${name}: there is no Rollout.`);
      writeFileSync(join(all, `${index}-${part}.yaml`), objects.map((one) => dump(one)).join('---\n'));
      const file = join(folder, `${index}-${part}.yaml`);
      writeFileSync(file, objects.map((one) => dump(withTarget(asKnown(one)))).join('---\n'));
      judge(name, file, service.hasNetworkPolicy !== false);
    }
  }
  const typed = cases.flatMap(({ style }, index) => (style === 'cdk8s' ? [String(index)] : []));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...{ target: 'es2023', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true },
        types: [],
        paths: {
          'rolloutkit/*': [join(root, 'dist/*/index.d.ts')],
        },
      },
      include: typed.flatMap((index) => [`${index}/src/**/*.ts`, `${index}/test/**/*.ts`]),
    }),
  );
  const compiled = run(folder, process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', folder);
  if (typed.length > 0) judged.set('tsc', typed.length);
  if (compiled.status !== 0) complaints.push(`tsc: ${compiled.stdout}`);
  if (options.kubeconform) {
    const kubeconform = await prepareKubeconform(join(folder, 'kubeconform'));
    await kubeconform(all);
    judged.set('kubeconform', readdirSync(all).length);
  }
  for (const complaint of complaints) console.log(complaint);
  for (const [by, times] of judged) console.log(`${String(times).padStart(5)}  ${by}`);
  console.log(`${cases.length} services, ${complaints.length} complaints`);
  process.exitCode = complaints.length > 0 || cases.length === 0 ? 1 : 0;
} finally {
  if (process.exitCode !== 1) rmSync(folder, { recursive: true, force: true });
  else console.log(`What was written is in ${folder}.`);
}
