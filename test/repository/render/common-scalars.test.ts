import { expect, it } from 'vitest';
import type { Node } from '../../../src/model/node.js';
import { commonScalars, follow, leafPaths } from '../../../src/repository/render/tree.js';
import { parseTree } from '../../../src/yaml/parse/tree.js';
import { randomFrom } from '../../support/random-repository.js';

const random = randomFrom(20_261_130);

/** A map, a list or a scalar of few different names and values, so that two of them have much in common. */
function value(depth: number): unknown {
  const kind = random.below(depth === 0 ? 1 : 4);
  if (kind === 0) return random.pick(['a', 'b', 1, true, null]);
  if (kind === 1)
    return Object.fromEntries(
      ['name', 'spec', 'x'].slice(random.below(3)).map((key) => [key, value(depth - 1)]),
    );
  return Array.from({ length: random.below(4) }, () =>
    kind === 2 ? value(depth - 1) : { name: random.pick(['a', 'b', 'c']), spec: value(depth - 1) },
  );
}

/** The same with some elements moved, and some scalars replaced. */
function changed(made: unknown): unknown {
  if (Array.isArray(made)) {
    const items = made.map(changed);
    return random.below(3) === 0 ? items.reverse() : items;
  }
  if (made === null || typeof made !== 'object') return random.below(6) === 0 ? 'changed' : made;
  return Object.fromEntries(Object.entries(made).map(([key, its]) => [key, changed(its)]));
}

function nodeOf(made: unknown): Node {
  const text = JSON.stringify(made);
  return parseTree(text, 0, text.length).root!;
}

it('counts the scalars to which the path of an equal rendered one leads', () => {
  let most = 0;
  for (let left = 500; left > 0; left--) {
    const made = value(5);
    const [origin, rendered] = [nodeOf(made), nodeOf(random.below(3) === 0 ? value(5) : changed(made))];
    const equal = leafPaths(rendered).filter(({ path, node }) => {
      const other = follow(origin, path, rendered)?.node;
      return other?.kind === 'scalar' && node.kind === 'scalar' && other.value === node.value;
    });
    expect(commonScalars(origin, rendered)).toBe(equal.length);
    most = Math.max(most, equal.length);
  }
  expect(most).toBeGreaterThan(10);
});
