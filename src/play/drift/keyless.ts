import { isList, isMap } from '../../kubernetes/objects/json.js';
import { type Step, valueAt } from './changes.js';

/** Among the simulated objects, only lists of ports identify their elements by a field with a default. */
const [list, key] = ['ports', 'protocol'];

/** The list of ports on a path, if one of them has no protocol in Git. */
export function keylessIn(git: unknown, path: readonly Step[]): readonly Step[] | undefined {
  const end = path.indexOf(list) + 1;
  const ports = end > 0 ? valueAt(git, path.slice(0, end)) : undefined;
  if (!isList(ports) || ports.every((port) => isMap(port) && Object.hasOwn(port, key))) return undefined;
  return path.slice(0, end);
}
