import { App, Chart, Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { BlueGreenRollout, CanaryRollout } from '../../../src/constructs/index.js';
import { blueGreenManifests } from '../../../src/constructs/manifests/blue-green.js';
import { canaryManifests, orderedManifests } from '../../../src/constructs/manifests/canary.js';
import { UnfitProps, type Manifest } from '../../../src/constructs/manifests/manifest.js';
import type { CanaryProps } from '../../../src/constructs/manifests/props.js';
import { AlbTraffic, NginxTraffic, NoTraffic } from '../../../src/constructs/manifests/traffic.js';

const pod = { image: 'shop:1', port: 8080 };
const context = { namespace: 'web', labels: { team: 'web' } };
const made = (props: Partial<CanaryProps>, within: object = context) =>
  canaryManifests('shop', { pod, traffic: NoTraffic.replicas(), ...props }, within);

/** The metadata and the spec of each object of a kind. */
const ofKind = (manifests: object, kind: string): readonly Manifest[] =>
  orderedManifests(manifests).filter((one) => one.kind === kind);

describe('objects beside a Rollout', () => {
  const own = { name: 'other', labels: { of: 'it' }, annotations: { why: 'asked' } };

  // Charts name the autoscaler shop-hpa and the budget shop-pdb; what they refer to keeps the name of the Rollout.
  it.each<[string, Partial<CanaryProps>]>([
    ['HorizontalPodAutoscaler', { replicas: { ...own, maxReplicas: 4 } }],
    ['ScaledObject', { scaledBy: { ...own, triggers: [{ type: 'cpu', metadata: { value: '70' } }] } }],
    ['PodDisruptionBudget', { disruptionBudget: { ...own, minAvailable: 1 } }],
    ['ServiceAccount', { serviceAccount: own }],
    ['NetworkPolicy', { networkPolicy: own }],
    ['PodMonitor', { podMonitor: own }],
    ['ServiceMonitor', { serviceMonitor: own }],
  ])('may have metadata of their own: %s', (kind, props) => {
    const [object] = ofKind(made(props), kind);
    expect(object?.metadata).toEqual({
      name: 'other',
      namespace: 'web',
      labels: { team: 'web', of: 'it' },
      annotations: { why: 'asked' },
    });
    // None of it is in the spec, where the API server would refuse it.
    expect(object?.['spec'] ?? {}).not.toHaveProperty('annotations');
    expect(object?.['spec'] ?? {}).not.toHaveProperty('name');
  });

  it('lead to the Rollout by its name and not by theirs', () => {
    const [autoscaler] = ofKind(made({ replicas: { ...own, maxReplicas: 4 } }), 'HorizontalPodAutoscaler');
    expect(autoscaler).toMatchObject({ spec: { scaleTargetRef: { name: 'shop' } } });
  });
});

describe('a monitor of another namespace', () => {
  // Prometheus looks for the pods in the namespace of the monitor unless it is told another one:
  // https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.NamespaceSelector
  it('names the namespace of the pods', () => {
    const { podMonitor, serviceMonitor } = made({
      podMonitor: { namespace: 'monitoring' },
      serviceMonitor: { namespace: 'monitoring', scrapeTimeout: '5s', honorLabels: true },
    });
    expect(podMonitor?.metadata.namespace).toBe('monitoring');
    expect(podMonitor).toMatchObject({ spec: { namespaceSelector: { matchNames: ['web'] } } });
    expect(serviceMonitor).toMatchObject({
      metadata: { namespace: 'monitoring' },
      spec: {
        namespaceSelector: { matchNames: ['web'] },
        endpoints: [{ port: 'http', path: '/metrics', scrapeTimeout: '5s', honorLabels: true }],
      },
    });
  });

  it('is one of its own namespace without', () => {
    expect(made({ podMonitor: { namespace: 'web' } }).podMonitor?.['spec']).not.toHaveProperty(
      'namespaceSelector',
    );
  });

  it('is refused where that is not known, unless it is said', () => {
    const monitor = (namespaces?: readonly string[]) =>
      made({ podMonitor: { namespace: 'monitoring', ...(namespaces && { namespaces }) } }, {}).podMonitor;
    expect(() => monitor()).toThrow(
      new UnfitProps(
        'The PodMonitor in namespace "monitoring" would look for the pods there, because their namespace is not known; set its "namespaces", or the namespace of the chart.',
      ),
    );
    expect(monitor(['shop'])).toMatchObject({ spec: { namespaceSelector: { matchNames: ['shop'] } } });
  });
});

describe('one Service', () => {
  const metrics = { name: 'metrics', port: 9090, targetPort: 'metrics' };
  const http = { name: 'http', port: 80, targetPort: 'http' };

  it('has what it has alone beside or in place of what all have', () => {
    const { stableService, canaryService } = made({
      traffic: NginxTraffic.ingress(),
      services: {
        type: 'NodePort',
        labels: { tier: 'front' },
        spec: { externalTrafficPolicy: 'Local' },
        stable: { ports: [{ ...http, nodePort: 30080 }, metrics] },
        canary: { type: 'ClusterIP', labels: { role: 'canary' }, annotations: { a: 'b' } },
      },
    });
    expect(stableService).toMatchObject({
      metadata: { labels: { team: 'web', tier: 'front' } },
      spec: {
        type: 'NodePort',
        externalTrafficPolicy: 'Local',
        ports: [{ ...http, nodePort: 30080 }, metrics],
      },
    });
    expect(canaryService).toMatchObject({
      metadata: { labels: { team: 'web', tier: 'front', role: 'canary' }, annotations: { a: 'b' } },
      spec: { type: 'ClusterIP', ports: [http] },
    });
    // What is said of one role is no field of a Service.
    expect(stableService?.['spec']).not.toHaveProperty('stable');
  });

  it.each<[string, Partial<CanaryProps>, string]>([
    ['the only one', {}, 'stable'],
    [
      'the one for all pods beside those of versions',
      { traffic: NoTraffic.replicas({ stableService: 'old' }) },
      'root',
    ],
    ['one that takes turns', { traffic: AlbTraffic.pingPong() }, 'pong'],
  ])('is %s', (_, props, role) => {
    const services = ofKind(made({ ...props, services: { [role]: { labels: { it: 'is' } } } }), 'Service');
    const names = { stable: 'shop', root: 'shop', pong: 'shop-pong' };
    expect(
      services.filter(({ metadata }) => metadata.labels?.['it'] === 'is').map((one) => one.metadata.name),
    ).toEqual([names[role as keyof typeof names]]);
  });

  it('is one of two of a blue-green Rollout', () => {
    const { activeService, previewService } = blueGreenManifests('shop', {
      pod,
      services: { active: { type: 'LoadBalancer' }, preview: { annotations: { a: 'b' } } },
    });
    expect(activeService).toMatchObject({ spec: { type: 'LoadBalancer' } });
    expect(previewService?.metadata.annotations).toEqual({ a: 'b' });
    expect(previewService?.['spec']).not.toHaveProperty('type');
  });

  it('keeps the protocols of its ports', () => {
    const dns = { name: 'dns', port: 53, protocol: 'UDP', appProtocol: 'kubernetes.io/dns' } as const;
    expect(made({ ports: [dns] }).stableService).toMatchObject({
      spec: { ports: [{ ...dns, targetPort: 53 }] },
    });
  });
});

describe('other Services', () => {
  const metrics = { name: 'metrics', port: 9090 };

  it('select the pods of all versions', () => {
    const [service] = made({
      otherServices: [{ name: 'shop-metrics', ports: [metrics], labels: { of: 'it' } }],
    }).otherServices;
    expect(service).toEqual({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'shop-metrics', namespace: 'web', labels: { team: 'web', of: 'it' } },
      spec: { selector: { app: 'shop' }, ports: [{ ...metrics, targetPort: 9090 }] },
    });
  });

  it('have the ports of all where they have none', () => {
    const [service] = blueGreenManifests('shop', { pod, otherServices: [{ name: 'all' }] }).otherServices;
    expect(service).toMatchObject({ spec: { ports: [{ name: 'http', port: 80, targetPort: 'http' }] } });
  });

  it('have other names', () => {
    const twice = new UnfitProps('Two Services are named "shop"; use different names.');
    expect(() => made({ otherServices: [{ name: 'shop' }] })).toThrow(twice);
    expect(() => blueGreenManifests('shop', { pod, otherServices: [{ name: 'shop' }] })).toThrow(twice);
  });

  it('are children of the constructs', () => {
    const chart = new Chart(new App(), 'shop');
    const props = { pod: { ...pod, resources: false }, otherServices: [{ name: 'all' }] } as const;
    new CanaryRollout(chart, 'cart', { ...props, traffic: NoTraffic.replicas() });
    new BlueGreenRollout(chart, 'web', { ...props, otherServices: [{ name: 'both' }] });
    const objects = Testing.synth(chart) as readonly Manifest[];
    const services = objects.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name);
    expect(services.sort()).toEqual(['all', 'both', 'cart', 'web', 'web-preview']);
  });
});

describe('an Ingress', () => {
  // A regular expression in a path is one of ingress-nginx's own kind: https://kubernetes.github.io/ingress-nginx/user-guide/ingress-path-matching/
  it('compares paths as it is told, and may leave its class to the cluster', () => {
    const spec = (traffic: CanaryProps['traffic']): unknown => made({ traffic }).ingress?.['spec'];
    const own = { pathType: 'Exact', ingressClassName: false } as const;
    for (const of of [AlbTraffic.ingress(own), NginxTraffic.ingress(own)]) {
      expect(spec(of)).toMatchObject({ rules: [{ http: { paths: [{ pathType: 'Exact' }] } }] });
      expect(spec(of)).not.toHaveProperty('ingressClassName');
    }
  });
});

describe('a ConfigMap of a fixed name', () => {
  const files = { 'app.yaml': 'level: info' };

  it('has that name in the pods, and may be changed', () => {
    const { configMaps, rollout } = made({
      config: [{ fixedName: 'settings', files, mountPath: '/config' }],
    });
    expect(configMaps).toEqual([
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'settings', namespace: 'web', labels: { team: 'web' } },
        data: files,
      },
    ]);
    expect(rollout).toMatchObject({
      spec: { template: { spec: { volumes: [{ name: 'config', configMap: { name: 'settings' } }] } } },
    });
  });

  it('has no earlier contents', () => {
    expect(() =>
      made({ config: [{ fixedName: 'settings', variables: { A: 'b' }, previous: [{ A: 'a' }] }] }),
    ).toThrow(
      new UnfitProps(
        'Configuration "shop-config" has a fixed name, so an earlier content has no ConfigMap of its own; remove "previous" or "fixedName".',
      ),
    );
  });
});
