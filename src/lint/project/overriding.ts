import type { Config } from '../../repository/config/config.js';
import type { FoundConfig } from '../../repository/config/find-config.js';
import { holdsAt } from '../../repository/config/holds.js';
import type { Releases } from '../../repository/graph/graph.js';
import type { Where } from '../../repository/graph/where.js';
import type { Override, Overriding } from '../overrides.js';
import type { SelectedRules, Severities, SeverityOverride } from '../select-rules.js';
import { readArgoCdVersion, readVersion } from './versions.js';

/** An override of the configuration, without what the command line says otherwise. */
export interface ChosenOverride extends Override, SeverityOverride {
  readonly kubernetes: string | undefined;
  /** Where it stands: `rolloutkit.yaml:12`. */
  readonly name: string;
}

/** What the command line says of releases, which takes precedence. */
interface Said {
  readonly rollouts?: string | undefined;
  readonly argocd?: string | undefined;
  readonly 'aws-verify-target-group'?: boolean | undefined;
}

/** The overrides of a configuration. */
export function chosenOverrides(
  { config, folder, name }: Pick<FoundConfig, 'config' | 'folder' | 'name'>,
  said: Said = {},
): readonly ChosenOverride[] {
  return config.overrides.map((override) => ({
    holds: holdsAt(override, folder),
    severities: severitiesOf(override.rules),
    releases: releasesOf(override, said),
    kubernetes: override.kubernetes,
    name: `${name}:${override.line}`,
  }));
}

/** Severities as they are chosen. */
export function severitiesOf(settings: Config['rules']): Severities {
  return settings.map(({ name, severity }) => [name, severity]);
}

/** The releases that an override names, and the command line does not. */
function releasesOf(
  { rollouts, argocd, awsVerifyTargetGroup }: Config['overrides'][number],
  said: Said,
): Partial<Releases> {
  const verifies = said['aws-verify-target-group'] === undefined ? awsVerifyTargetGroup : undefined;
  return {
    ...(rollouts === undefined || said.rollouts !== undefined
      ? {}
      : { rolloutsVersion: readVersion(rollouts) }),
    ...(argocd === undefined || said.argocd !== undefined
      ? {}
      : { argoCdVersion: readArgoCdVersion(argocd) }),
    ...(verifies === undefined ? {} : { verifiesTargetGroups: verifies }),
  };
}

/** What holds for parts of the inputs; nothing where the configuration has no overrides. */
export function overridingIn(
  { writtenIn }: Pick<Overriding, 'writtenIn'>,
  {
    overrides,
    outside = (file) => file,
  }: { readonly overrides: readonly ChosenOverride[]; readonly outside?: (file: string) => string },
  { severityAt }: Pick<SelectedRules, 'severityAt'> = { severityAt: (_rule, _where, own) => own },
): Overriding | undefined {
  if (overrides.length === 0) return undefined;
  const inRepository = (where: Where): Where => ({ ...where, paths: where.paths.map(outside) });
  return {
    overrides: overrides.map(({ holds, releases }) => ({
      holds: (where) => holds(inRepository(where)),
      releases,
    })),
    severityAt: (rule, where, own) => severityAt(rule, inRepository(where), own),
    writtenIn,
  };
}
