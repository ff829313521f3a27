import { configKeys, definitions } from './keys.js';
import { type NamedRule } from './rule-keys.js';
import { type JsonSchema, mapSchema } from './shape.js';

/** Where editors find the schema of the configuration. */
export const configSchemaFile = 'schema/config.json';

/** A JSON schema of `rolloutkit.yaml`, with the existing rules and areas. */
export function configSchema(names: readonly NamedRule[]): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `https://unpkg.com/rolloutkit/${configSchemaFile}`,
    title: 'rolloutkit.yaml',
    ...mapSchema(configKeys),
    definitions: definitions(names),
  };
}
