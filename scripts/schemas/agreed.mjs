// The common part of Gateway API definitions: of the release with which the plugin is built and of the newest, in both
// channels. It is unknown which of them a cluster has. So only what all of them reject is certainly rejected, and a
// field that none of them has is always dropped.

/** @typedef {Record<string, any>} Upstream */

const LIMITS = [
  ...['enum', 'maxItems', 'maxLength', 'maxProperties', 'maximum'],
  ...['minItems', 'minLength', 'minProperties', 'minimum', 'pattern', 'format'],
];

/**
 * The standard channel of v1.4 requires unique sections alone. It does not know ports of parents, which can only make
 * two parents distinct, so whatever this rejects is rejected there, too.
 */
const REFUSED_BY_ALL = 'sectionName or port must be unique';

/**
 * A definition with the fields of all definitions, without limits that the others lack, and with rules that the others
 * lack marked as such. A definition without a field drops it, and rejects nothing in it.
 * @param {Upstream} schema
 * @param {readonly (Upstream | undefined)[]} others
 * @returns {Upstream}
 */
export function agreed(schema, others) {
  /** @type {Upstream} */
  const result = { ...schema };
  // Alternatives of addresses, which no rule reads.
  for (const logic of ['allOf', 'anyOf', 'oneOf']) delete result[logic];
  for (const limit of LIMITS)
    if (others.some((other) => JSON.stringify(other?.[limit]) !== JSON.stringify(schema[limit])))
      delete result[limit];
  if (schema.required)
    result.required = schema.required.filter((/** @type {string} */ name) =>
      others.every((other) => other?.required?.includes(name)),
    );
  if (schema['x-kubernetes-list-map-keys'] && !others.every((other) => other?.['x-kubernetes-list-map-keys']))
    delete result['x-kubernetes-list-map-keys'];
  if (schema['x-kubernetes-validations'])
    result['x-kubernetes-validations'] = schema['x-kubernetes-validations'].map(
      (/** @type {Upstream} */ rule) =>
        others.every((other) => hasRule(other, rule)) ? rule : { ...rule, isOfSome: true },
    );
  const all = [schema, ...others];
  /** @param {(schema: Upstream) => Upstream | undefined} child */
  const inner = (child) => {
    const [first, ...rest] = all.map((one) => one && child(one));
    return first ? agreed(first, rest) : fieldsOf(rest.find((one) => one) ?? {});
  };
  const names = new Set(all.flatMap((one) => Object.keys(one?.properties ?? {})));
  if (names.size > 0)
    result.properties = Object.fromEntries(
      [...names].map((name) => [name, inner((one) => one.properties?.[name])]),
    );
  if (schema.items) result.items = inner((one) => one.items);
  if (typeof schema.additionalProperties === 'object')
    result.additionalProperties = inner((one) => one.additionalProperties);
  return result;
}

/**
 * The fields that the first definition lacks, without any constraints.
 * @param {Upstream} schema
 * @returns {Upstream}
 */
function fieldsOf({ type, properties, items, additionalProperties, ...rest }) {
  const open = ['x-kubernetes-int-or-string', 'x-kubernetes-preserve-unknown-fields'];
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([keyword]) => open.includes(keyword))),
    ...(type && { type }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, fieldsOf(property)]),
      ),
    }),
    ...(items && { items: fieldsOf(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: fieldsOf(additionalProperties) }),
  };
}

/**
 * @param {Upstream | undefined} schema
 * @param {Upstream} rule
 */
function hasRule(schema, { rule, message }) {
  /** @type {Upstream[]} */
  const rules = schema?.['x-kubernetes-validations'] ?? [];
  return message.startsWith(REFUSED_BY_ALL) || rules.some((one) => plain(one.rule) === plain(rule));
}

/** @param {string} rule */
const plain = (rule) => rule.replaceAll(/\s+/g, ' ').trim();
