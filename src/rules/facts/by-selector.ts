import type { Resource } from '../../model/resource.js';
import { append } from '../../model/multimap.js';
import { selects } from '../../kubernetes/kinds/workload.js';
import { detach } from '../../yaml/parse/characters.js';

type Labels = Readonly<Record<string, string>>;

/** What selects pods by labels, found by the labels of pods. */
export class BySelector {
  private readonly byPair = new Map<string, { readonly resource: Resource; readonly selector: Labels }[]>();
  /** Pods that follow each other are often of one system. */
  private last: { readonly key: string; readonly found: readonly Resource[] } | undefined;

  /** What selects nothing is left out. */
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

  /** Those that select pods with these labels; the same list if they are those of the last question. */
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
