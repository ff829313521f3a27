import rule from '../../../src/rules/schema/suppressions-valid.js';
import { describeRule } from '../../support/describe-rule.js';

const unknown = (key: string, object: string, hint = ''): string =>
  `Annotation "suppress.rolloutkit/${key}" of ${object} does not name a rule; the part after the slash must be a rule name, with a dot in place of its slash.${hint}`;
const reason = (key: string): string =>
  `Annotation "suppress.rolloutkit/${key}" of Rollout "web" has no reason; put a short explanation in its value.`;

const unnamed = (object: string, hint = ''): string =>
  `Annotation "assume.rolloutkit/objects" of Ingress "web" lists "${object}", which is not kind/namespace/name, such as Service/shop/checkout, or kind/name.${hint}`;

describeRule(rule, {
  'assumed-elsewhere.yaml': [],
  'assumed-misspelt.yaml': [
    'Rollout "web" assumes Service "swapi-wbe", which is not found; did you mean "swapi-web"?',
  ],
  'assumed-unnamed.yaml': [
    unnamed('Services/swapi-web', ' Did you mean "Service/swapi-web"?'),
    unnamed('swapi-web'),
  ],
  'misspelt.yaml': [
    unknown(
      'rollout.service-exist',
      'Rollout "web"',
      ' Did you mean "suppress.rolloutkit/rollout.services-exist"?',
    ),
  ],
  'name-as-it-is.yaml': [
    unknown(
      'schema/fields-known',
      'Service "web"',
      ' Did you mean "suppress.rolloutkit/schema.fields-known"?',
    ),
  ],
  'no-reason.yaml': [
    reason('rollout.services-exist'),
    reason('steps.managed-route-declared'),
    reason('istio.route-exists'),
  ],
  'rule-of-the-reader.yaml': [unknown('yaml.unique-keys', 'Service "web"')],
  'whole-area.yaml': [unknown('istio', 'VirtualService "web"')],
  'with-a-reason.yaml': [],
});
