import type { File, Random } from './random-repository.js';

const scalar = /^(\s*(?:- )?[\w./-]+: )(["']?)([A-Za-z0-9][\w./-]*)\2$/;

/**
 * The same system as a chart: some of its values are in values files, names of objects at times come from a helper, and at times an
 * Application releases it, or there is a values file of an environment beside it. A system of other than plain manifests stays as it is.
 */
export function asChart(files: readonly File[], random: Random): readonly File[] {
  const [first] = files;
  const isPlain = files.every(({ text }) => !/\{\{|^kind: (?:Kustomization|Application)/m.test(text));
  if (!first || !isPlain || !files.some(({ text }) => text.includes('kind: Rollout'))) return files;
  const system = first.path.split('/', 3).join('/');
  const values = new Map<string, string>();
  const chart = `${system}/chart`;
  const templates = files.map(({ path, text }) => ({
    path: `${chart}/templates/${path.slice(system.length + 1).replaceAll('/', '-')}`,
    text: templateOf(text, values, random),
  }));
  const own = [...values].map(([key, value]) => `${key}: ${value}\n`);
  const other = own.filter(() => random.below(3) === 0).join('');
  return [
    { path: `${chart}/Chart.yaml`, text: 'apiVersion: v2\nname: own\nversion: 0.1.0\n' },
    { path: `${chart}/values.yaml`, text: own.join('') || 'none: 1\n' },
    { path: `${chart}/templates/_helpers.tpl`, text: '{{ define "own.same" }}{{ . }}{{ end }}\n' },
    ...(random.below(3) === 0 ? [{ path: `${chart}/.helmignore`, text: '*.bak\n' }] : []),
    ...templates,
    ...(random.below(3) === 0 ? [{ path: `${chart}/values-prod.yaml`, text: other || 'none: 2\n' }] : []),
    ...(random.below(2) === 0 ? released(system, other, random) : []),
  ];
}

function templateOf(text: string, values: Map<string, string>, random: Random): string {
  return text
    .split('\n')
    .map((line) => {
      const [, key = '', quote = '', value] = scalar.exec(line) ?? [];
      if (value === undefined || /apiVersion|kind/.test(key) || random.below(5) > 0) return line;
      if (random.below(4) === 0)
        return `${key}${quote}{{ include "own.same" ${JSON.stringify(value)} }}${quote}`;
      const name = `v${values.size}`;
      values.set(name, `${quote}${value}${quote}`);
      return `${key}{{ .Values.${name}${quote === '' ? '' : ' | quote'} }}`;
    })
    .join('\n');
}

/** An Application, with values of its own or in a file outside of the chart. */
function released(system: string, values: string, random: Random): readonly File[] {
  const at = system.slice('/repository/'.length);
  const hasFile = random.below(2) === 0;
  const helm = hasFile ? 'valueFiles: [../env.yaml]' : 'parameters: [{ name: none, value: "3" }]';
  const text = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: ${at}
  namespace: argocd
spec:
  project: default
  destination:
    server: https://kubernetes.default.svc
    namespace: shop
  source:
    repoURL: https://git.example.com/shop.git
    path: ${at}/chart
    helm: { ${helm} }
`;
  return [
    { path: `${system}/application.yaml`, text },
    ...(hasFile ? [{ path: `${system}/env.yaml`, text: values || 'none: 4\n' }] : []),
  ];
}
