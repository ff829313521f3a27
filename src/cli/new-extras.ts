import { type Extra, extras, type NewService } from '../write/scaffold/service.js';
import type { Style } from '../write/scaffold/style.js';
import { UsageError } from './exit.js';
import { checked, labelProblem } from './new-values.js';

/** Reads what a service is to have besides what every service needs, as names with commas between them. */
export function readExtras(text: string | undefined, isScaled: boolean): readonly Extra[] {
  const names = namesIn('--with', text);
  const unknown = names.find((name) => !(extras as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--with is "${unknown}"; it must be one of ${extras.join(', ')}.`);
  if (names.includes('keda') && !isScaled)
    throw new UsageError(
      '--with keda needs --hpa, the bounds between which KEDA scales, such as --hpa 4-12.',
    );
  return names as readonly Extra[];
}

/** Reads the names of environments, with commas between them. */
export function readEnvironments(
  text: string | undefined,
  { namespace }: Pick<NewService, 'namespace'>,
  style: Style,
): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const names = namesIn('--environments', text);
  if (style === 'cdk8s')
    throw new UsageError(
      '--environments cannot be used with --style cdk8s; make a chart for each environment in src/main.ts.',
    );
  for (const name of names) {
    checked('An environment', name, labelProblem);
    if (name !== names.at(-1))
      checked('The namespace of an environment', `${namespace}-${name}`, labelProblem);
  }
  return names;
}

function namesIn(flag: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const names = text.split(',').map((name) => name.trim());
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new UsageError(`${flag} has "${twice}" twice.`);
  return names;
}
