import { isPlainObject } from '../../constructs/manifests/manifest.js';
import type { NewService } from './service.js';

/**
 * Stands for the name that all objects of a release begin with, until the templates are written. A user would not give
 * this name, and YAML reads it as a string.
 */
export const anyRelease = 'rolloutkit-release-name';

/** The longest name of a release: Helm stores a release in a Secret whose name has a prefix. */
export const longestRelease = 53;

/** The longest name of a Service that an annotation of an ALB takes as its action. */
export const longestAction = 63 - 'actions.'.length;

/** The names of the routes that steps set. They are names within one object, and values cannot follow the release. */
function headerRoute({ name }: NewService): string {
  return `${name}-header`;
}

/** The name that all objects of a release begin with, as a template. */
function fullName({ name }: NewService): string {
  return `{{ include "${name}.fullname" . }}`;
}

/** The text of a template with the name of the release, in quotes: "no" and "on" are names, too. */
export function releaseNamed(text: string, service: NewService): string {
  const name = fullName(service);
  return text
    .split('\n')
    .map((line) => {
      const [, before = '', value = ''] = /^( *(?:- )?(?:[^\s:'"]+: )?)([^\s'"{].*)$/.exec(line) ?? [];
      const isPlain = value.includes(anyRelease) && !before.includes(anyRelease) && !value.endsWith(':');
      return isPlain ? `${before}'${value.replaceAll(anyRelease, name)}'` : line.replaceAll(anyRelease, name);
    })
    .join('\n');
}

/** A value of the chart with the name of the release, where templates are expanded in it; names of routes stay fixed. */
export function valueNamed(value: unknown, service: NewService): unknown {
  if (typeof value === 'string')
    return value === `${anyRelease}-header`
      ? headerRoute(service)
      : value.replaceAll(anyRelease, fullName(service));
  if (Array.isArray(value)) return value.map((item: unknown) => valueNamed(item, service));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, valueNamed(item, service)]));
}

/** The helpers of names and labels. A name longer than `longest` would make that of a Service too long. */
export function nameHelpers({ name, namespace }: NewService, longest: number): readonly string[] {
  return [
    [
      '{{/*',
      'The name that all objects begin with. It follows the release, so that a namespace can have several.',
      '*/}}',
      `{{- define "${name}.fullname" -}}`,
      '{{- if contains .Chart.Name .Release.Name }}',
      `{{- .Release.Name | trunc ${longest} | trimSuffix "-" }}`,
      '{{- else }}',
      `{{- printf "%s-%s" .Release.Name .Chart.Name | trunc ${longest} | trimSuffix "-" }}`,
      '{{- end }}',
      '{{- end }}',
      '',
    ].join('\n'),
    [
      '{{/*',
      'The labels of all objects. Those of pods are fewer: a new version of the chart alone must not replace them.',
      '*/}}',
      `{{- define "${name}.labels" -}}`,
      'helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}',
      'app.kubernetes.io/managed-by: {{ .Release.Service }}',
      `{{ include "${name}.podLabels" . }}`,
      '{{- end }}',
      '',
    ].join('\n'),
    [
      `{{- define "${name}.podLabels" -}}`,
      'app.kubernetes.io/name: {{ .Chart.Name | quote }}',
      'app.kubernetes.io/instance: {{ .Release.Name | quote }}',
      `app.kubernetes.io/part-of: ${JSON.stringify(namespace)}`,
      '{{- end }}',
      '',
    ].join('\n'),
  ];
}
