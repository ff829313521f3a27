/**
 * What is worked out of a value is kept with the value. Objects of a cluster never change, so it holds as long as they
 * are there; pass after pass asks the same of them.
 */
export function derived<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    let result = known.get(key);
    if (!result) known.set(key, (result = { value: compute(key) }));
    return result.value;
  };
}

/** So many answers about one value are kept: a route has as many weights as there are steps. */
const mostAnswers = 32;

/** The same for what depends on other values besides, which are compared as they are. */
export function answers<K extends object, V>(): (key: K, asked: readonly unknown[], compute: () => V) => V {
  const known = derived((_: K) => [] as { readonly asked: readonly unknown[]; readonly value: V }[]);
  return (key, asked, compute) => {
    const all = known(key);
    for (const one of all) if (isEach(one.asked, asked)) return one.value;
    const value = compute();
    if (all.length === mostAnswers) all.shift();
    all.push({ asked, value });
    return value;
  };
}

function isEach(some: readonly unknown[], others: readonly unknown[]): boolean {
  for (let index = 0; index < some.length; index++) if (some[index] !== others[index]) return false;
  return true;
}
