import { ApiObject, Chart } from 'cdk8s';
import { CanaryRollout, IstioTraffic, Steps } from 'rolloutkit/constructs';
import { deployed, namespace } from './deployed.mjs';
import { podinfo } from './podinfo.mjs';

/** @param {import('cdk8s').App} app */
export default function istioSubset(app) {
  const chart = new Chart(app, 'istio-subset', { namespace: 'pricing' });

  new CanaryRollout(chart, 'quotes', {
    pod: podinfo,
    replicas: 4,
    traffic: IstioTraffic.subsets({ hosts: ['quotes.example.com'], gateways: ['pricing/public'] }),
    steps: [...Steps.ramp([5]), ...Steps.ramp([50], { pause: '10m' })],
  });

  // One Gateway with the hosts of both.
  new ApiObject(chart, 'gateway', {
    apiVersion: 'networking.istio.io/v1',
    kind: 'Gateway',
    metadata: { name: 'public' },
    spec: {
      selector: { istio: 'ingressgateway' },
      servers: [
        {
          port: { number: 80, name: 'http', protocol: 'HTTP' },
          hosts: ['quotes.example.com', 'rates.example.com'],
        },
      ],
    },
  });
  rates(chart);

  deployed(chart, 'pricing', { example: 'istio-subset', namespace: 'pricing' });
  namespace(new Chart(app, 'istio-subset-namespace'), 'pricing', { 'istio-injection': 'enabled' });
}

/**
 * The same split without Argo Rollouts: two Deployments, and a person who edits the weights in Git.
 * @param {Chart} chart
 */
function rates(chart) {
  const host = 'rates.pricing.svc.cluster.local';
  const versions = [
    { version: 'v1', weight: 90, image: 'ghcr.io/stefanprodan/podinfo:6.8.0' },
    { version: 'v2', weight: 10, image: 'ghcr.io/stefanprodan/podinfo:6.9.0' },
  ];
  /** @param {string} version */
  const labels = (version) => ({ app: 'rates', version });
  /**
   * @param {string} apiVersion
   * @param {string} kind
   * @param {object} spec
   */
  const object = (apiVersion, kind, spec, name = 'rates') =>
    new ApiObject(chart, `${kind}-${name}`, { apiVersion, kind, metadata: { name }, spec });

  object('v1', 'Service', {
    selector: { app: 'rates' },
    ports: [{ name: 'http', port: 80, targetPort: 'http' }],
  });
  const { port, readinessProbe, resources } = podinfo;
  for (const { version, image } of versions)
    object(
      'apps/v1',
      'Deployment',
      {
        replicas: 2,
        selector: { matchLabels: labels(version) },
        template: {
          metadata: { labels: labels(version) },
          spec: {
            containers: [
              {
                name: 'rates',
                image,
                ports: [{ name: 'http', containerPort: port }],
                readinessProbe,
                resources,
              },
            ],
          },
        },
      },
      `rates-${version}`,
    );
  object('networking.istio.io/v1', 'DestinationRule', {
    host,
    subsets: versions.map(({ version }) => ({ name: version, labels: labels(version) })),
  });
  object('networking.istio.io/v1', 'VirtualService', {
    hosts: [host, 'rates.example.com'],
    gateways: ['mesh', 'pricing/public'],
    http: [
      {
        name: 'primary',
        route: versions.map(({ version, weight }) => ({ destination: { host, subset: version }, weight })),
      },
    ],
  });
}
