import { isFilledIn } from '../../model/placeholder.js';
import { defineRule } from '../rule.js';
import { inWords, schemaProblems } from './problems.js';

export default defineRule({
  meta: {
    name: 'schema/values-valid',
    description: 'Require every value to be of the type and in the range that its field has.',
    why: 'The API server refuses the manifest.',
    severity: 'error',
    messages: {
      type: '{path} of {kind} "{name}" is {actual}; it must be {expected}.',
      value: '{path} of {kind} "{name}" is "{actual}"; it can be {known}.',
      range: '{path} of {kind} "{name}" has the value {actual}; it must be {expected}.',
      exclusive: '{path} of {kind} "{name}" sets {fields} together; it can have one of {known}.',
    },
    links: [
      'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/',
    ],
    aliases: ['schema-validation'],
  },

  check({ graph, report }) {
    for (const problem of schemaProblems(graph)) {
      const { keyword, resource, field, path, known = [] } = problem;
      if (isFilledIn(field)) continue;
      const data = {
        path: inWords(path) || 'The top level',
        kind: resource.kind,
        name: resource.name,
        actual: problem.actual,
        expected: problem.expected,
        fields: problem.name,
        known: known.join(', '),
      };
      if (keyword === 'type') report(field, 'type', data);
      else if (keyword === 'enum') report(field, 'value', data);
      else if (keyword === 'exclusive') report(field, 'exclusive', data);
      else if (keyword === 'range' || keyword === 'format' || keyword === 'pattern')
        report(field, 'range', {
          ...data,
          expected: keyword === 'pattern' ? `of the form ${problem.expected}` : problem.expected,
        });
    }
  },
});
