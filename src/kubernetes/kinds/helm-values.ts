import type { Field } from '../../model/field.js';
import { destinationNamespace } from './application.js';

/** The values of a chart in a source of an Application, besides value files. */
export interface InlineValues {
  /** The content of a value file, which takes precedence over all other files. */
  readonly text: string | undefined;
  /** Single values, which take precedence over that. */
  readonly parameters: readonly { readonly name: string; readonly value: string; readonly isText: boolean }[];
}

/**
 * The values in an Application. `valuesObject` takes precedence over `values`.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/pkg/apis/application/v1alpha1/values.go (ValuesYAML)
 */
export function inlineValues(source: Field): InlineValues | undefined {
  const helm = source.at('helm');
  const object = helm.at('valuesObject');
  const text = object.entries.length > 0 ? JSON.stringify(object.value) : helm.at('values').text;
  const parameters = helm.at('parameters').items.flatMap((parameter) => {
    const [name, value] = [parameter.at('name').text ?? '', parameter.at('value').text ?? ''];
    // An argument of a program cannot contain a null character.
    if (name === '' || `${name}${value}`.includes('\0')) return [];
    return [{ name, value, isText: parameter.at('forceString').boolean === true }];
  });
  return text === undefined && parameters.length === 0 ? undefined : { text, parameters };
}

/** The value files of a source, by the names in it. */
export function valueFiles(source: Field): readonly string[] {
  return source.at('helm', 'valueFiles').items.flatMap(({ text }) => text ?? []);
}

/** The release name of the chart that a source deploys. */
export function releaseName(source: Field): string {
  return source.at('helm', 'releaseName').text ?? source.resource.name;
}

/** Whether a source sets any value of its chart. */
export function givesValues(source: Field): boolean {
  return valueFiles(source).length > 0 || inlineValues(source) !== undefined;
}

/** A key that distinguishes the release of a source from other releases of the same chart, even with equal values. */
export function releaseKey(source: Field): string {
  const [versions, namespace] = [
    ['kubeVersion', 'apiVersions'].map((key) => source.at('helm', key).value ?? null),
    destinationNamespace(source.resource) ?? '',
  ];
  const rest = checksum(JSON.stringify([releaseName(source), namespace, versions]));
  return `${valuesKey(source)}@${rest}`;
}

/** A key that distinguishes the values of a source from those of another one. */
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
