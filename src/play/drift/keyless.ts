import { isList, isMap } from '../../kubernetes/objects/json.js';
import { type Step, valueAt } from './changes.js';

/** Ports are the only lists of what is played whose elements are told apart by a field with a default. */
const [list, key] = ['ports', 'protocol'];

/** The list of ports that a path leads into, if one of them has no protocol in Git. */
export function keylessIn(git: unknown, path: readonly Step[]): readonly Step[] | undefined {
  const end = path.indexOf(list) + 1;
  const ports = end > 0 ? valueAt(git, path.slice(0, end)) : undefined;
  if (!isList(ports) || ports.every((port) => isMap(port) && Object.hasOwn(port, key))) return undefined;
  return path.slice(0, end);
}
