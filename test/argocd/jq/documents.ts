import type { Chance } from './chance.js';
import { recording } from './recorded.js';

const rollout = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Rollout',
  metadata: {
    name: 'web',
    namespace: 'shop',
    labels: { app: 'web', 'app.kubernetes.io/name': 'web' },
    annotations: { 'rollout.argoproj.io/revision': '7', 'notified.notifications.argoproj.io': '{"a":1}' },
  },
  spec: {
    replicas: 5,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: [
          { name: 'web', image: 'registry/web:1.2', ports: [{ containerPort: 8080, name: 'http' }] },
          { name: 'istio-proxy', image: 'proxyv2', env: [{ name: 'TIER', value: 'b64=' }], resources: {} },
        ],
        volumes: [{ name: 'data', emptyDir: {} }],
      },
    },
    strategy: {
      canary: {
        canaryService: 'web-canary',
        stableService: 'web',
        maxSurge: '25%',
        steps: [{ setWeight: 20 }, { pause: { duration: 60.5 } }, { setWeight: 40 }, { pause: {} }],
        trafficRouting: { istio: { virtualService: { name: 'web', routes: ['primary'] } } },
      },
    },
  },
  status: {
    canary: { weights: { canary: { weight: 20 } } },
    conditions: [{ type: 'Healthy', status: 'False' }],
  },
};

const scalars: readonly unknown[] = [
  null, true, false, 0, 1, -1, 20, 80, 100, 0.1, 1.5, -2.5, 1e17, 1e300, 1e-7, 9007199254740993, 12345678901234567890,
  '', 'web', 'primary', 'canary', 'a,b', 'A b', '1', '0x1', '1.50', ' 7 ', 'nan', 'Infinity', '-0', 'é', 'ẞ', '😀z', 'a\nb',
  'a"b\\', '<&\'>', '25%', '2015-03-05T23:51:47Z', '2026-11-23T07:00:00+01:00', '1425599507', 'YQ==', 'ey_-', '{"a":[1]}', '[1,2', '\t',
  [], {}, [1, 2, 3], ['b', 'a', 'b'], [[1, 2], [3]], { a: 1, b: null }, [{ name: 'x', v: 1 }, { name: 'y', v: 2 }, { v: 3 }],
]; // prettier-ignore

/** A manifest, or something odd, with a few changes by chance. */
export function randomDocument(chance: Chance): Record<string, unknown> {
  const { deployment, odd, texts, virtualservice } = recording.documents;
  const base = chance.of([rollout, rollout, rollout, deployment, virtualservice, virtualservice, odd, texts]);
  const document = structuredClone(base) as Record<string, unknown>;
  for (let changes = chance.below(4); changes > 0; changes--) change(chance, document);
  return document;
}

function change(chance: Chance, document: Record<string, unknown>): void {
  let at: unknown = document;
  for (;;) {
    const holder = at as Record<string, unknown>;
    const key = chance.of(Object.keys(holder));
    const inner = holder[key];
    const goesOn =
      typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0 && chance.in(85);
    if (goesOn) {
      at = inner;
      continue;
    }
    if (chance.in(25) && !Array.isArray(holder) && holder !== document) delete holder[key];
    else holder[key] = structuredClone(chance.of(scalars));
    return;
  }
}
