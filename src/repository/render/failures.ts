import { join } from '../graph/kustomization.js';
import type { Field } from '../../model/field.js';
import type { Place } from '../../model/source.js';
import type { Unit } from './plan.js';

/** The cause of a failed program, if its message shows it: the line, and the correct value. */
export interface FailureCause {
  readonly place: Place;
  readonly message: string;
}

/**
 * The cause of a failed build in the kustomizations that were built. The messages are those of
 * https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/target/kusttarget_configplugin.go and
 * https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/loader/loadrestrictions.go
 */
export function causeOfFailure(unit: Unit, output: string): FailureCause | undefined {
  if (unit.tool === 'helm') return undefined;
  const fields = unit.chain.map(({ resource, folder }) => ({ root: resource.at(), folder }));
  const unscaled = /resource with name (\S+) does not match a config with the following GVK/.exec(
    output,
  )?.[1];
  if (unscaled !== undefined) {
    const entry = fields
      .flatMap(({ root }) => root.at('replicas').items)
      .find((item) => item.at('name').text === unscaled);
    if (entry)
      return {
        place: entry.at('name').place,
        message: `"replicas" scales only built-in workloads of Kubernetes, and "${unscaled}" is not one. List the transformer configuration of "rolloutkit init --kustomize" under "configurations", or patch spec.replicas.`,
      };
  }
  const outside = /security; file '([^']+)' is not in or below/.exec(output)?.[1];
  if (outside !== undefined)
    for (const { root, folder } of fields) {
      const field = scalarFields(root).find(
        ({ text = '' }) => text !== '' && isPrintedPath(join(folder, text), outside),
      );
      if (field)
        return {
          place: field.place,
          message: `"${field.text ?? ''}" is a file outside this folder, and kustomize reads only files inside it. Put a kustomization.yaml next to the file, and list that folder here.`,
        };
    }
  return undefined;
}

/** Kustomize prints the path with its links resolved. */
function isPrintedPath(path: string, printed: string): boolean {
  return path === printed || printed.endsWith(path) || path.endsWith(printed);
}

function scalarFields(field: Field): readonly Field[] {
  const inner = [...field.items, ...field.entries];
  return inner.length === 0 ? [field] : inner.flatMap(scalarFields);
}

/** Whether a build failed because it needs plugins, which stay disabled. */
export function needsPlugins(output: string): boolean {
  return /external plugins disabled|must specify --enable-helm|--enable-alpha-plugins|enable-exec/.test(
    output,
  );
}

/**
 * The dependencies of a chart that are not in its charts/ folder, where Helm ends for that reason.
 * https://github.com/helm/helm/blob/v3.19.0/pkg/action/install.go (CheckDependencies)
 */
export function unfetchedIn(output: string): readonly string[] {
  const names = /\bmissing in charts\/ directory: (.+)/.exec(output)?.[1];
  return names === undefined ? [] : names.trim().split(', ');
}

/** The message of a program without its prefixes and suffixes. */
export function programMessage(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('# Warning:'));
  const [logged] = lines.flatMap((line) => /"command failed" err="((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? []);
  const text = logged?.replaceAll(/\\(.)/g, '$1') ?? lines.join(' ');
  return text
    .replace(/^(Error|error): /, '')
    .replace(/(?<!\s)\s+Use --debug flag to render out invalid YAML$/, '');
}

/** Advice for a message of Helm; empty if the message contains it. */
export function adviceOn(output: string): string {
  return /chart requires kubeVersion: .* incompatible with Kubernetes/.test(output)
    ? ' Set the release that charts are rendered for in rolloutkit.yaml, such as "kubernetes: 1.34".'
    : '';
}
