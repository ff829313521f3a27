// Builds kubeconform with Go, and generates schemas from upstream's definitions in a folder outside of the repository:
// the same structure that we check. Nothing of it is kept.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';

/** @typedef {Record<string, any>} Json */

const program = 'github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0';
const kubernetes = 'k8s.io/kubernetes@v1.33.0';
/** The files of modules that contain definitions of custom resources. */
const definitions = {
  'github.com/argoproj/argo-rollouts@v1.8.3': [
    'manifests/crds/rollout-crd.yaml',
    'manifests/crds/analysis-template-crd.yaml',
    'manifests/crds/cluster-analysis-template-crd.yaml',
    'manifests/crds/experiment-crd.yaml',
  ],
  'github.com/argoproj/argo-cd/v3@v3.1.0': [
    'manifests/crds/application-crd.yaml',
    'manifests/crds/applicationset-crd.yaml',
    'manifests/crds/appproject-crd.yaml',
  ],
  'istio.io/api@v1.26.0': ['kubernetes/customresourcedefinitions.gen.yaml'],
  'sigs.k8s.io/gateway-api@v1.3.0': [
    'config/crd/standard/gateway.networking.k8s.io_gateways.yaml',
    'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml',
    'config/crd/standard/gateway.networking.k8s.io_grpcroutes.yaml',
  ],
};

/** @param {string[]} args @param {Record<string, string>} [env] */
const go = (args, env = {}) =>
  execFileSync('go', args, {
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...process.env, GOFLAGS: '-trimpath', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** The local folder of a module. @param {string} module @returns {string} */
const moduleAt = (module) => JSON.parse(go(['mod', 'download', '-json', module])).Dir;

/** A schema with all definitions that it refers to. @param {string} name @param {Json} all */
function closed(name, all) {
  /** @type {Json} */
  const needed = {};
  const names = [name];
  for (let next = names.pop(); next !== undefined; next = names.pop()) {
    if (needed[next]) continue;
    needed[next] = all[next];
    for (const [, found = ''] of JSON.stringify(all[next]).matchAll(/"#\/definitions\/([^"]+)"/g))
      names.push(found);
  }
  return { $ref: `#/definitions/${name}`, definitions: needed };
}

/** @param {string} folder */
function writeSchemas(folder) {
  mkdirSync(folder, { recursive: true });
  /** @param {string} group @param {string} version @param {string} kind @param {Json} schema */
  const write = (group, version, kind, schema) => {
    // Without a group, it uses the version in its place.
    writeFileSync(
      join(folder, `${group || version}_${version}_${kind.toLowerCase()}.json`),
      JSON.stringify(schema),
    );
  };
  const openApi = readFileSync(join(moduleAt(kubernetes), 'api/openapi-spec/swagger.json'), 'utf8');
  /** @type {Json} */
  const all = JSON.parse(openApi).definitions;
  // In JSON schemas, a type that accepts a number or a string is two types.
  const either = { oneOf: [{ type: 'string' }, { type: 'number' }] };
  for (const name of Object.keys(all)) if (/\.(?:IntOrString|Quantity)$/.test(name)) all[name] = either;
  for (const [name, schema] of Object.entries(all))
    for (const { group, version, kind } of schema['x-kubernetes-group-version-kind'] ?? [])
      if (schema.properties?.spec ?? schema.properties?.metadata)
        write(group, version, kind, closed(name, all));
  for (const [module, files] of Object.entries(definitions))
    for (const file of files)
      for (const definition of loadAll(readFileSync(join(moduleAt(module), file), 'utf8'))) {
        const { group, names, versions } = /** @type {Json} */ (definition)?.spec ?? { versions: [] };
        for (const { name, schema } of versions) write(group, name, names.kind, schema.openAPIV3Schema);
      }
}

/**
 * Builds kubeconform and its schemas. Returns a function that runs it on a folder and returns milliseconds and peak
 * memory.
 * @param {string} folder outside of the repository
 */
export function prepareKubeconform(folder) {
  const schemas = join(folder, 'schemas');
  writeSchemas(schemas);
  go(['install', program], { GOBIN: folder });
  const args = [
    ...['-n', String(availableParallelism())],
    ...['-schema-location', `${schemas}/{{.Group}}_{{.ResourceAPIVersion}}_{{.ResourceKind}}.json`],
    // No schema is published for the first, and those of KEDA and the operator of Prometheus are not taken: it checks less.
    ...['-skip', 'Kustomization,ScaledObject,ServiceMonitor,PodMonitor'],
    '-summary',
  ];
  /** @param {string} path */
  return async (path) => {
    const start = performance.now();
    const child = spawn(join(folder, 'kubeconform'), [...args, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let [output, megabytes] = ['', 0];
    child.stdout.on('data', (chunk) => (output += chunk));
    const watch = setInterval(() => (megabytes = peakOf(child.pid) ?? megabytes), 20);
    await once(child, 'close');
    clearInterval(watch);
    const ms = performance.now() - start;
    const [, valid, errors] = /Valid: (\d+), Invalid: 0, Errors: (\d+)/.exec(output) ?? [];
    if (!Number(valid) || errors !== '0')
      throw new Error(`It validated something else: ${output.slice(-500)}`);
    return { ms, megabytes };
  };
}

/** The peak memory of a process, on Linux. @param {number | undefined} id */
function peakOf(id) {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
