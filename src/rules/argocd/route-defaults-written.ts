import { withCustomDefaults } from '../../kubernetes/apply/custom-kinds.js';
import { isList, isMap } from '../../kubernetes/objects/json.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { typedRule } from '../rule.js';
import { settledApplications } from '../facts/argocd/deployed.js';
import { entriesFor } from '../facts/argocd/entries.js';
import { isStructuredMerge } from '../facts/argocd/moments.js';

export default typedRule({
  meta: {
    name: 'argocd/route-defaults-written',
    description:
      'Require an HTTPRoute that is applied server-side to set the fields that the API server would default, unless the diff is server-side as well.',
    why: 'With ServerSideApply=true Argo CD predicts the result without the defaults of custom resources. The live object has them and Git does not, so the Application is permanently OutOfSync.',
    consequence: 'drift',
    severity: 'warning',
    fixes: ['safe'],
    messages: {
      missing:
        'HTTPRoute "{name}" omits {fields}, which the API server sets by default, so Application "{application}" is OutOfSync with ServerSideApply=true; write them, or set the compare option ServerSideDiff=true (not needed if Argo CD enables it globally).',
    },
    links: [
      'https://github.com/argoproj/argo-cd/issues/22151',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diff-strategies/',
    ],
  },

  *check({ graph, report }) {
    for (const route of graph.ofKind('HTTPRoute', 'gateway.networking.k8s.io')) {
      yield route;
      for (const application of settledApplications(graph, route)) {
        if (!isStructuredMerge(graph, application, route)) continue;
        // An entry may ignore exactly that.
        if (entriesFor(graph, application, route).length > 0) continue;
        const [first, ...others] = incomplete(route);
        if (!first) continue;
        const fields = [...new Set([first, ...others].flatMap(({ missing }) => Object.keys(missing)))];
        report(
          first.field,
          'missing',
          {
            name: route.name,
            application: application.name,
            fields: fields.map((field) => `"${field}"`).join(', '),
          },
          {
            related: others.map(({ field }) => ({ at: field, message: 'here, too' })),
            fix: () => ({
              title: 'Write what the API server sets by default.',
              writes: [first, ...others].flatMap(({ field, missing }) =>
                Object.entries(missing).map(([key, value]) => ({ field: field.at(key), value })),
              ),
            }),
          },
        );
      }
    }
  },
});

interface Incomplete {
  readonly field: Field;
  /** The defaults that the API server adds. */
  readonly missing: Readonly<Record<string, unknown>>;
}

/** The parts of a route to which the API server adds defaults. */
function incomplete(route: Resource): readonly Incomplete[] {
  const whole = route.at().value;
  return isMap(whole) ? lackingIn(route.at('spec'), withCustomDefaults(whole)['spec']) : [];
}

function lackingIn(field: Field, filled: unknown): readonly Incomplete[] {
  if (isList(filled)) return field.items.flatMap((item, index) => lackingIn(item, filled[index]));
  if (!isMap(filled)) return [];
  // The order of keys in a map has no meaning.
  const keys = Object.keys(filled).sort();
  // Null has no default, or is too rare to matter.
  const missing = keys.filter((key) => !field.at(key).exists && filled[key] !== null);
  const inner = keys.flatMap((key) => (missing.includes(key) ? [] : lackingIn(field.at(key), filled[key])));
  if (missing.length === 0) return inner;
  return [{ field, missing: Object.fromEntries(missing.map((key) => [key, filled[key]])) }, ...inner];
}
