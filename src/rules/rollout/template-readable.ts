import { expectedIn } from '../../rollouts/controllers/unread.js';
import { isWithin, unknownInVolumes, unreadIn } from '../facts/rollout/unread.js';
import { verdictsOn } from '../facts/rollout/verdict.js';
import { problemPath } from '../facts/schema/problems.js';
import { nearestName } from '../../model/nearest-name.js';
import { isFilledInAnywhere, isTextFilledIn } from '../../model/placeholder.js';
import { renamedTo, removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/template-readable',
    description: 'Require resources and volumes of a pod template to be readable by the controller.',
    why: "The API server stores any value there, but the controller cannot read this field and, after an invalid quantity, other fields as well: pods start without them, or the Rollout is InvalidSpec. The controller's first write removes these fields from the Rollout in the cluster.",
    consequence: 'unseen-by-controller',
    severity: 'error',
    messages: {
      unread: 'The controller cannot read {path} of Rollout "{rollout}": {value} is not {expected}.',
      unknown:
        'The controller cannot read {path} of Rollout "{rollout}", because {parent} has no field "{key}"; remove it.',
      nearest:
        'The controller cannot read {path} of Rollout "{rollout}", because {parent} has no field "{key}"; did you mean "{nearest}"?',
    },
    fixes: ['unsafe'],
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
      // The message mentions whether the controller reports the missing part.
      const isTold = verdicts.some(({ field: told }) => isWithin(told.path, one.path));
      if (isFilledInAnywhere(field) || isTold) continue;
      const path = problemPath(one.path);
      report(field, 'unread', { rollout: rollout.name, path, value, expected: expectedIn(one) });
    }
    for (const { path, known } of unknownInVolumes(rollout)) {
      const [field, key] = [rollout.at(...path), String(path.at(-1))];
      if (isFilledInAnywhere(field) || isTextFilledIn(rollout, key)) continue;
      const nearest = nearestName(key, known);
      const data = {
        rollout: rollout.name,
        path: problemPath(path),
        parent: problemPath(path.slice(0, -1)),
        key,
      };
      report(
        field,
        nearest === undefined ? 'unknown' : 'nearest',
        { ...data, nearest },
        {
          atKey: true,
          fix: () =>
            nearest === undefined ? removalOf(field, 'unsafe') : renamedTo(field, nearest, 'unsafe'),
        },
      );
    }
  },
});
