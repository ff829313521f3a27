import { untouchedCase, judged } from '../facts/istio/mesh.js';
import { refusalsOf, validatedKinds } from '../../kubernetes/validation/istio/refusals.js';
import { ofRefusal } from '../choices.js';
import { typedRule } from '../rule.js';
import { untouched } from '../untouched.js';

const why =
  'The webhook of istiod refuses the object, so a sync fails and an earlier version of it stays. Without the webhook, Envoy may refuse all that is sent to it.';

export default typedRule({
  meta: {
    name: 'istio/accepted-by-istio',
    description:
      "Require VirtualServices, DestinationRules, Gateways and ServiceEntries to pass Istio's own validation.",
    why,
    consequence: 'refused-by-api-server',
    severity: 'error',
    otherwise: untouched('refused-by-api-server', why),
    fixes: ['choice'],
    messages: { refused: '{path} of {kind} "{name}" {problem}.' },
    yieldsTo: ['istio/resting-weights'],
    links: [
      'https://istio.io/latest/docs/reference/config/analysis/ist0106/',
      'https://github.com/istio/istio/blob/1.30.0/pkg/config/validation/validation.go',
    ],
    aliases: ['IST0106'],
  },

  *check({ graph, report }) {
    for (const kind of validatedKinds)
      for (const resource of judged(graph, kind)) {
        yield resource;
        if (!resource.isReadable) continue;
        for (const refusal of refusalsOf(resource)) {
          const { at, problem, rests = [] } = refusal;
          report(
            at,
            'refused',
            { path: pathOf(at.path), kind, name: resource.name, problem },
            {
              rests: [at, ...rests],
              case: untouchedCase(graph, resource),
              choices: () => ofRefusal(refusal),
              unless: { 'istio/resting-weights': at },
            },
          );
        }
      }
  },
});

function pathOf(path: readonly (string | number)[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`))
    .join('');
}
