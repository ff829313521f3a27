import { eachOf, titled } from '../choices.js';
import { violationsOf } from '../facts/rollout/violations.js';
import { intOrPercent } from '../../kubernetes/kinds/int-or-percent.js';
import { blueGreen, canary } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { setTo } from '../fixes.js';
import { typedRule, type RuleContext } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/surge-parses',
    description:
      'Require maxSurge and maxUnavailable to be numbers or percentages that are not negative and not both 0.',
    why: 'Both 0 makes the Rollout InvalidSpec: "MaxSurge and MaxUnavailable both can not be zero". A value that is not a number counts as 0.',
    otherwise: {
      unread: {
        when: 'For a string that is not a number next to another value',
        consequence: 'no-effect',
        why: 'The controller silently uses 0 for both, so neither value takes effect.',
      },
      counted: {
        when: 'For a negative number beside another value',
        consequence: 'no-effect',
        why: 'The controller uses the negative value: it keeps fewer pods than the Rollout requests, or waits for more.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      unreadable: '{key} "{text}" is neither a number nor a percentage; write 1 or "25%".',
      negative: '{key} {text} is negative; set 0 or more.',
      zero: 'maxSurge and maxUnavailable are both 0, so no pod can be replaced; set one of them to 1.',
    },
    fixes: ['unsafe', 'choice'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/#maxsurge',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  voices: {
    'canary-surge': (_, { rollout, report }) => {
      const fields = surgesOf(rollout);
      const wrong = fields.filter(isWrongSurge);
      for (const field of wrong) reportWrong(field, report);
      const [surge, unavailable] = fields;
      if (wrong.length === 0)
        report(
          surge,
          'zero',
          {},
          {
            related: [{ at: unavailable, message: '0 as well' }],
            choices: () =>
              fields.map((field) => titled(`Set ${String(field.key)} to 1.`, { field, value: 1 })),
          },
        );
    },
  },

  checkRollout(rollout, { graph, report }) {
    const isRejected = violationsOf(graph, rollout).some(({ code }) => code === 'canary-surge');
    const accepted = [...(isRejected ? [] : surgesOf(rollout)), blueGreen(rollout).at('maxUnavailable')];
    for (const field of accepted.filter(isWrongSurge))
      reportWrong(field, report, intOrPercent(field) ? 'counted' : 'unread');
  },
});

function surgesOf(rollout: Resource): readonly [Field, Field] {
  return [canary(rollout).at('maxSurge'), canary(rollout).at('maxUnavailable')];
}

/** Whether a number or a string is not a valid amount. */
function isWrongSurge(field: Field): boolean {
  const { value } = field;
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  return !((intOrPercent(field)?.number ?? -1) >= 0);
}

function reportWrong(field: Field, report: RuleContext['report'], when?: 'counted' | 'unread'): void {
  const data = { key: String(field.key), text: field.shown };
  if (!intOrPercent(field))
    report(field, 'unreadable', data, { case: when, choices: () => eachOf(field, [1, '25%']) });
  else report(field, 'negative', data, { case: when, fix: () => setTo(field, withoutSign(field), 'unsafe') });
}

/** The same amount above 0: 0 itself could leave the Rollout without a pod that it may replace. */
function withoutSign({ value }: Field): string | number | undefined {
  if (typeof value === 'number') return Math.abs(value);
  return typeof value === 'string' ? value.replace('-', '') : undefined;
}
