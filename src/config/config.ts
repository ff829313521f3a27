import type { Severity } from '../model/finding.js';

/** What `rolloutkit.yaml` says; docs/configuration.md has a section for each key. */
export interface Config {
  /** Whether kustomizations and charts are to be rendered with the programs of the user; a repository can only wish it. */
  readonly render: boolean | undefined;
  /** Charts are rendered once for each entry, with its files in their order. */
  readonly helmValues: readonly (readonly string[])[];
  /** The release of Argo Rollouts. */
  readonly rollouts: string | undefined;
  /** Whether the controller of Argo Rollouts runs with `--aws-verify-target-group`. */
  readonly awsVerifyTargetGroup: boolean | undefined;
  /** The release of Argo CD. */
  readonly argocd: string | undefined;
  /** The release of Kubernetes that charts are rendered for. */
  readonly kubernetes: string | undefined;
  /** By the name of a rule or an area, in the order of the file: the last that fits wins. */
  readonly rules: readonly (readonly [name: string, severity: 'off' | Severity])[];
  /** Patterns as in `.gitignore`, relative to the folder of the file. */
  readonly ignore: readonly string[];
  /** Objects that exist in the cluster and in no file, as `kind/namespace/name`. */
  readonly assume: readonly string[];
  /** The file with the findings that were there when the repository was adopted, relative to the folder of the file. */
  readonly baseline: string | undefined;
}

export const emptyConfig: Config = {
  render: undefined,
  helmValues: [],
  rollouts: undefined,
  awsVerifyTargetGroup: undefined,
  argocd: undefined,
  kubernetes: undefined,
  rules: [],
  ignore: [],
  assume: [],
  baseline: undefined,
};

/** The name under which the configuration is looked for, from the working folder upwards. */
export const configName = 'rolloutkit.yaml';
