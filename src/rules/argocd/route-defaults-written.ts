import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { optionsOf, syncOptionsKey } from '../../kinds/application.js';
import { defineRule } from '../rule.js';
import { optionsFor } from './deployed.js';
import { entriesFor } from './entries.js';
import { isServerSideDiff } from './moments.js';

export default defineRule({
  meta: {
    name: 'argocd/route-defaults-written',
    description:
      'Require an HTTPRoute that is applied server-side to say what the API server would fill in, unless the diff is server-side, too.',
    why: 'With ServerSideApply=true Argo CD predicts the result without the defaults of custom resources. The cluster has them, Git has not, and the Application is OutOfSync for good.',
    severity: 'warning',
    messages: {
      missing:
        'HTTPRoute "{name}" leaves out {fields}, which the API server fills in, and Application "{application}" is OutOfSync over it with ServerSideApply=true; write them, or set the compare option ServerSideDiff=true (nothing to do if Argo CD has it on for all).',
    },
    links: [
      'https://github.com/argoproj/argo-cd/issues/22151',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diff-strategies/',
    ],
  },

  check({ graph, report }) {
    for (const route of graph.ofKind('HTTPRoute', 'gateway.networking.k8s.io')) {
      for (const application of graph.applications(route)) {
        const options = optionsFor(application);
        const isServerSide =
          options.sync.has('ServerSideApply=true') ||
          optionsOf(route.at(), syncOptionsKey).includes('ServerSideApply=true');
        if (!isServerSide || isServerSideDiff(graph, options)) continue;
        // What is ignored there may be just that.
        if (entriesFor(graph, application, route).length > 0) continue;
        const [first, ...others] = incomplete(route);
        if (!first) continue;
        const fields = [...new Set([first, ...others].flatMap(missingIn))];
        report(
          first,
          'missing',
          {
            name: route.name,
            application: application.name,
            fields: fields.map((field) => `"${field}"`).join(', '),
          },
          { related: others.map((at) => ({ at, message: 'here, too' })) },
        );
      }
    }
  },
});

/** The Services that a route leads to, as far as something is left out there. */
function incomplete(route: Resource): readonly Field[] {
  return route
    .at('spec', 'rules')
    .items.flatMap((rule) => rule.at('backendRefs').items)
    .filter((backend) => missingIn(backend).length > 0);
}

/** https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.0/apis/v1/object_reference_types.go */
function missingIn(backend: Field): readonly string[] {
  // An explicit empty group is one.
  const isThere = (key: string): boolean => backend.at(key).exists;
  return ['group', 'kind', 'weight'].filter((key) => !isThere(key));
}
