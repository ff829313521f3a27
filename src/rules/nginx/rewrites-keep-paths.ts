import { annotation, pathBackends } from '../../kubernetes/kinds/ingress.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { Field } from '../../model/field.js';
import { memoize } from '../../model/memo.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { titled } from '../choices.js';
import { setTo } from '../fixes.js';
import { classOf } from '../facts/ingress-controllers.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { type ProposedFix, type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'nginx/rewrites-keep-paths',
    description:
      'Require the rewrite-target of an Ingress of ingress-nginx to keep what follows its paths, and paths with expressions to be of a type that allows them.',
    why: 'nginx replaces the whole path of a request by rewrite-target. A group that the path does not have is empty there, so each request below the path asks the pods for the same page, and the pages that users and analyses call are not reached in either version.',
    consequence: 'misdirected-traffic',
    severity: 'warning',
    otherwise: {
      fixed: {
        when: 'For a rewrite-target without groups',
        consequence: 'misdirected-traffic',
        why: 'nginx replaces the whole path of a request by rewrite-target, so each request below the path asks the pods for the same page. That is right only for an application of one page.',
        severity: 'info',
      },
      refused: {
        when: 'For an expression in a path of type Prefix or Exact',
        consequence: 'refused-by-api-server',
        why: 'The admission webhook of ingress-nginx refuses the Ingress ("path … cannot be used with pathType Prefix"), by default since 1.12.',
      },
    },
    messages: {
      group:
        'The rewrite-target "{target}" of Ingress "{ingress}" uses {groups}, which path "{path}" does not have, so all requests below it become "{result}"; write the path as "{right}", and the target with $2.',
      fixed:
        'The rewrite-target "{target}" of Ingress "{ingress}" has no group, so all requests below path "{path}" become "{target}"; write the path as "{right}", and the target with $2 in it.',
      type: 'Path "{path}" of Ingress "{ingress}" has characters of an expression, which ingress-nginx refuses for pathType "{type}"; set pathType to "ImplementationSpecific".',
    },
    fixes: ['unsafe'],
    links: [
      'https://github.com/kubernetes/ingress-nginx/blob/controller-v1.13.3/internal/ingress/controller/template/template.go',
      'https://github.com/kubernetes/ingress-nginx/blob/controller-v1.13.3/internal/ingress/inspector/inspector.go',
      'https://kubernetes.github.io/ingress-nginx/examples/rewrite/',
    ],
  },

  *check({ graph, report }) {
    for (const ingress of besideRollouts(graph, kinds.ingress.kind, kinds.ingress.group)) {
      yield ingress;
      const { owners } = classOf(graph, ingress);
      if (owners.some((owner) => owner === 'aws' || owner === 'another')) continue;
      const target = annotation(ingress, 'nginx.ingress.kubernetes.io/rewrite-target');
      // The key is one of ingress-nginx, whose class may have any name.
      if (target.text === undefined && !owners.every((owner) => owner === 'nginx')) continue;
      reportTypes(graph, ingress, report);
      if (target.text === undefined || isPlaceholder(target.text)) continue;
      reportRewrites(ingress, target, report);
    }
  },
});

type Report = RuleContext<'group' | 'fixed' | 'type', 'fixed' | 'refused'>['report'];

/** The first path of an Ingress below which a rewrite leaves one page. */
function reportRewrites(ingress: Resource, target: Field, report: Report): void {
  const text = target.text ?? '';
  const numbers = [...text.matchAll(/\$(\d?)/g)].map(([, number]) => number ?? '');
  // nginx fills in variables of any other name.
  if (numbers.some((number) => number === '' || number === '0')) return;
  const used = [...new Set(numbers)];
  for (const { path } of pathBackends(ingress)) {
    const at = path.at('path');
    const pattern = at.text;
    // For the path itself, ingress-nginx writes no rewrite.
    if (pattern === undefined || pattern === text || isPlaceholder(pattern)) continue;
    const isOnePage = path.at('pathType').text === 'Exact' || /\.\w+$/.test(pattern);
    if (isOnePage || !isPlain(pattern)) continue;
    // One of a single page, such as that of probes, may be renamed.
    if (used.length === 0 && !text.endsWith('/') && pattern !== '/') continue;
    const said = report(
      at,
      used.length === 0 ? 'fixed' : 'group',
      {
        ...{ target: text, ingress: ingress.name, path: pattern, right: capturing(pattern) },
        groups: used.map((number) => `$${number}`),
        result: text.replaceAll(/\$\d/g, '') || '/',
      },
      {
        case: used.length === 0 ? 'fixed' : undefined,
        related: [{ at: target, message: 'the rewrite' }],
        rests: [target, path.at('pathType'), ingress.at('metadata', 'annotations')],
        fix: () => captured(ingress, target),
      },
    );
    if (said) return;
  }
}

/** Whether a path has no expression in it: only the characters that any type of path may have. */
function isPlain(path: string): boolean {
  return validPath.test(path);
}

/** https://github.com/kubernetes/ingress-nginx/blob/controller-v1.13.3/internal/ingress/inspector/rules.go (validPathType) */
const validPath = /^\/[\w.\-/]*$/;

/** A path with two groups, the second of which has what follows it. */
function capturing(path: string): string {
  const stem = path.replace(/\/$/, '');
  return stem === '' ? '/()(.*)' : `${stem}(/|$)(.*)`;
}

/** All plain paths of an Ingress with groups, and the target with what follows them. */
function captured(ingress: Resource, target: Field): ProposedFix | undefined {
  const paths = pathBackends(ingress).map(({ path }) => path);
  if (!paths.every((path) => isPlain(path.at('path').text ?? ''))) return undefined;
  const plain = (target.text ?? '').replaceAll(/\$\d/g, '');
  const text = plain.endsWith('/') ? plain : `${plain}/`;
  const fix = titled(
    'Capture what follows the paths.',
    ...paths.flatMap((path) => [
      { field: path.at('path'), value: capturing(path.at('path').text ?? '') },
      { field: path.at('pathType'), value: 'ImplementationSpecific' },
    ]),
    { field: target, value: `${text}$2` },
  );
  return { ...fix, isUnsafe: true };
}

function reportTypes(graph: Graph, ingress: Resource, report: Report): void {
  for (const { path } of pathBackends(ingress)) {
    const type = path.at('pathType');
    const text = path.at('path').text ?? '';
    if (text === '' || isPlain(text) || isPlaceholder(text) || !/[\^$*+?()[\]|]/.test(text)) continue;
    if (type.text !== 'Prefix' && type.text !== 'Exact') continue;
    if (isTypeFree(graph)) return;
    const said = report(
      type,
      'type',
      { path: text, ingress: ingress.name, type: type.text },
      {
        case: 'refused',
        rests: [path.at('path')],
        fix: () => setTo(type, 'ImplementationSpecific', 'unsafe'),
      },
    );
    if (said) return;
  }
}

/** Whether an object of the repository sets what the webhook says of types of paths, such as the ConfigMap of ingress-nginx. */
const isTypeFree = memoize((graph: Graph): boolean =>
  graph.resources.some((resource) => resource.mentions('strict-validate-path-type')),
);
