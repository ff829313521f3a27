import { pause, setWeight, type Manifest } from '../scenario.js';
import { istioHosts } from '../scenarios/support.js';

const wave = (number: number) => ({ 'argocd.argoproj.io/sync-wave': String(number) });
const hook = (phase: string) => ({ 'argocd.argoproj.io/hook': phase });

/** Its containers never run: whoever plays says how it ends. */
const job = (name: string, annotations: Readonly<Record<string, string>>): Manifest => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, namespace: 'shop', annotations },
  spec: {
    backoffLimit: 0,
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'registry.example.com/job:1' }] } },
  },
});

const config: Manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'notes', namespace: 'shop' }, data: { a: '1' } };

const system = (): readonly Manifest[] => istioHosts({ steps: [setWeight(20), pause()], spec: { replicas: 2 } });

function annotated(manifests: readonly Manifest[], kind: string, annotations: Readonly<Record<string, string>>): readonly Manifest[] {
  return manifests.map((manifest) =>
    manifest.kind === kind ? { ...manifest, metadata: { ...manifest.metadata, annotations } } : manifest,
  );
}

const routedFirst = annotated(annotated(system(), 'Service', wave(-2)), 'VirtualService', wave(-1));
const [before, beside, after, failed] = [
  job('before', hook('PreSync')),
  job('beside', hook('Sync')),
  job('after', hook('PostSync')),
  job('failed', hook('SyncFail')),
];

/** Systems that Argo CD deploys in waves and with hooks, each called after what it shows. */
export const inOrder: Readonly<Record<string, readonly Manifest[]>> = {
  'waves-before': routedFirst,
  'waves-after': [...annotated(system(), 'Service', wave(-1)), annotated([config], 'ConfigMap', wave(1))].flat(),
  'waves-route-last': annotated(system(), 'VirtualService', wave(1)),
  'hooks-before': [...routedFirst, before, failed],
  'hooks-after': [...system(), before, after, failed],
  'hook-beside': [...system(), beside],
  'hooks-before-and-beside': [...system(), before, beside],
  'hook-virtual-service': annotated(system(), 'VirtualService', hook('Sync')),
};

/** An Application for a system that has none. */
export const plainApplication: Manifest = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name: 'web', namespace: 'argocd' },
  spec: {
    project: 'default',
    source: { repoURL: 'https://git.example.com/shop.git', path: 'app' },
    destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
  },
};
