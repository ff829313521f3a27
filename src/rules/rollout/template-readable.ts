import { expectedIn } from '../../controllers/unread.js';
import { isWithin, unreadIn } from '../../facts/rollout/unread.js';
import { verdictsOn } from '../../facts/rollout/verdict.js';
import { inWords } from '../../facts/schema/problems.js';
import { isFilledInAnywhere } from '../../model/placeholder.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'rollout/template-readable',
    description: 'Require resources and volumes of a pod template to be what the controller can read.',
    why: 'The API server stores any value there, but the controller does not see this field and, after a wrong quantity, others as well: pods start without them, or the Rollout is InvalidSpec. Its first write removes from the Rollout in the cluster what it has not seen.',
    consequence: 'unseen-by-controller',
    severity: 'error',
    messages: {
      unread: 'The controller does not see {path} of Rollout "{rollout}": {value} is not {expected}.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/tolerantinformer/tollerantinformer.go',
      'https://github.com/argoproj/argo-rollouts/issues/1045',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    if (graph.isPatched(rollout, ['spec', 'template'])) return;
    const unread = unreadIn(graph, rollout);
    const verdicts = unread.length > 0 ? verdictsOn(graph, rollout) : [];
    for (const one of unread) {
      const field = rollout.at(...one.path);
      const value = JSON.stringify(one.value);
      // Where the controller tells of what it misses then, that is said.
      const isTold = verdicts.some(({ field: told }) => isWithin(told.path, one.path));
      if (isFilledInAnywhere(field) || isTold) continue;
      const path = inWords(one.path);
      report(field, 'unread', { rollout: rollout.name, path, value, expected: expectedIn(one) });
    }
  },
});
