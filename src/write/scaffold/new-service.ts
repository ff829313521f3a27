import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import { istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import type { Target } from '../../model/reference.js';
import type { Protection } from '../../play/protect/protection.js';
import { readGraph } from '../../repository/graph/read-graph.js';
import { cdk8sStyle } from './cdk8s-style.js';
import { writtenProtection } from './exposure.js';
import { helmStyle } from './helm-style.js';
import { kustomizeStyle } from './kustomize-style.js';
import { objectionsTo } from './objections.js';
import type { Project } from './project.js';
import type { NewService } from './service.js';
import type { Deployment, NewFile, Style, WrittenService } from './style.js';
import { yamlStyle } from './yaml-style.js';

/** How to write a service. */
export interface Form {
  readonly style: Style;
  /** The prefix of all names in staging; for kustomize. */
  readonly namePrefix?: string;
  /** The project around it; for cdk8s. */
  readonly project: Project;
  /** The version of this package that the project depends on; for cdk8s. */
  readonly version: string;
}

/**
 * All files of a new service, which the caller writes. The same service results in the same objects in every style.
 * @throws {UnfitProps} for a service that cannot have a canary
 */
export function newService(
  service: NewService,
  { style, namePrefix, project, version }: Form,
): WrittenService {
  switch (style) {
    case 'yaml':
      return yamlStyle(service);
    case 'kustomize':
      return kustomizeStyle(service, namePrefix);
    case 'helm':
      return helmStyle(service);
    case 'cdk8s':
      return cdk8sStyle(service, project, version);
  }
}

/** Problems that lint, simulate and drift find in a service; empty if there are none. */
export function objectionsToService(service: NewService, { deployments }: WrittenService): readonly string[] {
  const said = deployments.flatMap(({ files }) => objectionsTo(sourcesOf(service, files), given(service)));
  return [...new Set(said)];
}

/** What a bad version of a service costs; of several environments, in the last one, which is production. */
export function protectionOfService(
  service: NewService,
  { deployments }: WrittenService,
): Protection | undefined {
  const { files = [] } = deployments.at(-1) ?? {};
  const { graph } = readGraph(sourcesOf(service, files), { graph: { assumed: given(service) } });
  const [rollout] = graph.rollouts;
  return rollout && writtenProtection(graph, rollout);
}

/** The files at their paths in the repository that the Application deploys. */
function sourcesOf(
  { name, argocd, environments }: NewService,
  files: Deployment['files'],
): Parameters<typeof objectionsTo>[0] {
  const repository =
    argocd?.repository
      .replace(/(\.git)?\/?$/, '')
      .split(/[/:]/)
      .at(-1) ?? '';
  const folder = argocd === undefined ? `/${name}` : argocd.path === '.' ? '' : `/${argocd.path}`;
  // Charts of cdk8s have a folder for each environment.
  const charts = (environments ?? []).map((one) => `${name}-${one}/`);
  return files.map(({ path, text }: NewFile) => {
    const isPlaced =
      path.startsWith(`${name}/`) || (folder !== '' && charts.some((chart) => path.startsWith(chart)));
    const placed = isPlaced ? `${folder}${path.slice(name.length)}` : `/${path}`;
    return { path: `/${repository || 'repository'}${placed}`, name: path, read: () => text };
  });
}

/** Existing objects that a service refers to. */
function given(service: NewService): readonly Target[] {
  const { gateway, namespace, router } = service;
  if (gateway === undefined) return [];
  const [name = '', folder] = gateway.split('/').reverse();
  const group = router === 'gateway' ? gatewayGroup : istioGroup;
  return [{ group, kind: 'Gateway', name, namespace: folder ?? namespace }];
}
