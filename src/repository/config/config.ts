import type { FailThreshold, Severity } from '../../model/finding.js';

/** The settings of `rolloutkit.yaml`; docs/configuration.md has a line for each key. */
export interface Config extends ClusterConfig {
  /** The severities that all others start from. */
  readonly extends: Preset | undefined;
  /** The lowest severity that makes the exit code of `lint` 1. */
  readonly failOn: FailThreshold | undefined;
  /** Whether kustomizations and charts should be rendered with the user's programs; the user has to allow it, too. */
  readonly render: boolean | undefined;
  /** Charts are rendered once for each entry, with its files in order. */
  readonly helmValues: readonly (readonly string[])[];
  /** By the name of a rule or an area, in the order of the file: the last match wins. */
  readonly rules: readonly RuleSetting[];
  /** Settings for parts of the repository, in the order of the file: the last match wins. */
  readonly overrides: readonly Override[];
  /** Patterns as in `.gitignore`, relative to the folder of the file. */
  readonly ignore: readonly string[];
  /** Objects that exist in the cluster but in no file, as `kind/namespace/name`. */
  readonly assume: readonly string[];
  /** The file with the findings from when the repository was adopted, relative to the folder of the file. */
  readonly baseline: string | undefined;
  /** The lines of the keys, from 1. */
  readonly lines: Readonly<Record<string, number>>;
}

/** How much a bad version may cost, in seconds; `protect` reports Rollouts that exceed it. And how much traffic there is. */
export interface ProtectConfig {
  /** Of all traffic. */
  readonly exposure?: number | undefined;
  /** Until something notices it. */
  readonly detection?: number | undefined;
  /** The requests of all traffic in a second, by which `protect` counts those of a bad version. */
  readonly requestsPerSecond?: number | undefined;
}

/** Settings that differ between clusters. */
export interface ClusterConfig {
  /** The release of Argo Rollouts. */
  readonly rollouts: string | undefined;
  /** Whether the controller of Argo Rollouts runs with `--aws-verify-target-group`. */
  readonly awsVerifyTargetGroup: boolean | undefined;
  /** The release of Argo CD. */
  readonly argocd: string | undefined;
  /** The release of Kubernetes that charts are rendered for. */
  readonly kubernetes: string | undefined;
  readonly protect: ProtectConfig | undefined;
}

export const presets = ['recommended', 'strict'] as const;

/** `recommended` has the severities of the rules; in `strict` each is one step more severe. */
export type Preset = (typeof presets)[number];

/** The severity of a rule or an area. */
export interface RuleSetting {
  readonly name: string;
  readonly severity: 'off' | Severity;
  readonly reason: string | undefined;
  readonly line: number;
}

/** Settings for the objects that match all of its selectors; an absent selector matches any object. */
export interface Override extends ClusterConfig {
  /** Patterns as in `.gitignore`, relative to the folder of the file. */
  readonly files: readonly string[] | undefined;
  /** Names of namespaces that an object is deployed to; `*` matches any characters. */
  readonly namespaces: readonly string[] | undefined;
  /** Names of Applications: those that deploy an object, or the object itself; `*` matches any characters. */
  readonly applications: readonly string[] | undefined;
  readonly rules: readonly RuleSetting[];
  readonly line: number;
  /** The lines of its keys, from 1. */
  readonly lines: Readonly<Record<string, number>>;
}

const emptyCluster: ClusterConfig = {
  rollouts: undefined,
  awsVerifyTargetGroup: undefined,
  argocd: undefined,
  kubernetes: undefined,
  protect: undefined,
};

export const emptyConfig: Config = {
  ...emptyCluster,
  extends: undefined,
  failOn: undefined,
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

/** The file name of the configuration, which is searched from the working folder upwards. */
export const configName = 'rolloutkit.yaml';
