import type { Backend } from './ingress.js';
import type { Field } from '../../model/field.js';

/** A path of an Ingress as an AWS load balancer matches it. */
export interface AlbPath {
  readonly backend: Backend;
  readonly path: Field;
  /** The host of its rule; undefined means all hosts. */
  readonly host: string | undefined;
  /** `*` matches any characters, `?` one character. */
  readonly patterns: readonly string[];
}

const pathTypes = ['Exact', 'Prefix', 'ImplementationSpecific'] as const;

/**
 * The paths of an Ingress in the order in which the load balancer tries them: rule by rule, and in each rule exact paths,
 * prefixes from long to short, then the others in the order of the manifest.
 * https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/v2.13.4/pkg/ingress/model_build_listener_rules.go
 * (sortIngressPaths, buildPathPatterns)
 */
export function albPaths(backends: readonly (Backend & { readonly path: Field })[]): readonly AlbPath[] {
  return backends
    .flatMap((backend) => {
      const { path } = backend;
      const rule = path.parent?.parent?.parent;
      const text = path.at('path').text;
      const type = path.at('pathType').text ?? 'ImplementationSpecific';
      const rank = pathTypes.findIndex((known) => known === type);
      if (!rule || text === undefined || rank === -1) return [];
      const own: AlbPath = { backend, path, host: rule.at('host').text, patterns: patternsOf(text, type) };
      return [{ own, rule: Number(rule.key), rank, length: type === 'Prefix' ? text.length : 0 }];
    })
    .sort((a, b) => a.rule - b.rule || a.rank - b.rank || b.length - a.length)
    .map(({ own }) => own);
}

function patternsOf(path: string, type: string): readonly string[] {
  if (type !== 'Prefix') return [path];
  const beginning = path.replace(/\/$/, '');
  return beginning === '' ? ['/*'] : [beginning, `${beginning}/*`];
}

/** Whether all requests that match the inner path certainly match the outer one. */
export function includesPath(outer: AlbPath, inner: AlbPath): boolean {
  return (
    includesHost(outer.host, inner.host) &&
    inner.patterns.every((pattern) => outer.patterns.some((other) => includesPattern(other, pattern)))
  );
}

function includesHost(outer: string | undefined, inner: string | undefined): boolean {
  if (outer === undefined || outer === inner) return true;
  return outer.startsWith('*.') && inner !== undefined && inner.endsWith(outer.slice(1));
}

function includesPattern(outer: string, inner: string): boolean {
  if (outer === inner) return true;
  const beginning = outer.slice(0, -1);
  return outer.endsWith('*') && !/[*?]/.test(beginning) && inner.startsWith(beginning);
}
