import { intOrPercent } from '../../kinds/int-or-percent.js';
import { blueGreen, canary } from '../../kinds/rollout.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'steps/surge-parses',
    description:
      'Require maxSurge and maxUnavailable to be numbers or percentages, not negative and not both 0.',
    why: 'Both 0 makes the Rollout InvalidSpec: "MaxSurge and MaxUnavailable both can not be zero". A value that is not a number counts as 0.',
    otherwise: {
      unread: {
        when: 'For a text that is no number beside another value',
        consequence: 'no-effect',
        why: 'The controller silently uses 0 for both, so neither value takes effect.',
      },
      counted: {
        when: 'For a negative number beside another value',
        consequence: 'no-effect',
        why: 'The controller uses the value as it is: it keeps fewer pods than the Rollout asks for, or waits for more.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      unreadable: '{key} "{text}" is neither a number nor a percentage; write 1 or "25%".',
      negative: '{key} {text} must not be negative.',
      zero: 'maxSurge and maxUnavailable are both 0, so no pod can be replaced; make one of them 1.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/#maxsurge',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const [surge, unavailable] = [canary(rollout).at('maxSurge'), canary(rollout).at('maxUnavailable')];
    const fields = [surge, unavailable, blueGreen(rollout).at('maxUnavailable')];
    // Validation takes what it cannot read for 0, and what is left out for something else.
    const isRejected = [surge, unavailable].every(
      (field) => field.exists && (intOrPercent(field)?.isZero ?? true),
    );
    let isReadable = true;
    for (const field of fields.filter(({ exists }) => exists)) {
      const { value } = field;
      if (typeof value !== 'string' && typeof value !== 'number') continue; // schema/values-valid reports it.
      const read = intOrPercent(field);
      const data = { key: String(field.key), text: String(value) };
      if (read && read.number >= 0) continue;
      isReadable = false;
      if (isPlaceholder(data.text)) continue;
      const otherwise = read ? 'counted' : 'unread';
      const isAccepted = !isRejected || field.parent?.key === 'blueGreen';
      report(field, read ? 'negative' : 'unreadable', data, { case: isAccepted ? otherwise : undefined });
    }
    if (isReadable && intOrPercent(surge)?.isZero && intOrPercent(unavailable)?.isZero)
      report(surge, 'zero', {}, { related: [{ at: unavailable, message: '0 as well' }] });
  },
});
