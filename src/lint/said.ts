import type { Path } from '../model/field.js';
import { type Identity, Resource } from '../model/resource.js';
import type { Spot, Unless } from '../rules/rule.js';

/** What rules say, and where, for the findings that yield to them: more of it than is ever shown. */
export class Said {
  private readonly spots = new Map<Identity, Spots>();

  add(rule: string, resource: Identity, path: Path): void {
    let spots = this.spots.get(resource);
    if (!spots) this.spots.set(resource, (spots = { own: new Set(), above: new Set() }));
    const [own = '', ...above] = keysOf(rule, path);
    spots.own.add(own);
    for (const key of above) spots.above.add(key);
  }

  /** Whether a rule says something of a field, of one in it, or of one that it is in. */
  has({ rule, resource, path }: Utterance): boolean {
    const spots = this.spots.get(resource);
    if (!spots) return false;
    const keys = keysOf(rule, path);
    return spots.above.has(keys[0]!) || keys.some((key) => spots.own.has(key));
  }
}

/** The fields of a resource that rules say something of, and those that these are in. */
interface Spots {
  readonly own: Set<string>;
  readonly above: Set<string>;
}

/** A rule with a field, and with each of those that it is in. */
function keysOf(rule: string, path: Path): readonly string[] {
  return [...path.keys(), path.length].map((end) => JSON.stringify([rule, ...path.slice(0, end)])).reverse();
}

/** What a rule says somewhere. */
export interface Utterance {
  readonly rule: string;
  readonly resource: Identity;
  readonly path: Path;
}

/** What the rules that a finding yields to would have to say; kept without the documents. */
export function utterances(unless: Unless): readonly Utterance[] {
  return Object.entries(unless).flatMap(([rule, spots = []]) =>
    [spots].flat().map((spot: Spot) => {
      const [resource, path] = spot instanceof Resource ? [spot, []] : [spot.resource, spot.path];
      return { rule, resource, path };
    }),
  );
}
