/** Caches, by how long they keep a value. */

/**
 * Caches a function of an object for as long as the object lives. Use it for objects that never change: those of a cluster, and
 * graphs. Values for a graph should hold lasting fields and targets, otherwise they keep its documents in memory.
 */
export function memoize<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    let result = known.get(key);
    if (!result) known.set(key, (result = { value: compute(key) }));
    return result.value;
  };
}

/** Caches a function of a string. */
export function memoizeByText<V>(compute: (text: string) => V): (text: string) => V {
  const known = new Map<string, { readonly value: V }>();
  return (text) => {
    let result = known.get(text);
    if (!result) known.set(text, (result = { value: compute(text) }));
    return result.value;
  };
}

/** The same for a bounded number of texts: rules that go side by side ask about the same few. */
export function memoizeRecent<V>(most: number, compute: (text: string) => V): (text: string) => V {
  const known = new Map<string, { readonly value: V }>();
  return (text) => {
    let result = known.get(text);
    if (!result) {
      if (known.size === most) known.clear();
      known.set(text, (result = { value: compute(text) }));
    }
    return result.value;
  };
}

/**
 * Caches the last call of a function, most often for a resource. All rules check one Rollout before the next, and many ask the
 * same about it; a larger cache would keep its document in memory.
 */
export function memoizeLast<K, V>(compute: (asked: K) => V): (asked: K) => V {
  let last: { readonly asked: K; readonly value: V } | undefined;
  return (asked) => {
    if (last?.asked !== asked) last = { asked, value: compute(asked) };
    return last.value;
  };
}

/** The same for each of several scopes, such as graphs: the last call for each of them is kept. */
export function memoizeLastOf<S extends object, K, V>(
  compute: (scope: S, asked: K) => V,
): (scope: S, asked: K) => V {
  const ofScope = memoize((scope: S) => memoizeLast((asked: K) => compute(scope, asked)));
  return (scope, asked) => ofScope(scope)(asked);
}

/** How many answers are kept for one object: a route has as many weights as a Rollout has steps. */
const mostAnswers = 32;

/** Caches a function of an object and other values, which are compared by `===`. */
export function memoizeAnswers<K extends object, V>(): (
  key: K,
  asked: readonly unknown[],
  compute: () => V,
) => V {
  const known = memoize((_: K) => [] as { readonly asked: readonly unknown[]; readonly value: V }[]);
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
