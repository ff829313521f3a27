// Renders the reference of a JSON schema as a page: each field with its type and description.

/**
 * @typedef {{
 *   $ref?: string, title?: string, description?: string, type?: string | string[], enum?: unknown[], const?: unknown,
 *   items?: Schema, properties?: Record<string, Schema>, required?: string[], additionalProperties?: boolean | Schema,
 *   allOf?: Schema[], anyOf?: Schema[], oneOf?: Schema[], definitions?: Record<string, Schema>,
 * }} Schema
 */

/** Maps with more keys are described by their values. */
const mostKeys = 40;

/** @param {Schema} schema @param {string} file where the schema itself is, from the page @returns {string} Markdown */
export function schemaPage(schema, file) {
  const rows = rowsOf(schema, '', new Set());
  return `# The JSON schema of \`${schema.title}\`

${schema.description ?? ''}

The schema itself: <a href="${file}">${file.split('/').at(-1)}</a>

| Field | Type | What it is |
| --- | --- | --- |
${rows.join('\n')}
`;

  /** @param {Schema} of @param {string} before @param {ReadonlySet<string>} inside @returns {string[]} */
  function rowsOf(of, before, inside) {
    return partsOf(of, inside).flatMap(({ part, within }) => {
      const keys = Object.entries(part.properties ?? {});
      const shown = keys.length > mostKeys ? keys.slice(0, 1).map(([, value]) => ['<name>', value]) : keys;
      return /** @type {[string, Schema][]} */ (shown).flatMap(([key, value]) => {
        const path = before === '' ? key : `${before}.${key}`;
        const { all, names } = resolved(value, within);
        const type = all.map(typeOf).find((one) => one !== '') ?? 'any';
        const text = all.map(({ description }) => description).find((one) => one !== undefined) ?? '';
        const required = part.required?.includes(key) ? ', required' : '';
        const row = `| \`${path}\` | ${cell(type)}${required} | ${cell(text)} |`;
        const next = new Set([...within, ...names]);
        const items = all.flatMap(({ items: one }) => (one ? rowsOf(one, `${path}[]`, next) : []));
        return [row, ...rowsOf(value, path, within), ...items];
      });
    });
  }

  /**
   * The schemas that a schema consists of, without those that contain it.
   * @param {Schema} of @param {ReadonlySet<string>} inside
   */
  function partsOf(of, inside) {
    const { all, names } = resolved(of, inside);
    const within = new Set([...inside, ...names]);
    return all.map((part) => ({ part, within }));
  }

  /** @param {Schema} of @param {ReadonlySet<string>} inside @returns {{ all: Schema[], names: string[] }} */
  function resolved(of, inside) {
    const name = of.$ref?.replace('#/definitions/', '');
    const target = name === undefined || inside.has(name) ? undefined : schema.definitions?.[name];
    const next = [...(target ? [target] : []), ...(of.allOf ?? []), ...(of.oneOf ?? []), ...(of.anyOf ?? [])];
    const within = new Set([...inside, ...(name === undefined ? [] : [name])]);
    const below = next.map((one) => resolved(one, within));
    return {
      all: [of, ...below.flatMap(({ all }) => all)],
      names: [...(name === undefined ? [] : [name]), ...below.flatMap(({ names }) => names)],
    };
  }
}

/** @param {Schema} schema */
function typeOf({ type, enum: values, const: value }) {
  if (values) return values.map((one) => `\`${String(one)}\``).join(', ');
  if (value !== undefined) return `\`${String(value)}\``;
  return [type ?? []].flat().join(' or ');
}

/** Escapes a text for a table cell, on one line. @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}
