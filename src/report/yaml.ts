import { dump } from 'js-yaml';

/** An object to look at, such as one of hundreds in a page: js-yaml takes a third of the time that `toDocument` does. */
export function toYaml(value: unknown): string {
  return dump(value, { lineWidth: -1, noRefs: true });
}
