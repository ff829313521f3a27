import { ApiObject, App, Chart, type ChartProps } from 'cdk8s';
import type { Construct } from 'constructs';
import { CanaryRollout, IstioTraffic } from 'rolloutkit/constructs';

export class Shop extends Chart {
  readonly checkout: CanaryRollout<'istio-subset'>;

  constructor(scope: Construct, id: string, props: ChartProps = {}) {
    super(scope, id, props);

    this.checkout = new CanaryRollout(this, 'checkout', {
      pod: {
        image: 'registry.example.com/checkout:1.4.2',
        port: 8080,
        readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
        resources: { requests: { cpu: '100m', memory: '128Mi' } },
      },
      replicas: 4,
      traffic: IstioTraffic.subsets(),
      steps: [{ setWeight: process.env['PLANT_ERROR'] ? 150 : 20 }, { pause: {} }],
    });
  }
}

const app = new App();
new Shop(app, 'shop', { namespace: 'shop' });
if (process.env['PLANT_FAULT'])
  new ApiObject(new Chart(app, 'cart'), 'route', {
    apiVersion: 'networking.istio.io/v1',
    kind: 'VirtualService',
    metadata: { name: 'cart' },
    spec: { hots: ['cart'] },
  });
app.synth();
