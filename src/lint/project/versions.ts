import {
  argoCdLines,
  type ArgoCdVersion,
  defaultArgoCdVersion,
  parseArgoCdVersion,
} from '../../argocd/version.js';
import {
  defaultRolloutsVersion,
  rolloutsVersions,
  type RolloutsVersion,
} from '../../kubernetes/objects/version.js';
import { didYouMeanChoice } from '../../model/nearest-name.js';
import { UsageError } from '../../model/usage-error.js';

/** Reads the release of Argo Rollouts from `--rollouts` or the configuration. */
export function readVersion(text: string | undefined): RolloutsVersion {
  if (text === undefined) return defaultRolloutsVersion;
  const line = /^v?(\d+\.\d+)(?:\.\d+(?:[-+].*)?)?$/.exec(text)?.[1] ?? text;
  const version = rolloutsVersions.find((known) => known === line);
  if (version === undefined)
    throw new UsageError(
      `--rollouts is "${line}"; it must be one of ${rolloutsVersions.join(', ')}.${didYouMeanChoice(line, rolloutsVersions)}`,
    );
  return version;
}

/** Reads the release of Argo CD from `--argocd` or the configuration. */
export function readArgoCdVersion(text: string | undefined): ArgoCdVersion {
  if (text === undefined) return defaultArgoCdVersion;
  const version = parseArgoCdVersion(text);
  if (!version)
    throw new UsageError(`--argocd is "${text}"; it must be a release of ${argoCdLines.join(', ')}.`);
  return version;
}
