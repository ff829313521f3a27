const { ApiObject, App, Chart } = require('cdk8s');
const { CanaryServices } = require('rolloutkit/constructs');

const app = new App();
const chart = new Chart(app, 'checkout', { namespace: 'shop' });
const pods = { app: 'checkout' };

const services = new CanaryServices(chart, 'services', {
  name: 'checkout',
  selector: pods,
  ports: [{ name: 'http', port: 80, targetPort: 8080 }],
});

new ApiObject(chart, 'rollout', {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Rollout',
  metadata: { name: 'checkout' },
  spec: {
    replicas: 4,
    selector: { matchLabels: pods },
    template: {
      metadata: { labels: pods },
      spec: {
        containers: [
          {
            name: 'checkout',
            image: 'ghcr.io/example/checkout:1.4.2',
            ports: [{ name: 'http', containerPort: 8080 }],
          },
        ],
      },
    },
    strategy: {
      canary: {
        stableService: services.stable.name,
        canaryService: services.canary.name,
        steps: [{ setWeight: 25 }, { pause: { duration: '10m' } }, { setWeight: 50 }, { pause: {} }],
      },
    },
  },
});

app.synth();
