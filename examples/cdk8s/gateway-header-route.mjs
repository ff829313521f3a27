import { Chart } from 'cdk8s';
import { CanaryRollout, GatewayTraffic, Steps } from 'rolloutkit/constructs';
import { deployed, namespace } from './deployed.mjs';
import { podinfo } from './podinfo.mjs';

/** @param {import('cdk8s').App} app */
export default function gatewayHeaderRoute(app) {
  const chart = new Chart(app, 'gateway-header-route', { namespace: 'fares' });

  new CanaryRollout(chart, 'fares-api', {
    pod: podinfo,
    replicas: 5,
    traffic: GatewayTraffic.route({
      hostnames: ['fares.example.com'],
      gateway: { name: 'fares', className: 'eg' },
      stableService: 'fares-api-stable',
    }),
    steps: [
      // A header route without a canary pod is taken away again, so the pod comes first.
      Steps.scale(20),
      // One item, not two: while it pauses, the controller puts the route back whenever it is lost.
      {
        ...Steps.headerRoute('fares-preview', 'X-Fares-Preview', { exact: 'staff' }),
        ...Steps.pause(),
      },
      ...Steps.ramp([10], { pause: '10m' }),
      // From here on the canary grows with its share of the traffic.
      Steps.matchTrafficWeight(),
      ...Steps.ramp([50], { pause: '10m' }),
    ],
  });

  deployed(chart, 'fares-api', { example: 'gateway-header-route', namespace: 'fares' });
  namespace(new Chart(app, 'gateway-header-route-namespace'), 'fares');
}
