import type { Field } from '../../../model/field.js';
import type { L4Choice } from './routes.js';
import type { Weighted } from './split.js';

/** The string of a field; empty if it has none. */
export function stringOrEmpty({ text = '' }: Field): string {
  return text;
}

export function routeName(route: Field): string {
  return stringOrEmpty(route.at('name'));
}

/** The port and SNI hosts of a choice or of a match. */
export function choiceOf(field: Field): L4Choice {
  const port = field.at('port').number;
  return {
    ...(port !== undefined && { port }),
    sniHosts: field.at('sniHosts').items.flatMap(({ text }) => text ?? []),
  };
}

export function weightedOf(weighted: Field): Weighted {
  const destination = weighted.at('destination');
  return {
    host: stringOrEmpty(destination.at('host')),
    subset: stringOrEmpty(destination.at('subset')),
    weight: weighted.at('weight').number ?? 0,
  };
}
