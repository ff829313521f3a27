import rule from '../../../src/rules/schema/suppressions-valid.js';
import { describeRule } from '../../support/describe-rule.js';

const unknown = (key: string, object: string, hint = ''): string =>
  `Annotation "suppress.rolloutkit/${key}" of ${object} names no rule; what follows the slash is the name of a rule of objects, with a dot for its slash.${hint}`;
const reason = (key: string): string =>
  `Annotation "suppress.rolloutkit/${key}" of Rollout "web" gives no reason; its value says in a few words why the rule shall say nothing.`;

describeRule(rule, {
  'misspelt.yaml': [
    unknown('rollout.service-exist', 'Rollout "web"', ' Is it "suppress.rolloutkit/rollout.services-exist"?'),
  ],
  'name-as-it-is.yaml': [
    unknown('schema/fields-known', 'Service "web"', ' Is it "suppress.rolloutkit/schema.fields-known"?'),
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
