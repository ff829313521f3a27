import { analyses, hasValue, namedArguments } from '../../kubernetes/kinds/analysis.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import type { Field } from '../../model/field.js';
import { nearestName } from '../../model/nearest-name.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { removalOf } from '../fixes.js';
import { eachOf } from '../choices.js';
import { typedRule } from '../rule.js';
import { quoted } from '../facts/words.js';
import { templatesOf } from '../facts/rollout/templates-of.js';

export default typedRule({
  meta: {
    name: 'rollout/analysis-arguments-known',
    description: 'Require an analysis to pass only arguments that its templates declare, with values.',
    why: 'The controller silently drops an argument that no template declares and all but the last one of a name, and reads one without a value as an empty string: the metric queries something else.',
    consequence: 'analysis-void',
    severity: 'warning',
    messages: {
      unknown:
        'No template of {analysis} of Rollout "{rollout}" declares argument "{argument}", only {known}; use one of these, or remove the argument.',
      none: 'No template of {analysis} of Rollout "{rollout}" declares an argument, so "{argument}" has no effect; remove the argument.',
      empty:
        'Argument "{argument}" in {analysis} of Rollout "{rollout}" has neither value nor valueFrom, so it is an empty string; set one of them.',
      hash: 'Argument "{argument}" in {analysis} of Rollout "{rollout}" is an empty string, because the controller knows no podTemplateHashValue "{value}"; use Latest or Stable.',
      repeated:
        'Argument "{argument}" is given twice in {analysis} of Rollout "{rollout}", and the last one counts; remove the other.',
    },
    fixes: ['safe', 'choice'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#analysis-template-arguments',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/factory.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const { args, templates: references, words } of analyses(rollout)) {
      const given = namedArguments(args);
      if (given.length === 0) continue;
      const { found, isComplete } = templatesOf(graph, references);
      const declared = found.flatMap((template) => namedArguments(template.at('spec', 'args')));
      const known = new Set(declared.map((argument) => argument.at('name').text ?? ''));
      const names = given.map((argument) => argument.at('name').text ?? '');
      // A name similar to an argument that needs a value is covered by rollout/analysis-arguments-resolve.
      const unresolved = declared
        .filter((argument) => !hasValue(argument))
        .map((argument) => argument.at('name').text ?? '')
        .filter((name) => !names.includes(name));

      for (const [index, argument] of given.entries()) {
        const name = argument.at('name');
        const data = { argument: name.text, analysis: words, rollout: rollout.name };
        if (isComplete && !known.has(name.text ?? '')) {
          const strange = names.filter((other) => !known.has(other));
          if (unresolved.some((other) => nearestName(other, strange) === name.text)) continue;
          if (known.size === 0) report(name, 'none', data, { fix: () => removalOf(argument) });
          else
            report(
              name,
              'unknown',
              { ...data, known: quoted(known) },
              {
                rests: declared.map((other) => other.at('name')),
                choices: () => [
                  ...eachOf(
                    name,
                    [...known].filter((other) => !names.includes(other)),
                  ),
                  { ...removalOf(argument), title: `Remove argument "${name.shown}".` },
                ],
              },
            );
        } else if (!hasValue(argument)) report(name, 'empty', data);
        else if (isOfUnknownPods(argument)) {
          const hash = argument.at('valueFrom', 'podTemplateHashValue');
          report(
            hash,
            'hash',
            { ...data, value: hash.text },
            { rests: [argument], choices: () => eachOf(hash, ['Latest', 'Stable']) },
          );
        }
        const last = given.slice(index + 1).findLast((other) => other.at('name').text === name.text);
        if (last && known.has(name.text ?? '') && !isSameJson(last.value, argument.value))
          report(name, 'repeated', data, {
            rests: [argument, last],
            related: [{ at: last, message: 'the last one' }],
            // The last one counts already.
            fix: () => removalOf(argument),
          });
      }
    }
  },
});

/** Whether an argument has no value of its own and asks for the hash of pods that the controller does not know. */
function isOfUnknownPods(argument: Field): boolean {
  const hash = argument.at('valueFrom', 'podTemplateHashValue').text;
  if (hash === undefined || (argument.at('value').text ?? '') !== '') return false;
  return hash !== 'Latest' && hash !== 'Stable' && !isPlaceholder(hash);
}
