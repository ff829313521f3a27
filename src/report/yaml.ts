import { dump } from 'js-yaml';

/** A value as a reader of manifests expects it: block style, keys as they come, long lines unfolded. */
export function toYaml(value: unknown): string {
  return dump(value, { lineWidth: -1, noRefs: true });
}
