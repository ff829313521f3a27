import { type Extra, extras, type NewService } from '../write/scaffold/service.js';
import { longestAction, longestRelease } from '../write/scaffold/helm-names.js';
import type { Style } from '../write/scaffold/style.js';
import { UsageError } from './exit.js';
import { checked, labelProblem } from './new-values.js';

/** Reads the optional parts of a service, as names separated by commas. */
export function readExtras(text: string | undefined, isScaled: boolean): readonly Extra[] {
  const names = distinctNames('--with', text);
  const unknown = names.find((name) => !(extras as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--with is "${unknown}"; it must be one of ${extras.join(', ')}.`);
  if (names.includes('keda') && !isScaled)
    throw new UsageError(
      '--with keda needs --hpa, the bounds between which KEDA scales, such as --hpa 4-12.',
    );
  return names as readonly Extra[];
}

/** Names in annotations of an ALB have at most 63 characters with the words before and after them. */
function nameLimit(style: Style, { router, header }: Pick<NewService, 'router' | 'header'>) {
  if (router === 'alb')
    return header
      ? {
          most: 63 - 'conditions.'.length - '-header'.length,
          as: 'as a part of the annotation of a header route',
        }
      : { most: longestAction, as: 'as a part of an annotation of the Ingress' };
  // Names of a chart follow the release, which Argo CD names like the Application.
  return style === 'helm' ? { most: longestRelease, as: 'as the name of a release' } : undefined;
}

/** @throws {UsageError} for a name that the style or the router cannot take */
export function checkLength(
  name: string,
  style: Style,
  routing: Pick<NewService, 'router' | 'header'>,
): void {
  const longest = nameLimit(style, routing);
  if (longest === undefined || name.length <= longest.most) return;
  const flag = routing.router === 'alb' ? '--router alb' : '--style helm';
  throw new UsageError(
    `The service is "${name}"; with ${flag} its name can have at most ${longest.most} characters, ${longest.as}.`,
  );
}

/** Reads the names of environments, with commas between them. */
export function readEnvironments(
  text: string | undefined,
  { namespace, router, tls }: Pick<NewService, 'namespace' | 'router' | 'tls'>,
  style: Style,
): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const names = distinctNames('--environments', text);
  if (style === 'cdk8s' && names.includes('application'))
    throw new UsageError(
      '--environments has "application", which is the chart of the ApplicationSet with --style cdk8s; use another name.',
    );
  if (names.length > 1 && tls !== undefined && router.startsWith('istio'))
    throw new UsageError(
      '--environments and --tls cannot be used together with Istio: the Gateways of all environments would have the same certificate, and clients would reuse a connection to another one; use an existing Gateway by --gateway.',
    );
  for (const name of names) {
    checked('An environment', name, labelProblem);
    if (name !== names.at(-1))
      checked('The namespace of an environment', `${namespace}-${name}`, labelProblem);
  }
  return names;
}

function distinctNames(flag: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const names = text.split(',').map((name) => name.trim());
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new UsageError(`${flag} has "${twice}" twice.`);
  return names;
}
