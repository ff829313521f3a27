import { isDnsLabel, isReleaseName, longestRelease } from '../../model/dns-name.js';
import type { HelmUnit } from './plan.js';
import { told } from './refusal.js';

/**
 * What is wrong with the release name and namespace that Helm would get. They come from manifests, and Helm would take
 * a name that begins with a dash for an option:
 * https://github.com/helm/helm/blob/v3.22.0/pkg/chartutil/validate_name.go
 */
export function unfitNames({ release, namespace, chart, deployer }: HelmUnit): readonly string[] {
  const releaseAt = deployer?.at('helm', 'releaseName');
  const at = releaseAt?.exists ? releaseAt : deployer?.resource.at('metadata', 'name');
  const namespaceAt = deployer?.resource.at('spec', 'destination', 'namespace');
  return [
    ...(isReleaseName(release)
      ? []
      : [
          releaseProblem(
            at,
            chart,
            `"${release}" is not a valid release name: Helm allows at most ${longestRelease} lowercase letters, digits, "-" and ".".`,
          ),
        ]),
    ...(isDnsLabel(namespace)
      ? []
      : [
          releaseProblem(
            namespaceAt,
            chart,
            `"${namespace}" is not a valid namespace: it must have at most 63 lowercase letters, digits and "-".`,
          ),
        ]),
  ];
}

function releaseProblem(at: HelmUnit['deployer'], chart: string, message: string): string {
  return at ? told({ place: at.place, message }) : `${chart}/Chart.yaml: ${message}`;
}
