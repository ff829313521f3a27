import { destinationNamespace, sources } from '../kubernetes/kinds/application.js';
import type { Field } from '../model/field.js';
import type { Resource } from '../model/resource.js';
import type { IgnoreRule } from './match.js';
import { systemRules, typedKindsOf, type DiffSettings, type SystemSettings } from './settings.js';
import { asksServer, knowsEnabled, type ArgoCdVersion } from './version.js';

/** The settings of an Application. Options are compared literally, so a misspelt one has no effect. */
export interface ApplicationSettings {
  readonly rules: readonly IgnoreRule[];
  readonly syncOptions: readonly string[];
  /** The entries of the annotation `argocd.argoproj.io/compare-options`. */
  readonly compareOptions: readonly string[];
  readonly automated: Automated | undefined;
  readonly destinationNamespace: string | undefined;
  readonly sources: readonly Field[];
  /** Why the real settings may differ. */
  readonly unknown?: string | undefined;
}

/** Automatic sync, if it is enabled. */
export interface Automated {
  readonly prune: boolean;
  readonly selfHeal: boolean;
  readonly allowEmpty: boolean;
}

export function applicationSettings(application: Resource, version: ArgoCdVersion): ApplicationSettings {
  const policy = application.at('spec', 'syncPolicy');
  const automated = policy.at('automated');
  const isOn = automated.exists && !(knowsEnabled(version) && automated.at('enabled').boolean === false);
  const compareOptions =
    application.at('metadata', 'annotations', 'argocd.argoproj.io/compare-options').text ?? '';
  return {
    rules: application.at('spec', 'ignoreDifferences').items.map(ignoreRule),
    syncOptions: policy.at('syncOptions').items.flatMap(({ text }) => text ?? []),
    compareOptions: compareOptions
      .split(',')
      .map((option) => option.trim())
      .filter((option) => option !== ''),
    automated: isOn
      ? {
          prune: automated.at('prune').boolean === true,
          selfHeal: automated.at('selfHeal').boolean === true,
          allowEmpty: automated.at('allowEmpty').boolean === true,
        }
      : undefined,
    destinationNamespace: destinationNamespace(application),
    sources: sources(application),
  };
}

/** One entry of `ignoreDifferences`. Only its pointers and expressions keep their positions. */
export function ignoreRule(entry: Field): IgnoreRule {
  const texts = (name: string): IgnoreRule['jsonPointers'] =>
    entry.at(name).items.map((from) => ({ text: from.text ?? '', from }));
  return {
    group: entry.at('group').text ?? '',
    kind: entry.at('kind').text ?? '',
    name: entry.at('name').text ?? '',
    namespace: entry.at('namespace').text ?? '',
    jsonPointers: texts('jsonPointers'),
    jqPathExpressions: texts('jqPathExpressions'),
    managedFieldsManagers: entry.at('managedFieldsManagers').items.flatMap(({ text }) => text ?? []),
  };
}

/**
 * The settings that apply to a comparison of an Application's objects.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/state.go (CompareAppState)
 */
export function diffSettings(
  {
    rules,
    syncOptions,
    compareOptions,
  }: Pick<ApplicationSettings, 'rules' | 'syncOptions' | 'compareOptions'>,
  system: SystemSettings,
): DiffSettings {
  const asksFor = (option: string): boolean => compareOptions.includes(option);
  const { version, overrides, ignoresAggregatedRoles, instanceLabel, trackingMethod } = system;
  const isAppliedByServer = syncOptions.includes('ServerSideApply=true');
  const isByServer =
    system.serverSideDiff || asksFor('ServerSideDiff=true') || (isAppliedByServer && asksServer(version));
  return {
    version,
    rules: [...rules, ...systemRules(overrides)],
    applicationRules: rules,
    overrides,
    typedKinds: typedKindsOf(overrides),
    ignoresAggregatedRoles,
    serverSideDiff: isByServer && !asksFor('ServerSideDiff=false'),
    structuredMerge: isAppliedByServer && !asksServer(version),
    includesWebhooks: asksFor('IncludeMutationWebhook=true'),
    instanceLabel,
    trackingMethod,
  };
}
