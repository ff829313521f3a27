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
