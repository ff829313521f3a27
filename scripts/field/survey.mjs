// Derives the properties of repositories in the field corpus from their files.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ repository: string, commit: string, files: number, tags: string[], rollouts: string[] }} Repository */
/** @typedef {Pick<Repository, 'files' | 'tags' | 'rollouts'>} Survey */

/** Larger files are generated. */
const largestManifest = 2_000_000;
const largeRepository = 2000;

const rollout = [/^kind: *["']?Rollout["']? *(#.*)?$/m, /^apiVersion:.*argoproj\.io/m];
const application = /^\s*kind: *["']?Application(Set)?["']?\s*$/m;
const albIngress = /alb\.ingress\.kubernetes\.io\/|ingressClassName: *["']?alb\b/;

/**
 * The routers below each `trafficRouting:`, in a manifest, a patch, a template or the values of a chart.
 * @param {string} text
 */
function routersIn(text) {
  /** @type {Set<string>} */
  const routers = new Set();
  /** @type {{ indent: number, child?: number } | undefined} */
  let routing;
  for (const line of text.split('\n')) {
    const indent = line.search(/\S/);
    if (indent < 0 || /^\s*(#|\{\{)/.test(line)) continue;
    if (routing && indent <= routing.indent) routing = undefined;
    if (/^\s*(- )?trafficRouting:\s*(#.*)?$/.test(line)) routing = { indent };
    else if (routing) {
      routing.child ??= indent;
      const name = /^["']?([\w/-]+)["']?:/.exec(line.trim())?.[1] ?? '';
      if (indent === routing.child && ['istio', 'alb', 'nginx'].includes(name)) routers.add(name);
      if (name === 'argoproj-labs/gatewayAPI') routers.add('gateway');
    }
  }
  return routers;
}

/** @param {string} folder @returns {Generator<string>} */
function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === '.git') continue;
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(file);
    else if (entry.isFile()) yield file;
  }
}

/** @param {string} folder @returns {Survey} */
export function survey(folder) {
  /** @type {Set<string>} */
  const tags = new Set();
  const rollouts = [];
  const files = [...filesIn(folder)];
  for (const file of files) {
    if (!/\.(ya?ml|tpl)$/.test(file) || statSync(file).size > largestManifest) continue;
    const text = readFileSync(file, 'utf8');
    for (const router of routersIn(text)) tags.add(router);
    if (albIngress.test(text)) tags.add('alb-ingress');
    const documents = text.split(/^---.*$/m);
    if (documents.some((document) => rollout.every((line) => line.test(document)))) rollouts.push(file);
    for (const document of documents.filter((document) => application.test(document)))
      tags.add(/^\s*ignoreDifferences:/m.test(document) ? 'argocd-ignore' : 'argocd');
  }
  const named = (/** @type {RegExp} */ name) =>
    new Set(files.filter((file) => name.test(path.basename(file))).map((file) => path.dirname(file)));
  const kustomizations = named(/^kustomization(\.ya?ml)?$/i);
  const charts = named(/^Chart\.yaml$/);
  if (rollouts.some((file) => kustomizations.has(path.dirname(file)))) tags.add('kustomize');
  if (rollouts.some((file) => [...charts].some((chart) => file.startsWith(`${chart}${path.sep}`))))
    tags.add('helm');
  if (files.length > largeRepository) tags.add('large');
  return {
    files: files.length,
    tags: [...tags].sort(),
    rollouts: rollouts.map((file) => path.relative(folder, file)).sort(),
  };
}
