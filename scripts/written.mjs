// Generated files of the package and the site about all rules, which are not in Git: schema/config.json, with which
// editors complete the names of rules, and docs/rules/README.md, which lists them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { imported } from './modules.mjs';

/** @typedef {{ name: string, description: string, severity: string }} Meta */

/**
 * The subjects of the areas: an area is the part of a rule's name before the slash.
 * @type {Readonly<Record<string, string>>}
 */
const areas = {
  alb: 'Ingresses of the AWS Load Balancer Controller',
  analysis: 'metrics of analyses: conditions, counts and queries',
  argocd: 'how Argo CD compares and syncs the fields that the controller writes',
  config: 'ConfigMaps and Secrets whose changes bypass the canary',
  gateway: 'routes of the Gateway API that the plugin `argoproj-labs/gatewayAPI` writes',
  istio: 'VirtualServices, DestinationRules, Gateways',
  k8s: 'objects around a Rollout: HPAs, disruption budgets, Ingresses, ConfigMaps; duplicate objects',
  kustomize: 'kustomizations that do not do what they say',
  nginx: 'Ingresses of ingress-nginx',
  pods: 'volumes, variables and ports of pod templates',
  rollout: 'the Rollout: its Services, pods, workload and analyses',
  schema: 'unknown fields, missing fields and invalid values',
  steps: 'the steps of a canary',
  yaml: 'files that cannot be read, and comments that suppress rules',
};

/** The list of rules. */
export const ruleListFile = 'docs/rules/README.md';

/** Writes both. @param {string} [root] of the project */
export async function writeLists(root = join(import.meta.dirname, '..')) {
  const { configSchema, configSchemaFile, problemRules, rules } = await imported([
    'src/repository/config/schema.ts',
    'src/rules/index.ts',
    'src/yaml/parse/problems.ts',
  ]);
  const all = sorted([...rules.map((/** @type {{ meta: Meta }} */ { meta }) => meta), ...problemRules]);
  writeFileSync(
    join(root, configSchemaFile),
    `${JSON.stringify(configSchema(namedRules(all)), undefined, 2)}\n`,
  );
  writeFileSync(join(root, ruleListFile), listOf(all));
}

/** The rules and areas that editors complete. @param {readonly Meta[]} all */
export function namedRules(all) {
  return [
    ...sorted(all).map(({ name, description }) => ({ name, description })),
    ...Object.entries(areas).map(([name, about]) => ({ name, description: `All rules about ${about}.` })),
  ];
}

/** The areas with their rules. @template {Meta} T @param {readonly T[]} all */
export function byArea(all) {
  const areaOf = (/** @type {Meta} */ { name }) => name.slice(0, name.indexOf('/'));
  return [...new Set(sorted(all).map(areaOf))].map((area) => {
    const about = areas[area];
    if (about === undefined)
      throw new Error(`scripts/written.mjs does not say what the area ${area} is about.`);
    return { area, about, metas: sorted(all).filter((meta) => areaOf(meta) === area) };
  });
}

/** @param {readonly Meta[]} all */
function listOf(all) {
  const sections = byArea(all).map(({ area, about, metas }) => {
    const rows = metas.map(
      ({ name, severity, description }) =>
        `| [${name}](${name}.md) | ${severity} | ${description.replaceAll('|', '\\|')} |`,
    );
    return `## ${area}: ${about}\n\n| Rule | Severity | Description |\n| --- | --- | --- |\n${rows.join('\n')}`;
  });
  const severities = ['error', 'warning', 'info'].map(
    (severity) => `${all.filter((meta) => meta.severity === severity).length} ${severity}`,
  );
  return `# Rules

${all.length} rules: ${severities.join(', ')}. Their pages are written by \`npm run docs\` from the rules and the fixtures of their
tests; \`rolloutkit explain <rule>\` prints the same text.

${sections.join('\n\n')}
`;
}

/** Sorts by name. @template {{ name: string }} T @param {readonly T[]} all @returns {T[]} */
const sorted = (all) => [...all].sort((left, right) => (left.name < right.name ? -1 : 1));
