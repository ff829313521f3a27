import { load } from 'js-yaml';

/**
 * Parses the YAML inside a setting.
 * @throws {YAMLException} if it is not valid YAML
 */
export function loadYaml(text: string): unknown {
  return load(text);
}
