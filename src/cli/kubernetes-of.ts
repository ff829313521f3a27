import type { HelmUnit } from '../repository/render/plan.js';
import type { Settings } from './inputs.js';

/** The release of Kubernetes that the configuration names for a chart. */
export function kubernetesOf(
  { chart, values, namespace, deployer }: HelmUnit,
  { kubernetes, overrides, outside = (file) => file }: Pick<Settings, 'kubernetes' | 'overrides' | 'outside'>,
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
