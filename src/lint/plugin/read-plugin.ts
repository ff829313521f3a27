import { isMap } from '../../kubernetes/objects/json.js';
import { severities } from '../../model/finding.js';
import { safeties } from '../../model/fix.js';
import type { Plugin } from './plugin.js';

/** The supported version of the plugin format. */
const apiVersion = 1;

/** Validates the exports of a module as a plugin; returns it, or its mistake as the end of a sentence. */
export function readPlugin(exported: unknown, areas: ReadonlySet<string>): Plugin | { readonly why: string } {
  const plugin = isMap(exported) && !('rules' in exported) ? exported['default'] : exported;
  if (!isMap(plugin)) return { why: 'it does not export a plugin; export { apiVersion, prefix, rules }' };
  const { apiVersion: version, prefix, rules } = plugin;
  if (version !== apiVersion)
    return { why: `its apiVersion is ${jsonOrMissing(version)}; this rolloutkit takes ${apiVersion}` };
  if (!isName(prefix))
    return {
      why: `its prefix is ${jsonOrMissing(prefix)}; it must be lower-case words with dashes, such as "acme"`,
    };
  if (areas.has(prefix))
    return { why: `its prefix "${prefix}" is already used by other rules; choose another one` };
  if (!Array.isArray(rules) || rules.length === 0)
    return { why: '"rules" must be a list with at least one rule' };
  const names = new Set<string>();
  for (const [index, rule] of rules.entries()) {
    const why = isMap(rule) ? mistakeIn(rule) : 'it must be a map';
    const name = isMap(rule) && isName(rule['name']) ? rule['name'] : String(index);
    if (why !== undefined) return { why: `in its rule "${name}", ${why}` };
    if (names.has(name)) return { why: `two of its rules are called "${name}"` };
    names.add(name);
  }
  return plugin as unknown as Plugin;
}

/** The mistake in a rule, if any. */
function mistakeIn(rule: Readonly<Record<string, unknown>>): string | undefined {
  const { name, severity, messages, links = [], fixes = [], check } = rule;
  if (!isName(name))
    return `"name" is ${jsonOrMissing(name)}; it must be lower-case words with dashes, without the prefix`;
  for (const key of ['description', 'why'])
    if (typeof rule[key] !== 'string' || rule[key] === '') return `"${key}" must be a sentence`;
  if (!severities.some((one) => one === severity))
    return `"severity" is ${jsonOrMissing(severity)}; it must be one of ${severities.join(', ')}`;
  if (!isMap(messages) || !Object.values(messages).every((one) => typeof one === 'string'))
    return '"messages" must be a map from ids to sentences';
  if (!Array.isArray(links) || !links.every((one) => typeof one === 'string'))
    return '"links" must be a list of addresses';
  if (!Array.isArray(fixes) || !fixes.every((one) => safeties.some((safety) => safety === one)))
    return `"fixes" must be a list of ${safeties.join(', ')}`;
  return typeof check === 'function' ? undefined : '"check" must be a function';
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(value);
}

function jsonOrMissing(value: unknown): string {
  return value === undefined ? 'missing' : (JSON.stringify(value) ?? typeof value);
}
