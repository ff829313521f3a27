import type { HelmUnit } from '../../repository/render/plan.js';
import type { ChosenOverride } from './overriding.js';

/** Where the configuration names the release of Kubernetes. */
export interface KubernetesSettings {
  /** Where no override holds. */
  readonly kubernetes: string;
  readonly overrides: readonly ChosenOverride[];
  /** Maps a file of a checkout to its path in the repository. */
  readonly outside?: ((file: string) => string) | undefined;
}

/** The release of Kubernetes that the configuration names for a chart. */
export function kubernetesOf(
  { chart, values, namespace, deployer }: HelmUnit,
  { kubernetes, overrides, outside = (file) => file }: KubernetesSettings,
): string {
  const where = {
    paths: [`${chart}/Chart.yaml`, ...values].map(outside),
    namespace,
    applications: deployer ? [deployer.resource.name] : [],
  };
  return (
    overrides.findLast((one) => one.kubernetes !== undefined && one.holds(where))?.kubernetes ?? kubernetes
  );
}
