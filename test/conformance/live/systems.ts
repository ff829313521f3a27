import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import type { RolloutSpec } from '../../../src/kubernetes/objects/rollout-object.js';
import { yamlStyle } from '../../../src/write/scaffold/yaml-style.js';
import type { NewService } from '../../../src/write/scaffold/service.js';
import type { Manifest } from '../scenario.js';
import { inOrder, plainApplication } from './in-order.js';
import { shapes } from './shapes.js';

/** A Rollout and what it names, in a namespace of its own. */
export interface System {
  readonly name: string;
  readonly manifests: readonly Manifest[];
  /** The Application that deploys it, where there is one. */
  readonly application?: Manifest;
  /** Whether it is about the order of a sync: it is played by Argo CD alone. */
  readonly isInOrder?: boolean;
}

/** Stands for the namespace: each play has another one. */
export const namespace = 'live-namespace';

/** What a pause lasts here, whatever it lasts in the manifest: longer than it takes to see that nothing is written. */
const pauseDuration = '12s';

type Loose = Record<string, unknown>;

const examples = ['alb-header-route', 'configmap-revision', 'gateway-header-route', 'istio-host', 'istio-subset'];
const routers = ['istio-subset', 'istio-host', 'alb', 'nginx', 'gateway', 'none'] as const;

/** All systems that are played. */
export function systems(root: string): readonly System[] {
  return [
    ...examples.flatMap((example) =>
      ['as-published', 'corrected'].map((variant) =>
        placed(`${example}-${variant}`, manifestsIn(join(root, 'examples', example, variant))),
      ),
    ),
    ...scaffolds().map(([name, service]) => placed(name, manifestsOf(yamlStyle(service).files))),
    ...Object.entries(shapes).map(([name, manifests]) => placed(name, manifests)),
    ...Object.entries(inOrder).map(([name, manifests]) => ({
      ...placed(name, [...manifests, plainApplication]),
      isInOrder: true,
    })),
  ];
}

/** The manifests of a folder; what it is called is its name. */
export function systemIn(folder: string, name: string): System {
  return placed(name, manifestsIn(folder));
}

function manifestsIn(folder: string): readonly Manifest[] {
  const files = readdirSync(folder).filter((file) => /\.ya?ml$/.test(file));
  return manifestsOf(files.map((file) => ({ text: readFileSync(join(folder, file), 'utf8') })));
}

function manifestsOf(files: readonly { readonly text: string }[]): readonly Manifest[] {
  const objects = files.flatMap(({ text }) => loadAll(text) as (Manifest | null)[]);
  return objects.filter((object) => object?.kind !== undefined) as Manifest[];
}

/** What `new` writes, with each router, with and without a header. */
function scaffolds(): readonly (readonly [name: string, service: NewService])[] {
  return routers.flatMap((router) =>
    [false, true]
      .filter((hasHeader) => !hasHeader || router !== 'none')
      .map((hasHeader): readonly [string, NewService] => [
        `new-${router}${hasHeader ? '-header' : ''}`,
        {
          name: 'checkout',
          router,
          image: 'ghcr.io/acme/checkout:1.0.0',
          port: 8080,
          namespace: 'shop',
          hosts: router === 'none' ? [] : ['checkout.example.com'],
          ...(router === 'gateway' && { gateway: 'edge/public' }),
          ...(hasHeader && { header: { name: 'x-beta', value: 'true' } }),
          argocd: { repository: 'https://git.example.com/shop.git', path: 'checkout' },
        },
      ]),
  );
}

/** Manifests as they are applied: in the namespace that all plays replace, and with short pauses. */
function placed(name: string, manifests: readonly Manifest[]): System {
  const rollout = manifests.find(({ kind }) => kind === 'Rollout');
  if (!rollout) throw new Error(`${name} has no Rollout`);
  const application = manifests.find(({ kind }) => kind === 'Application');
  const destination = (application?.['spec'] as { destination?: { namespace?: string } } | undefined)?.destination;
  const from = rollout.metadata.namespace ?? destination?.namespace ?? 'default';
  const pattern = new RegExp(`(?<![\\w-])${from}(?![\\w-])`, 'g');
  const renamed = (value: unknown, inName: boolean): unknown => {
    if (typeof value === 'string') return inName ? value.replaceAll(pattern, namespace) : value;
    if (Array.isArray(value)) return value.map((item) => renamed(item, inName));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, renamed(item, namesNamespace.has(key))]),
    );
  };
  return {
    name,
    ...(application && { application: renamed(application, false) as Manifest }),
    manifests: manifests
      .filter(({ kind }) => kind !== 'Application' && kind !== 'Namespace')
      .map((manifest) => {
        const copy = renamed(manifest, false) as Manifest & { metadata: { namespace: string }; spec?: RolloutSpec };
        copy.metadata.namespace = namespace;
        for (const step of copy.spec?.strategy?.canary?.steps ?? [])
          if (step.pause?.duration !== undefined) (step.pause as Loose)['duration'] = pauseDuration;
        return copy;
      }),
  };
}

/** Manifests for whoever does something in a pause: none ends before somebody promotes. */
export function withLongPauses(manifests: readonly Manifest[]): readonly Manifest[] {
  return manifests.map((manifest) => {
    const copy = structuredClone(manifest) as Manifest & { spec?: RolloutSpec };
    const { canary, blueGreen } = copy.spec?.strategy ?? {};
    for (const step of canary?.steps ?? [])
      if (step.pause?.duration !== undefined) (step.pause as Loose)['duration'] = '1h';
    if (blueGreen?.autoPromotionSeconds !== undefined) (blueGreen as { autoPromotionSeconds: number }).autoPromotionSeconds = 3600;
    return copy;
  });
}

/** Fields that name a namespace, or a host with one. */
const namesNamespace: ReadonlySet<string> = new Set(['namespace', 'host', 'hosts', 'gateways']);
