import { findConfig, nearestFile } from '../repository/config/find-config.js';
import { configName } from '../repository/config/config.js';
import { existing, workTreesAround } from '../repository/files/work-trees.js';
import { today } from '../lint/comments.js';
import type { LintOptions } from '../lint/lint.js';
import { ruleNames, selectRules, type SelectedRules } from '../lint/select-rules.js';
import { readAssumed } from '../lint/project/assumed.js';
import { type Baseline, tryBaseline } from '../lint/project/baseline.js';
import { baselineFile } from '../lint/project/baseline-file.js';
import { chosenOverrides, overridingIn, severitiesOf } from '../lint/project/overriding.js';
import { readOwnSchemas } from '../lint/project/own-schemas.js';
import { readArgoCdVersion, readVersion } from '../lint/project/versions.js';
import type { Place } from '../lint/project/wanted.js';
import type { Rule } from '../rules/rule.js';
import { stampOf } from '../repository/files/kept-files.js';

/** The settings of `rolloutkit.yaml`, as `rolloutkit lint` in its folder reads them. */
export interface Settings extends Place {
  readonly chosen: SelectedRules;
  readonly options: LintOptions;
  readonly baseline: Baseline | undefined;
  readonly baselinePath: string;
  /** Files besides the manifests that checks depend on. */
  readonly schemaFiles: readonly string[];
  /** Messages on what could not be read. */
  readonly failures: readonly string[];
  /** A digest of the settings. */
  readonly stamp: string;
}

/** Whether settings are still current for a working directory. */
export function isCurrent({ stamp, baselinePath, schemaFiles }: Settings, cwd: string): boolean {
  return stamp === stampFrom(cwd, baselinePath, schemaFiles);
}

function stampFrom(cwd: string, baselinePath: string, schemaFiles: readonly string[] = []): string {
  const config = nearestFile(cwd, configName) ?? '';
  // Comments may suppress findings until a date.
  const files = [config, baselinePath, ...schemaFiles];
  return [...files.flatMap((file) => [file, stampOf(file)]), today()].join('\n');
}

/** The settings for a working directory. Throws a UsageError for an invalid configuration. */
export function readSettings(
  cwd: string,
  rules: readonly Rule[],
  schemaFolders: readonly string[] = [],
): Settings {
  const found = findConfig(cwd, ruleNames(rules));
  const { config, folder, isThere: hasConfig } = found;
  const place: Place = { config, folder, workingFolder: folder };
  const overrides = chosenOverrides(found);
  const chosen = selectRules(rules, {
    only: [],
    skip: [],
    severities: severitiesOf(config.rules),
    overrides: overrides.filter(({ severities }) => severities.length > 0),
    isStrict: config.extends === 'strict',
  });
  const schemas = schemaFolders.length > 0 ? readOwnSchemas(schemaFolders, cwd) : undefined;
  const at = baselineFile(undefined, ['.'], { ...place, config, hasConfig });
  const baseline = at.isThere || at.isNamed ? tryBaseline(at) : undefined;
  return {
    ...place,
    chosen,
    options: {
      overriding: overridingIn({}, { overrides }, chosen),
      graph: {
        assumed: config.assume.map(readAssumed),
        workTrees: workTreesAround([folder]),
        rolloutsVersion: readVersion(config.rollouts),
        verifiesTargetGroups: config.awsVerifyTargetGroup,
        argoCdVersion: readArgoCdVersion(config.argocd),
        exists: existing,
        ownSchemas: schemas?.schemas,
      },
    },
    stamp: stampFrom(cwd, at.file, schemas?.files),
    schemaFiles: schemas?.files ?? [],
    baselinePath: at.file,
    baseline: baseline && 'entries' in baseline ? baseline : undefined,
    failures: [
      ...(baseline && 'failure' in baseline ? [baseline.failure] : []),
      ...(schemas?.failures ?? []).map(({ message }) => message),
    ],
  };
}
