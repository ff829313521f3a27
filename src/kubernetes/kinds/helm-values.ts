import type { Field } from '../../model/field.js';
import { destinationNamespace } from './application.js';

/** What a source of an Application says of the values of its chart, beside files of them. */
export interface InlineValues {
  /** A file of values, which wins over all others. */
  readonly text: string | undefined;
  /** Single values, which win over that. */
  readonly parameters: readonly { readonly name: string; readonly value: string; readonly isText: boolean }[];
}

/**
 * The values that an Application brings itself. `valuesObject` takes the place of `values`.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/pkg/apis/application/v1alpha1/values.go (ValuesYAML)
 */
export function inlineValues(source: Field): InlineValues | undefined {
  const helm = source.at('helm');
  const object = helm.at('valuesObject');
  const text = object.entries.length > 0 ? JSON.stringify(object.value) : helm.at('values').text;
  const parameters = helm.at('parameters').items.flatMap((parameter) => {
    const [name, value] = [parameter.at('name').text ?? '', parameter.at('value').text ?? ''];
    // No argument of a program can hold what ends one.
    if (name === '' || `${name}${value}`.includes('\0')) return [];
    return [{ name, value, isText: parameter.at('forceString').boolean === true }];
  });
  return text === undefined && parameters.length === 0 ? undefined : { text, parameters };
}

/** The files of values that a source names, as it names them. */
export function valueFiles(source: Field): readonly string[] {
  return source.at('helm', 'valueFiles').items.flatMap(({ text }) => text ?? []);
}

/** What the release of a chart is called that a source deploys. */
export function releaseName(source: Field): string {
  return source.at('helm', 'releaseName').text ?? source.resource.name;
}

/** Whether a source says anything of the values of its chart. */
export function givesValues(source: Field): boolean {
  return valueFiles(source).length > 0 || inlineValues(source) !== undefined;
}

/** By what a chart as one source deploys it is told from the same chart as another one does, with the same values or others. */
export function releaseKey(source: Field): string {
  const [versions, namespace] = [
    ['kubeVersion', 'apiVersions'].map((key) => source.at('helm', key).value ?? null),
    destinationNamespace(source.resource) ?? '',
  ];
  const rest = checksum(JSON.stringify([releaseName(source), namespace, versions]));
  return `${valuesKey(source)}@${rest}`;
}

/** By what the values of one source are told from those of another. */
export function valuesKey(source: Field): string {
  const files = valueFiles(source).map((file) =>
    file.replaceAll(/(^|\/)\.{1,2}(?=\/)/g, '').replace(/^\/+/, ''),
  );
  const inline = inlineValues(source);
  return (
    [...files, ...(inline ? [`values-${checksum(JSON.stringify(inline))}`] : [])].join('+') || 'values.yaml'
  );
}

/** FNV-1a. */
function checksum(text: string): string {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return sum.toString(16);
}
