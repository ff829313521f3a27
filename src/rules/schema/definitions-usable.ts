import { ownKinds } from '../facts/schema/own.js';
import { LimitError } from '../../model/limit-error.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'schema/definitions-usable',
    description: 'Require CustomResourceDefinitions to have schemas that objects can be checked against.',
    why: 'The fields of its objects are not checked here.',
    consequence: 'no-effect',
    severity: 'info',
    messages: {
      unusable: 'No {kind} is checked against CustomResourceDefinition "{name}": {why}.',
    },
    links: [
      'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
    ],
  },

  check({ graph, report }) {
    const { unusable, exceeded } = ownKinds(graph);
    for (const { definition, kind, why } of unusable)
      report(definition.at('spec', 'versions'), 'unusable', { kind, name: definition.name, why });
    const [first, ...others] = exceeded;
    if (first === undefined) return;
    const all = others.length === 0 ? first : `${first} and ${others.length} more`;
    throw new LimitError(`To check objects by ${all} takes too much work, so not all of them were checked.`);
  },
});
