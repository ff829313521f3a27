import { load } from 'js-yaml';

/**
 * The value of a YAML text within a setting.
 * @throws {YAMLException} for a text that is no YAML
 */
export function loadYaml(text: string): unknown {
  return load(text);
}
