/** What the cluster, or a tool before it, does where a rule does not hold. */
export const consequenceKinds = [
  /** The file cannot be parsed. */
  'unreadable',
  /** A tool builds nothing, or Argo CD deploys nothing. */
  'not-deployed',
  /** The API server refuses the object, or drops a field of it. */
  'refused-by-api-server',
  /** The API server stores a field that the Rollouts controller cannot read, so the controller ignores the field. */
  'unseen-by-controller',
  /** The Rollouts controller marks the Rollout `InvalidSpec`. */
  'invalid-spec',
  /** Every pass of the Rollouts controller ends with an error. */
  'pass-error',
  /** The Rollouts controller panics in every pass. */
  'panic',
  /** An update begins and never ends. */
  'update-stuck',
  /** An analysis does not run, or measures something else. */
  'analysis-void',
  /** Requests fail or get no response. */
  'lost-traffic',
  /** Requests reach pods that they are not meant for. */
  'misdirected-traffic',
  /** Weights or routes are set, but no request follows them. */
  'unshifted-traffic',
  /** Pods do not start, their number is wrong, or they are not scaled. */
  'wrong-pods',
  /** Two writers undo each other's work in the cluster. */
  'overwritten',
  /** An Application is permanently OutOfSync, or during each update. */
  'drift',
  /** A relevant difference is not detected, or is not deployed. */
  'hidden-change',
  /** Argo CD compares nothing. */
  'comparison-error',
  /** A setting has no effect, or another one than its name says. */
  'no-effect',
  /** The consequence that a plugin's rule states. */
  'by-plugin',
] as const;

export type ConsequenceKind = (typeof consequenceKinds)[number];

/** What happens as long as a finding is not fixed. */
export interface Consequence {
  readonly kind: ConsequenceKind;
  /** What the cluster does. */
  readonly why: string;
}
