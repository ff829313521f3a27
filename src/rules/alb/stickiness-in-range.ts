import { trafficRouting } from '../../kubernetes/kinds/rollout.js';
import alb from '../../rollouts/routers/alb.js';
import { typedRule } from '../rule.js';

const [shortest, longest] = [1, 604_800];

export default typedRule({
  meta: {
    name: 'alb/stickiness-in-range',
    description: 'Require the stickiness duration of ALB traffic routing to be between 1 second and 7 days.',
    why: 'The controller fails to write any weight: "TargetGroupStickinessConfig\'s duration must be between 1 and 604800 seconds". The update makes no progress and shows no reason.',
    consequence: 'pass-error',
    severity: 'error',
    messages: {
      outside:
        'durationSeconds {seconds} is outside the range {shortest} to {longest} (7 days); set a value inside it.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/#sticky-session',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/alb/alb.go',
    ],
  },

  router: alb,

  checkRollout(rollout, { report }) {
    const stickiness = trafficRouting(rollout).at('alb', 'stickinessConfig');
    const duration = stickiness.at('durationSeconds');
    const seconds = duration.number;
    if (stickiness.at('enabled').boolean !== true || seconds === undefined) return;
    if (seconds < shortest || seconds > longest) report(duration, 'outside', { seconds, shortest, longest });
  },
});
