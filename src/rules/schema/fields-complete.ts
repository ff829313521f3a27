import { typedRule } from '../rule.js';
import { eachProblem, problemPath, type LocatedProblem } from '../facts/schema/problems.js';
import { ownKinds } from '../facts/schema/own.js';

export default typedRule({
  meta: {
    name: 'schema/fields-complete',
    description: 'Require every manifest to have the required fields of its kind.',
    why: 'The API server refuses the manifest.',
    consequence: 'refused-by-api-server',
    severity: 'error',
    messages: {
      missing: '{kind} "{name}" lacks the required field "{field}" in {parent}; add it.',
    },
    links: ['https://github.com/argoproj/argo-rollouts/blob/v1.9.1/manifests/crds/rollout-crd.yaml'],
    aliases: ['schema-validation'],
  },

  *check({ graph, report }) {
    const tell = ({ keyword, name, path, field, resource }: LocatedProblem): void => {
      if (keyword === 'required')
        report(field.at(name ?? ''), 'missing', {
          kind: resource.kind,
          name: resource.name,
          field: name,
          parent: problemPath(path) || 'its top level',
        });
    };
    yield* eachProblem(graph, tell);
    ownKinds(graph).problems.forEach(tell);
  },
});
