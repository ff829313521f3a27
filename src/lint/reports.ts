import type { Path } from '../model/field.js';
import { type Identity, Resource } from '../model/resource.js';
import type { Spot, Unless } from '../rules/rule.js';

/** What rules report and where, for findings that yield to them. Includes statements that are not shown. */
export class Reports {
  private readonly spots = new Map<Identity, Spots>();

  add(rule: string, resource: Identity, path: Path): void {
    let spots = this.spots.get(resource);
    if (!spots) this.spots.set(resource, (spots = { own: new Set(), above: new Set() }));
    spots.own.add(pathKey(rule, path, path.length));
    for (let end = path.length - 1; end >= 0; end -= 1) {
      const key = pathKey(rule, path, end);
      if (spots.above.has(key)) break; // So are its parents. A document can have a hundred thousand reports.
      spots.above.add(key);
    }
  }

  /** Whether a rule reported something at a field, its parent or its child. */
  has({ rule, resource, path }: ReportedPlace): boolean {
    const spots = this.spots.get(resource);
    if (!spots) return false;
    const keys = pathKeys(rule, path);
    return spots.above.has(keys[0]!) || keys.some((key) => spots.own.has(key));
  }
}

/** The fields of a resource with reports, and their parents. */
interface Spots {
  readonly own: Set<string>;
  readonly above: Set<string>;
}

/** Keys for a rule with a field and with each parent of the field, from the field upwards. */
function pathKeys(rule: string, path: Path): readonly string[] {
  return [...path.keys(), path.length].map((end) => pathKey(rule, path, end)).reverse();
}

function pathKey(rule: string, path: Path, end: number): string {
  return JSON.stringify([rule, ...path.slice(0, end)]);
}

/** A report of a rule at a place. */
export interface ReportedPlace {
  readonly rule: string;
  readonly resource: Identity;
  readonly path: Path;
}

/** The reports to which a finding yields, without references to documents. */
export function reportedPlaces(unless: Unless): readonly ReportedPlace[] {
  return Object.entries(unless).flatMap(([rule, spots = []]) =>
    [spots].flat().map((spot: Spot) => {
      const [resource, path] = spot instanceof Resource ? [spot, []] : [spot.resource, spot.path];
      return { rule, resource, path };
    }),
  );
}
