import { describe, expect, it } from 'vitest';
import { blueGreenManifests } from '../../../src/constructs/manifests/blue-green.js';
import { canaryManifests, orderedManifests } from '../../../src/constructs/manifests/canary.js';
import { type Manifest, UnfitProps } from '../../../src/constructs/manifests/manifest.js';
import { NginxTraffic, NoTraffic } from '../../../src/constructs/manifests/traffic.js';

/**
 * Two shapes in which charts put their objects, written by hand as a chart renders them: with names behind that of the Rollout, a
 * monitor in the namespace of Prometheus, and Ingresses that no router splits. `docs/constructs/charts.md` has the charts.
 */
const labels = { app: 'shop' };
const object = (
  apiVersion: string,
  kind: string,
  name: string,
  fields: object,
  metadata: object = {},
): object => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'web', ...metadata },
  ...fields,
});
const backend = (name: string, port: string): object => ({ service: { name, port: { name: port } } });
const ofRollout = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name: 'shop' };
const http = { name: 'http', port: 80, targetPort: 8080, protocol: 'TCP' } as const;
const container = {
  name: 'shop',
  image: 'shop:1',
  ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
};
const template = { metadata: { labels }, spec: { containers: [container] } };

const canaryChart = [
  object('v1', 'Service', 'shop', { spec: { type: 'ClusterIP', selector: labels, ports: [http] } }),
  object('networking.k8s.io/v1', 'Ingress', 'shop-ingress', {
    spec: {
      ingressClassName: 'nginx',
      rules: [
        {
          host: 'shop.example.com',
          http: {
            paths: [{ path: '/', pathType: 'ImplementationSpecific', backend: backend('shop', 'http') }],
          },
        },
      ],
    },
  }),
  object('argoproj.io/v1alpha1', 'Rollout', 'shop', {
    spec: {
      selector: { matchLabels: labels },
      strategy: { canary: { steps: [{ setWeight: 50 }, { pause: { duration: '1m' } }] } },
      template,
    },
  }),
  object('autoscaling/v2', 'HorizontalPodAutoscaler', 'shop-hpa', {
    spec: {
      scaleTargetRef: ofRollout,
      minReplicas: 2,
      maxReplicas: 6,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
        },
      ],
    },
  }),
  object('policy/v1', 'PodDisruptionBudget', 'shop-pdb', {
    spec: { minAvailable: 1, selector: { matchLabels: labels } },
  }),
  object(
    'monitoring.coreos.com/v1',
    'ServiceMonitor',
    'shop-monitor',
    {
      spec: {
        namespaceSelector: { matchNames: ['web'] },
        selector: { matchLabels: labels },
        endpoints: [{ port: 'http', path: '/metrics', interval: '30s', scrapeTimeout: '20s' }],
      },
    },
    { namespace: 'monitoring', labels: { release: 'prom' } },
  ),
];

const blueGreenChart = [
  object('v1', 'ConfigMap', 'shop-settings', { data: { 'app.yaml': 'level: info' } }),
  object('v1', 'Service', 'shop-active', { spec: { type: 'LoadBalancer', selector: labels, ports: [http] } }),
  object(
    'v1',
    'Service',
    'shop-preview',
    { spec: { selector: labels, ports: [http] } },
    { labels: { role: 'preview' } },
  ),
  object('v1', 'Service', 'shop-metrics', {
    spec: { selector: labels, ports: [{ name: 'metrics', port: 9090, targetPort: 9090 }] },
  }),
  object(
    'networking.k8s.io/v1',
    'Ingress',
    'shop-preview',
    {
      spec: {
        tls: [{ hosts: ['next.example.com'], secretName: 'next' }],
        rules: [
          {
            host: 'next.example.com',
            http: { paths: [{ path: '/', pathType: 'Prefix', backend: backend('shop-preview', 'http') }] },
          },
        ],
      },
    },
    { annotations: { team: 'web' } },
  ),
  object('networking.k8s.io/v1', 'Ingress', 'shop-metrics', {
    spec: {
      rules: [
        {
          http: {
            paths: [{ path: '/metrics', pathType: 'Exact', backend: backend('shop-metrics', 'metrics') }],
          },
        },
      ],
    },
  }),
  object('argoproj.io/v1alpha1', 'Rollout', 'shop', {
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      strategy: {
        blueGreen: {
          activeService: 'shop-active',
          previewService: 'shop-preview',
          autoPromotionEnabled: false,
        },
      },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            { ...container, volumeMounts: [{ name: 'config', mountPath: '/config', readOnly: true }] },
          ],
          volumes: [{ name: 'config', configMap: { name: 'shop-settings' } }],
        },
      },
    },
  }),
];

const context = { namespace: 'web' };
const pod = { image: 'shop:1', port: 8080, defaults: false };

describe('what charts render', () => {
  it('is said of a canary without a router', () => {
    const made = canaryManifests(
      'shop',
      {
        pod,
        traffic: NoTraffic.replicas(),
        steps: [{ setWeight: 50 }, { pause: { duration: '1m' } }],
        ports: [http],
        services: { type: 'ClusterIP' },
        ingresses: [
          {
            name: 'shop-ingress',
            host: 'shop.example.com',
            pathType: 'ImplementationSpecific',
            ingressClassName: 'nginx',
          },
        ],
        replicas: { name: 'shop-hpa', minReplicas: 2, maxReplicas: 6, cpu: 80 },
        disruptionBudget: { name: 'shop-pdb', minAvailable: 1 },
        serviceMonitor: {
          name: 'shop-monitor',
          namespace: 'monitoring',
          labels: { release: 'prom' },
          selector: labels,
          interval: '30s',
          scrapeTimeout: '20s',
        },
      },
      context,
    );
    expect(orderedManifests(made)).toEqual(canaryChart);
  });

  it('is said of a blue-green Rollout with a preview', () => {
    const made = blueGreenManifests(
      'shop',
      {
        pod,
        replicas: 2,
        activeService: 'shop-active',
        blueGreen: { autoPromotionEnabled: false },
        ports: [http],
        services: { active: { type: 'LoadBalancer' }, preview: { labels: { role: 'preview' } } },
        otherServices: [{ name: 'shop-metrics', ports: [{ name: 'metrics', port: 9090 }] }],
        ingresses: [
          {
            to: 'preview',
            host: 'next.example.com',
            tls: [{ hosts: ['next.example.com'], secretName: 'next' }],
            annotations: { team: 'web' },
          },
          { to: { name: 'shop-metrics' }, path: '/metrics', pathType: 'Exact' },
        ],
        config: [{ fixedName: 'shop-settings', files: { 'app.yaml': 'level: info' }, mountPath: '/config' }],
      },
      context,
    );
    expect(orderedManifests(made)).toEqual(blueGreenChart);
  });
});

describe('an Ingress that no router splits', () => {
  const made = (ingresses: object[], more: object = {}): readonly Manifest[] =>
    canaryManifests('shop', { pod, traffic: NginxTraffic.ingress(), ingresses, ...more }).ingresses;

  it('leads to a Service that is there by its name and the name of a port', () => {
    const [ingress] = made([{ to: { name: 'docs' }, port: 'web' }]);
    expect(ingress).toMatchObject({
      metadata: { name: 'docs' },
      spec: { rules: [{ http: { paths: [{ backend: backend('docs', 'web') }] } }] },
    });
    expect(() => made([{ to: { name: 'docs' } }])).toThrow(
      new UnfitProps(
        'The ports of Service "docs" are not known here; set "port" of the Ingress to the name of one.',
      ),
    );
  });

  it('leads to a Service that the Rollout has', () => {
    expect(() => made([{ to: 'preview' }])).toThrow(
      new UnfitProps(
        'An Ingress leads to the preview Service, which is not made here; set "to" to one of stable, canary, or to { name } of a Service.',
      ),
    );
  });

  it('has a name that the Ingress of the router has not', () => {
    expect(() => made([{}])).toThrow(
      new UnfitProps('Two Ingresses are named "shop"; give one of "ingresses" another "name".'),
    );
  });

  // A policy that names callers keeps out all others, and the requests of an Ingress come from the pods of its controller.
  it('is admitted by a NetworkPolicy, or asks where its requests come from', () => {
    const networkPolicy = { from: [] };
    const policy = (ingresses: object[]): unknown =>
      canaryManifests('shop', { pod, traffic: NoTraffic.replicas(), ingresses, networkPolicy }).networkPolicy;
    const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } };
    expect(policy([{ ingressClassName: 'nginx' }])).toMatchObject({
      spec: { ingress: [{ from: [{ namespaceSelector }] }] },
    });
    expect(() => policy([{ ingressClassName: 'traefik' }])).toThrow(
      new UnfitProps(
        '"networkPolicy.from" would keep out the controller of Ingress class "traefik", which sends the requests; set "networkPolicy.router" to where they come from.',
      ),
    );
  });
});
