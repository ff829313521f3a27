import type { Config, ProtectConfig } from '../../repository/config/config.js';
import type { FoundConfig } from '../../repository/config/find-config.js';
import { holdsAt } from '../../repository/config/holds.js';
import type { Releases } from '../../repository/graph/options.js';
import type { Where } from '../../repository/graph/where.js';
import type { Override, Overriding } from '../overrides.js';
import type { SelectedRules, Severities, SeverityOverride } from '../select-rules.js';
import { readArgoCdVersion, readVersion } from './versions.js';

/** An override of the configuration; the command line takes precedence over it. */
export interface ChosenOverride extends Override, SeverityOverride {
  readonly kubernetes: string | undefined;
  /** Limits on what a bad version costs. */
  readonly protect: ProtectConfig | undefined;
  /** Its location: `rolloutkit.yaml:12`. */
  readonly name: string;
}

/** The releases on the command line, which take precedence. */
interface CommandLineReleases {
  readonly rollouts?: string | undefined;
  readonly argocd?: string | undefined;
  readonly 'aws-verify-target-group'?: boolean | undefined;
}

/** The overrides of a configuration. */
export function chosenOverrides(
  { config, folder, name }: Pick<FoundConfig, 'config' | 'folder' | 'name'>,
  said: CommandLineReleases = {},
): readonly ChosenOverride[] {
  return config.overrides.map((override) => ({
    holds: holdsAt(override, folder),
    severities: severitiesOf(override.rules),
    entries: override.rules.map(({ line, reason }) => ({ by: 'configuration', file: name, line, reason })),
    releases: releasesOf(override, said),
    kubernetes: override.kubernetes,
    protect: override.protect,
    name: `${name}:${override.line}`,
  }));
}

/** The severities that the configuration sets. */
export function severitiesOf(settings: Config['rules']): Severities {
  return settings.map(({ name, severity }) => [name, severity]);
}

/** The releases in an override, except those on the command line. */
function releasesOf(
  { rollouts, argocd, awsVerifyTargetGroup }: Config['overrides'][number],
  said: CommandLineReleases,
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

const unselected: Pick<SelectedRules, 'severityAt' | 'silencerAt'> = {
  severityAt: (_rule, _where, own) => own,
  silencerAt: () => undefined,
};

/** The overrides for the inputs; undefined if the configuration has none. */
export function overridingIn(
  { writtenIn }: Pick<Overriding, 'writtenIn'>,
  {
    overrides,
    outside = (file) => file,
  }: { readonly overrides: readonly ChosenOverride[]; readonly outside?: (file: string) => string },
  { severityAt, silencerAt }: Pick<SelectedRules, 'severityAt' | 'silencerAt'> = unselected,
): Overriding | undefined {
  if (overrides.length === 0) return undefined;
  const inRepository = (where: Where): Where => ({ ...where, paths: where.paths.map(outside) });
  return {
    overrides: overrides.map(({ holds, releases }) => ({
      holds: (where) => holds(inRepository(where)),
      releases,
    })),
    severityAt: (rule, where, own) => severityAt(rule, inRepository(where), own),
    silencerAt: (rule, where) => silencerAt(rule, inRepository(where)),
    writtenIn,
  };
}
