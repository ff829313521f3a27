import { Chart } from 'cdk8s';
import { AlbTraffic, CanaryRollout, Steps } from 'rolloutkit/constructs';
import { deployed, namespace } from './deployed.mjs';
import { podinfo } from './podinfo.mjs';

/** @param {import('cdk8s').App} app */
export default function albHeaderRoute(app) {
  const chart = new Chart(app, 'alb-header-route', { namespace: 'ticketing' });

  new CanaryRollout(chart, 'ticket-api', {
    pod: podinfo,
    replicas: 10,
    traffic: AlbTraffic.ingress({
      host: 'tickets.example.com',
      annotations: {
        'alb.ingress.kubernetes.io/scheme': 'internet-facing',
        'alb.ingress.kubernetes.io/healthcheck-path': '/readyz',
      },
      stableService: 'ticket-api-stable',
      // The Ingress and callers inside the cluster name this one: all pods, whatever their version.
      rootService: 'ticket-api-root',
    }),
    steps: [
      // A header route without a canary pod is taken away again, so the pod comes first.
      Steps.scale(10),
      // One item, not two: while it pauses, the controller puts the route back whenever it is lost.
      {
        ...Steps.headerRoute('ticket-api-preview', 'X-Ticket-Preview', { exact: 'staff' }),
        ...Steps.pause(),
      },
      ...Steps.ramp([1], { pause: '10m' }),
      // From here on the canary grows with its share of the traffic.
      Steps.matchTrafficWeight(),
      ...Steps.ramp([80], { pause: '10m' }),
    ],
  });

  deployed(chart, 'ticket-api', { example: 'alb-header-route', namespace: 'ticketing' });
  // Pods are ready once the load balancer finds them healthy.
  namespace(new Chart(app, 'alb-header-route-namespace'), 'ticketing', {
    'elbv2.k8s.aws/pod-readiness-gate-inject': 'enabled',
  });
}
