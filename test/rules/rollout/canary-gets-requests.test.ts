import rule from '../../../src/rules/rollout/canary-gets-requests.js';
import { describeRule } from '../../support/describe-rule.js';

const apart =
  'setWeight: 10 of Rollout "web" moves no requests: during an update Service "web-stable" selects only stable pods and Service "web-canary" only canary pods, no other Service selects both, and there is no traffic router; add a Service that selects both versions, or add trafficRouting.';

const sent = (kind: string): string =>
  `${kind} "web" sends all requests to Service "web-stable", which selects only stable pods during an update, and Rollout "web" has no traffic router; lead them to a Service that selects both versions, or add trafficRouting.`;

const unserved =
  'setWeight: 10 of Rollout "web-rollout" moves no requests: no Service selects its pods (app: my-web), and Service "web" selects those of Deployment "web"; use the labels of the Rollout in the Service, or add a Service.';

describeRule(rule, {
  'bad.yaml': [sent('Ingress')],
  'openshift-route.yaml': [sent('Route')],
  'virtual-service.yaml': [sent('VirtualService')],
  'outside.yaml': [
    'Service "web-stable" of type LoadBalancer takes requests from outside, but selects only stable pods during an update, and Rollout "web" has no traffic router, so setWeight: 10 moves no requests; add a Service of this type that selects both versions, or add trafficRouting.',
  ],
  // Its Service in another namespace has none of the pods.
  'other-environment': [apart],
  'same-name': [apart.replace('"web-stable"', '"web"')],
  'openshift-both.yaml': [],
  'apart.yaml': [apart],
  'alone.yaml': [
    'setWeight: 10 of Rollout "web" moves no requests: during an update Service "web-stable" selects only stable pods, no other Service selects the canary pods, and there is no traffic router; add a Service that selects both versions, or add trafficRouting.',
  ],
  // A route with weights of its own gives the canary its share from the first pod on, whatever the steps say.
  'fixed-weights.yaml': [apart],
  'both-selected.yaml': [],
  'unserved.yaml': [unserved],
  // The image is another one, but is known to answer requests.
  'unserved-server.yaml': [unserved],
  'unserved-without-port.yaml': [],
  // Its port may be that of its metrics: nothing says that it has the requests of the Deployment.
  'unserved-worker.yaml': [],
  'served-by-another.yaml': [],
  'other-way.yaml': [],
  'selector-open.yaml': [],
  'only-whole-weights.yaml': [],
  'good.yaml': [],
});
