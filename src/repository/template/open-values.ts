import type { TemplateValue } from './unknown.js';

/**
 * What stands for a value that a release has to set, where the values are those of no release: a placeholder, of which nothing that rules
 * could say is known.
 */
export const openValue = '${set-by-release}';

/** Functions whose answer for such a value has it in it, or is text that no rule reads. */
export const carriesOpen =
  /^(?:include|tpl|quote|squote|printf?|println|default|required|coalesce|toString|lower|upper|trim\w*|trunc|n?indent|toYaml|toJson|dict|list|set|replace|cat|b64enc)$/;

/** Whether a value has such a placeholder in it. */
export function isOpenValue(value: TemplateValue | undefined): boolean {
  return typeof value === 'string' && value.includes(openValue);
}

/** Whether the value of `required` is one that it rejects. */
export function isLeftOpen(value: TemplateValue | undefined): boolean {
  return value === null || value === undefined || value === '';
}

/** Whether names lead through a field that is missing: Helm ends there, so each release has to set it. */
export function isReadFromNil(from: TemplateValue, names: readonly string[]): boolean {
  let value: TemplateValue | undefined = from;
  for (const name of names) {
    if (value === null || value === undefined) return true;
    if (!(value instanceof Map)) return false;
    value = value.get(name);
  }
  return false;
}
