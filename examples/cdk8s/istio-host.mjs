import { Chart } from 'cdk8s';
import { CanaryRollout, IstioTraffic, Steps } from 'rolloutkit/constructs';
import { deployed, namespace } from './deployed.mjs';
import { podinfo } from './podinfo.mjs';

/** @param {import('cdk8s').App} app */
export default function istioHost(app) {
  // No namespace: the Application decides.
  const chart = new Chart(app, 'istio-host');

  new CanaryRollout(chart, 'catalog', {
    pod: podinfo,
    replicas: 4,
    traffic: IstioTraffic.hosts({
      stableService: 'catalog-stable',
      // The address that callers in the mesh use; the VirtualService decides which of the other two answers.
      rootService: 'catalog',
      hosts: ['catalog.example.com'],
      gateway: {},
      otherRoutes: {
        before: [{ name: 'moved', match: [{ uri: { exact: '/books' } }], redirect: { uri: '/catalog' } }],
      },
    }),
    steps: [...Steps.ramp([5]), ...Steps.ramp([50], { pause: '10m' })],
  });

  namespace(chart, 'bookshop', { 'istio-injection': 'enabled' });
  deployed(chart, 'catalog', { example: 'istio-host', namespace: 'bookshop' });
}
