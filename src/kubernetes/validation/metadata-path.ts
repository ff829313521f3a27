import { own } from '../objects/json.js';
import type { KubeObject, Labels } from '../objects/object.js';
import { goQuote, sortedKeys } from './go-values.js';
import { qualifiedNameProblems } from './labels.js';

/**
 * The value at a `fieldPath` into the metadata of an object; undefined for a path that upstream rejects. UIDs are unknown here
 * and count as empty.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/fieldpath/fieldpath.go
 */
export function readMetadata({ metadata }: KubeObject, path: string): string | undefined {
  const { map, key } = splitSubscript(path) ?? {};
  if (map !== undefined && key !== undefined) {
    if (map === 'metadata.annotations')
      return isKey(key.toLowerCase()) ? (own(metadata.annotations ?? {}, key) ?? '') : undefined;
    if (map === 'metadata.labels') return isKey(key) ? (own(metadata.labels ?? {}, key) ?? '') : undefined;
    return undefined;
  }
  switch (path) {
    case 'metadata.annotations':
      return downwardText(metadata.annotations);
    case 'metadata.labels':
      return downwardText(metadata.labels);
    case 'metadata.name':
      return metadata.name;
    case 'metadata.namespace':
      return metadata.namespace ?? '';
    case 'metadata.uid':
      return '';
    default:
      return undefined;
  }
}

/** The two parts of a path such as `metadata.labels['app']`. */
export function splitSubscript(path: string): { readonly map: string; readonly key: string } | undefined {
  const start = path.indexOf("['");
  if (start < 1 || start > path.length - 4 || !path.endsWith("']")) return undefined;
  return { map: path.slice(0, start), key: path.slice(start + 2, -2) };
}

function isKey(text: string): boolean {
  return qualifiedNameProblems(text).length === 0;
}

function downwardText(map: Labels = {}): string {
  return sortedKeys(map)
    .map((key) => `${key}=${goQuote(map[key] ?? '')}`)
    .join('\n');
}
