import { Chart } from 'cdk8s';
import { CanaryRollout, IstioTraffic, Steps } from 'rolloutkit/constructs';
import { deployed, namespace } from './deployed.mjs';
import { podinfo } from './podinfo.mjs';

/** @param {import('cdk8s').App} app */
export default function configmapRevision(app) {
  const chart = new Chart(app, 'configmap-revision', { namespace: 'reception' });

  new CanaryRollout(chart, 'greeter', {
    pod: { ...podinfo, command: ['./podinfo', '--port=9898', '--config-path=/config'] },
    replicas: 4,
    traffic: IstioTraffic.subsets(),
    config: [
      {
        mountPath: '/config',
        // Other texts have another name, and so are an update with all its steps.
        files: { greeting: 'Welcome', language: 'en' },
        // Stable pods mount it until the update is promoted; then take it out.
        previous: [{ greeting: 'Good morning', language: 'en' }],
      },
    ],
    steps: [...Steps.ramp([5]), ...Steps.ramp([50], { pause: '10m' })],
  });

  deployed(chart, 'greeter', { example: 'configmap-revision', namespace: 'reception' });
  namespace(new Chart(app, 'configmap-revision-namespace'), 'reception', { 'istio-injection': 'enabled' });
}
