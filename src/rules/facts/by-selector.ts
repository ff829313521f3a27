import type { Resource } from '../../model/resource.js';
import { append } from '../../model/multimap.js';
import { selects } from '../../kubernetes/kinds/workload.js';
import type { Labels } from '../../kubernetes/objects/object.js';
import { detach } from '../../yaml/parse/characters.js';

/** An index from the labels of pods to the resources whose selectors match them. */
export class BySelector {
  private readonly byPair = new Map<string, { readonly resource: Resource; readonly selector: Labels }[]>();
  /** The last result, because consecutive pods often belong to one system. */
  private last: { readonly key: string; readonly found: readonly Resource[] } | undefined;

  /** Empty selectors are left out. */
  constructor(resources: Iterable<Resource>, selectorOf: (resource: Resource) => Labels) {
    for (const resource of resources) {
      const selector = Object.entries(selectorOf(resource)).map(([key, value]) => [key, detach(value)]);
      if (selector[0])
        append(this.byPair, pairKey(selector[0]), {
          resource,
          selector: Object.fromEntries(selector) as Labels,
        });
    }
  }

  /** The resources that select pods with these labels; the same list for the same labels as in the last call. */
  of(labels: Labels): readonly Resource[] {
    const pairs = Object.entries(labels);
    const key = JSON.stringify(pairs);
    if (this.last?.key !== key) {
      const found = pairs
        .flatMap((pair) => this.byPair.get(pairKey(pair)) ?? [])
        .filter(({ selector }) => selects(selector, labels))
        .map(({ resource }) => resource);
      this.last = { key, found };
    }
    return this.last.found;
  }
}

function pairKey(pair: readonly string[]): string {
  return pair.join('=');
}
