import type { Severity } from '../../model/finding.js';

/** What `rolloutkit.yaml` says; docs/configuration.md has a line for each key. */
export interface Config extends ClusterConfig {
  /** The severities that all others start from. */
  readonly extends: Preset | undefined;
  /** Whether kustomizations and charts are to be rendered with the programs of the user; a repository can only wish it. */
  readonly render: boolean | undefined;
  /** Charts are rendered once for each entry, with its files in their order. */
  readonly helmValues: readonly (readonly string[])[];
  /** By the name of a rule or an area, in the order of the file: the last that fits wins. */
  readonly rules: readonly RuleSetting[];
  /** What holds for a part of the repository, in the order of the file: the last that fits wins. */
  readonly overrides: readonly Override[];
  /** Patterns as in `.gitignore`, relative to the folder of the file. */
  readonly ignore: readonly string[];
  /** Objects that exist in the cluster and in no file, as `kind/namespace/name`. */
  readonly assume: readonly string[];
  /** The file with the findings that were there when the repository was adopted, relative to the folder of the file. */
  readonly baseline: string | undefined;
  /** Where the keys stand that are there, by their line from 1. */
  readonly lines: Readonly<Record<string, number>>;
}

/** What differs from cluster to cluster. */
export interface ClusterConfig {
  /** The release of Argo Rollouts. */
  readonly rollouts: string | undefined;
  /** Whether the controller of Argo Rollouts runs with `--aws-verify-target-group`. */
  readonly awsVerifyTargetGroup: boolean | undefined;
  /** The release of Argo CD. */
  readonly argocd: string | undefined;
  /** The release of Kubernetes that charts are rendered for. */
  readonly kubernetes: string | undefined;
}

export const presets = ['recommended', 'strict'] as const;

/** `recommended` are the severities of the rules themselves; in `strict` each is one step graver. */
export type Preset = (typeof presets)[number];

/** The severity of a rule or an area. */
export interface RuleSetting {
  readonly name: string;
  readonly severity: 'off' | Severity;
  readonly reason: string | undefined;
  readonly line: number;
}

/** What holds for objects to which all of its selectors apply; a selector that is not given applies to any. */
export interface Override extends ClusterConfig {
  /** Patterns as in `.gitignore`, relative to the folder of the file. */
  readonly files: readonly string[] | undefined;
  /** Names of namespaces that an object is deployed to; `*` stands for any characters. */
  readonly namespaces: readonly string[] | undefined;
  /** Names of Applications that deploy an object, and those themselves; `*` stands for any characters. */
  readonly applications: readonly string[] | undefined;
  readonly rules: readonly RuleSetting[];
  readonly line: number;
  /** Where its keys stand, by their line from 1. */
  readonly lines: Readonly<Record<string, number>>;
}

const emptyCluster: ClusterConfig = {
  rollouts: undefined,
  awsVerifyTargetGroup: undefined,
  argocd: undefined,
  kubernetes: undefined,
};

export const emptyConfig: Config = {
  ...emptyCluster,
  extends: undefined,
  render: undefined,
  helmValues: [],
  rules: [],
  overrides: [],
  ignore: [],
  assume: [],
  baseline: undefined,
  lines: {},
};

export const emptyOverride: Omit<Override, 'line'> = {
  ...emptyCluster,
  files: undefined,
  namespaces: undefined,
  applications: undefined,
  rules: [],
  lines: {},
};

/** The name under which the configuration is looked for, from the working folder upwards. */
export const configName = 'rolloutkit.yaml';
