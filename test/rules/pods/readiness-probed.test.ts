import rule from '../../../src/rules/pods/readiness-probed.js';
import { describeRule } from '../../support/describe-rule.js';

const weight =
  'No container of Rollout "web" has a readinessProbe, so its new pods count as available once they run, and setWeight: 25 gives them requests even if they do not answer yet; add a readinessProbe.';
const each =
  'No container of Rollout "web" has a readinessProbe, so Service "web" sends requests to each new pod once it runs, even if it does not answer yet; add a readinessProbe.';

describeRule(rule, {
  'canary.yaml': [weight],
  // A liveness probe restarts a container and does not keep requests from it.
  'liveness.yaml': [weight],
  'no-steps.yaml': [each],
  'blue-green.yaml': [
    'No container of Rollout "web" has a readinessProbe, so its new pods count as available once they run, and Service "web" is switched to them even if they do not answer yet; add a readinessProbe.',
  ],
  'blue-green-by-hand.yaml': [each],
  // A container with a startup probe is not ready before it succeeds, and a pod not before its hooks have ended.
  'startup-probe.yaml': [],
  'post-start.yaml': [],
  'readiness-probe.yaml': [],
  'sidecar-probe.yaml': [],
  'service-elsewhere.yaml': [
    'No container of Rollout "web" has a readinessProbe, so its new pods count as available once they run, and setWeight: 25 goes on even if they do not answer yet; add a readinessProbe.',
  ],
  'experiment.yaml': [
    'No container of Rollout "web" has a readinessProbe, so its new pods count as available once they run, and its experiment goes on even if they do not answer yet; add a readinessProbe.',
  ],
  'experiment-of-a-worker.yaml': [],
  'active-elsewhere.yaml': [each],
  'active-filled-in.yaml': [],
  'worker.yaml': [],
  'routed-elsewhere.yaml': [
    'No container of Rollout "web" has a readinessProbe, so its new pods count as available once they run, and setWeight: 25 goes on even if they do not answer yet; add a readinessProbe.',
  ],
  'headless.yaml': [],
  'not-ready-published.yaml': [],
  'readiness-gate.yaml': [],
  'gates-by-namespace.yaml': [],
  patched: [],
  'image-set': [weight],
});
