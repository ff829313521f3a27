import { isApplicationSet } from '../../kubernetes/kinds/application.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { allOf, quoted } from '../facts/words.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/generator-values-read',
    description: 'Require the values of a list generator to be read by the template of its ApplicationSet.',
    why: 'The controller of ApplicationSets only fills the values into placeholders of the template. What an element says under a name that no placeholder has changes nothing, so all Applications are the same in what it was meant for, such as an automated sync.',
    consequence: 'no-effect',
    severity: 'info',
    messages: {
      unread:
        'Elements of ApplicationSet "{set}" set {names}, which its template does not read, so {it} no effect; use {them} in the template, or remove {them}.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Generators-List/',
      'https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Template/',
    ],
  },

  *check({ graph, report }) {
    for (const set of graph.ofKind('ApplicationSet', 'argoproj.io').filter(isApplicationSet)) {
      yield set;
      const unread = unreadIn(set);
      const [first, second] = unread;
      if (!first) continue;
      const names = [...new Set(unread.map(({ key }) => String(key)))];
      const isOne = second === undefined || names.length === 1;
      report(
        first,
        'unread',
        {
          ...{ set: set.name, names: allOf(quoted(names)) },
          ...{ it: isOne ? 'it has' : 'they have', them: isOne ? 'it' : 'them' },
        },
        { atKey: true },
      );
    }
  },
});

/** The longest text in which names are looked for, and the most elements. */
const [longestSpec, mostElementsRead] = [200_000, 200];

/** The entries of list elements whose names occur nowhere else in an ApplicationSet, one for each name. */
function unreadIn(set: Resource): readonly Field[] {
  const lists = listsIn(set.at('spec', 'generators').items, 0);
  const elements = lists.flatMap((list) => list.at('elements').items).slice(0, mostElementsRead);
  if (elements.length === 0) return [];
  const rest = JSON.stringify(set.at('spec').value, (key, value: unknown) =>
    key === 'elements' ? undefined : value,
  );
  const values = JSON.stringify(elements.map(({ value }) => value));
  // A template can hand on all values of an element at once.
  if (rest.length > longestSpec || passesAll.test(rest)) return [];
  const read = new Set(`${rest} ${values.includes('{{') ? values : ''}`.match(/[\w-]+/g) ?? []);
  const found = new Map<string, Field>();
  for (const element of elements)
    for (const entry of element.entries) {
      const key = String(entry.key);
      const isPlain = entry.shape === 'scalar' && /^[A-Za-z_][\w-]*$/.test(key);
      if (isPlain && !read.has(key) && !found.has(key)) found.set(key, entry);
    }
  // What all elements say alike may be there for readers.
  const differs = (key: string): boolean =>
    new Set(elements.map((element) => JSON.stringify(element.at(key).value))).size > 1;
  return [...found].flatMap(([key, entry]) => (differs(key) ? [entry] : []));
}

/** `{{ toJson . }}`, `{{ range $key, $value := . }}`: a dot without a name. */
const passesAll = /\{\{[^{}]*[\s(]\.[\s)|}-]/;

/** The list generators of an ApplicationSet, also those in a matrix or a merge. */
function listsIn(generators: readonly Field[], depth: number): readonly Field[] {
  // Upstream allows two levels.
  if (depth > 2) return [];
  return generators.flatMap((generator) => [
    ...(generator.at('list').exists ? [generator.at('list')] : []),
    ...['matrix', 'merge'].flatMap((kind) => listsIn(generator.at(kind, 'generators').items, depth + 1)),
  ]);
}
