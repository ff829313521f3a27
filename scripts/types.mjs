// TypeScript types derived from existing definitions: pods as the API server reads them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';

/** @typedef {import('../src/kubernetes/schemas/schema.js').Schema} Schema */

const root = join(import.meta.dirname, '..');

/** The names in `src/constructs/manifests/pod-types.ts` for the parts of a pod that users write separately. */
const named = /** @type {const} */ ({
  spec: 'PodSpec',
  containers: 'Container',
  livenessProbe: 'Probe',
  resources: 'ResourceRequirements',
});

/** Types of a pod and its parts, from the schema that lint uses. */
export async function podTypes() {
  const { $defs: all = {} } = /** @type {Schema} */ (
    JSON.parse(readFileSync(join(root, 'src/kubernetes/schemas/data/pod.json'), 'utf8'))
  );
  /** @param {string} key */
  const nameOf = (key) => {
    const name = /** @type {Record<string, string>} */ (named)[key];
    return name ?? `Pod${key.charAt(0).toUpperCase()}${key.slice(1)}`;
  };
  /** @param {Schema} schema @returns {string} */
  const typeOf = ({ $ref, type, properties, required = [], additionalProperties, items }) => {
    if ($ref === '#/$defs/containers') return 'readonly Container[]';
    if ($ref !== undefined) return nameOf($ref.replace('#/$defs/', ''));
    switch (type) {
      case 'string':
        return 'string';
      case 'boolean':
        return 'boolean';
      case 'integer':
      case 'number':
        return 'number';
      case 'array':
        return `readonly ${items ? wrapped(typeOf(items)) : 'unknown'}[]`;
      case 'object':
        return properties
          ? `{ ${Object.entries(properties)
              .map(
                ([key, one]) => `readonly ${key}${required.includes(key) ? '' : '?'}: ${fieldOf(key, one)};`,
              )
              .join(' ')} }`
          : `Readonly<Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>>`;
      default:
        return Array.isArray(type) ? type.map((one) => typeOf({ type: one })).join(' | ') : 'unknown';
    }
  };
  /**
   * Requests have arbitrary keys, because extended resources have their own names.
   * @param {string} key @param {Schema} one
   */
  const fieldOf = (key, one) =>
    key === 'limits' || key === 'requests' ? 'Readonly<Record<string, number | string>>' : typeOf(one);
  /** @param {string} type */
  const wrapped = (type) => (/[ |]/.test(type) && !type.startsWith('{') ? `(${type})` : type);
  const isNeeded = (/** @type {string} */ key) =>
    key in named || JSON.stringify(all).includes(`"#/$defs/${key}"`);
  const types = Object.entries(all)
    .filter(([key]) => isNeeded(key))
    .map(([key, schema]) => {
      const one = key === 'containers' ? (schema.items ?? {}) : schema;
      return `${key in named ? 'export ' : ''}type ${nameOf(key)} = ${typeOf(one)};`;
    });
  return formatted(
    `// Written by npm run docs, from src/kubernetes/schemas/data/pod.json.\n\n${types.join('\n\n')}\n`,
  );
}

/** @param {string} text */
async function formatted(text) {
  return format(text, { parser: 'typescript', singleQuote: true, printWidth: 110 });
}
