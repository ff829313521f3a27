import { findConfig, nearestFile } from '../../repository/config/find-config.js';
import { configName } from '../../repository/config/config.js';
import { readsOthers } from '../../repository/files/chart-files.js';
import { existing, workTreesAround } from '../../repository/files/work-trees.js';
import { today } from '../comments.js';
import { newestKubernetes } from '../../kubernetes/kinds/kubernetes-version.js';
import type { LintOptions } from '../lint.js';
import { ruleNames, selectRules, type SelectedRules } from '../select-rules.js';
import { readAssumed } from '../project/assumed.js';
import { type Baseline, tryBaseline } from '../project/baseline.js';
import { baselineFile } from '../project/baseline-file.js';
import { type ChosenOverride, chosenOverrides, severitiesOf } from '../project/overriding.js';
import { readOwnSchemas } from '../project/own-schemas.js';
import { readArgoCdVersion, readVersion } from '../project/versions.js';
import type { IgnoringFolder } from '../project/wanted.js';
import type { Rule } from '../../rules/rule.js';
import { stampOf } from '../../repository/files/kept-files.js';

/** The settings of `rolloutkit.yaml`, as `rolloutkit lint` reads them. */
export interface Settings extends IgnoringFolder {
  readonly chosen: SelectedRules;
  readonly options: LintOptions;
  readonly overrides: readonly ChosenOverride[];
  /** The release of Kubernetes where no override names another. */
  readonly kubernetes: string;
  /** Whether charts are read that their values determine, without Helm. */
  readonly readsCharts: boolean;
  readonly baseline: Baseline | undefined;
  readonly baselinePath: string;
  /** Files besides the manifests that checks depend on. */
  readonly schemaFiles: readonly string[];
  /** Messages on what could not be read. */
  readonly failures: readonly string[];
  /** A digest of the settings. */
  readonly stamp: string;
}

/** Where settings are read, and for what. */
export interface SettingsOf {
  readonly cwd: string;
  readonly rules: readonly Rule[];
  /** Folders of CRDs and JSON schemas. */
  readonly schemas: readonly string[];
  /** Whether all files around the configuration are linted, or those of the working folder. */
  readonly reads: 'project' | 'folder';
  /** The unsaved text of a file, which may be a configuration. */
  readonly textOf: (file: string) => string | undefined;
}

/** Whether settings are still current. */
export function isCurrent({ stamp, baselinePath, schemaFiles }: Settings, of: SettingsOf): boolean {
  return stamp === stampFrom(of, baselinePath, schemaFiles);
}

/** The configuration for a working folder; undefined without one. */
export function configFileOf({ cwd, textOf }: SettingsOf): string | undefined {
  return nearestFile(cwd, configName, textOf);
}

function stampFrom(of: SettingsOf, baselinePath: string, schemaFiles: readonly string[] = []): string {
  const config = configFileOf(of) ?? '';
  // Comments may suppress findings until a date.
  const files = [baselinePath, ...schemaFiles];
  return [
    config,
    of.textOf(config) ?? stampOf(config),
    ...files.flatMap((file) => [file, stampOf(file)]),
    today(),
  ].join('\n');
}

/** Reads settings. Throws a UsageError for an invalid configuration. */
export function readSettings(of: SettingsOf): Settings {
  const { cwd, rules, schemas: schemaFolders, reads, textOf } = of;
  const found = findConfig(cwd, ruleNames(rules), [], textOf);
  const { config, folder, isThere: hasConfig } = found;
  const place: IgnoringFolder = { config, folder, workingFolder: reads === 'project' ? folder : cwd };
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
  // Not even the time of a file outside is read.
  const watched = at.isOutside ? '' : at.file;
  return {
    ...place,
    chosen,
    options: {
      graph: {
        assumed: config.assume.map(readAssumed),
        workTrees: workTreesAround([place.workingFolder]),
        rolloutsVersion: readVersion(config.rollouts),
        verifiesTargetGroups: config.awsVerifyTargetGroup,
        argoCdVersion: readArgoCdVersion(config.argocd),
        exists: existing,
        readsOthers,
        ownSchemas: schemas?.schemas,
      },
    },
    overrides,
    kubernetes: config.kubernetes ?? newestKubernetes,
    readsCharts: config.render !== false,
    stamp: stampFrom(of, watched, schemas?.files),
    schemaFiles: schemas?.files ?? [],
    baselinePath: watched,
    baseline: baseline && 'entries' in baseline ? baseline : undefined,
    failures: [
      ...(baseline && 'failure' in baseline ? [baseline.failure] : []),
      ...(schemas?.failures ?? []).map(({ message }) => message),
    ],
  };
}
