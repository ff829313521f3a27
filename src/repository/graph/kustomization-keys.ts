import { nearestName } from '../../model/nearest-name.js';

/**
 * The fields of a kustomization, which kustomize matches case-insensitively; it rejects others.
 * https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/types/kustomization.go
 */
const keys = [
  ...['apiVersion', 'kind', 'metadata', 'openapi', 'namePrefix', 'nameSuffix', 'namespace', 'commonLabels'],
  ...['labels', 'commonAnnotations', 'patchesStrategicMerge', 'patchesJson6902', 'patches', 'images'],
  ...['imageTags', 'replacements', 'replicas', 'vars', 'sortOptions', 'resources', 'components', 'crds'],
  ...['bases', 'configMapGenerator', 'secretGenerator', 'helmGlobals', 'helmCharts'],
  ...['helmChartInflationGenerator', 'generatorOptions', 'configurations', 'generators', 'transformers'],
  ...['validators', 'buildMetadata'],
];

const keysInLowerCase = new Set(keys.map((key) => key.toLowerCase()));

/**
 * The field that a misspelled one means; undefined for a known field, and for one that resembles none: it may belong to another
 * release.
 */
export function keyMeant(key: string): string | undefined {
  return keysInLowerCase.has(key.toLowerCase()) ? undefined : nearestName(key, keys, 2);
}
