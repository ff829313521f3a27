/** What the cluster, or a tool before it, does where a rule does not hold: all kinds there are. */
export const consequenceKinds = [
  /** Nobody can read the text. */
  'unreadable',
  /** A tool builds nothing, or Argo CD deploys nothing. */
  'not-deployed',
  /** The API server refuses the object, or drops a field of it. */
  'refused-by-api-server',
  /** The API server stores a field that the Rollouts controller cannot read, so that it goes on without it. */
  'unseen-by-controller',
  /** The Rollouts controller marks the Rollout `InvalidSpec`. */
  'invalid-spec',
  /** Every pass of the Rollouts controller ends with an error. */
  'pass-error',
  /** The Rollouts controller panics in every pass. */
  'panic',
  /** An update begins and never ends. */
  'update-stuck',
  /** An analysis does not run, or judges something else. */
  'analysis-void',
  /** Requests are answered with an error, or by nobody. */
  'lost-traffic',
  /** Requests reach pods that they are not meant for. */
  'misdirected-traffic',
  /** Weights or routes are set and no request follows them. */
  'unshifted-traffic',
  /** Pods do not start, are too few or too many, or nobody scales them. */
  'wrong-pods',
  /** Two writers undo each other's work in the cluster. */
  'overwritten',
  /** An Application is OutOfSync for good, or during each update. */
  'drift',
  /** A difference that matters is not seen, or is not deployed. */
  'hidden-change',
  /** Argo CD compares nothing. */
  'comparison-error',
  /** A setting does nothing, or something else than it says. */
  'no-effect',
  /** What a rule of a plugin says. */
  'by-plugin',
] as const;

export type ConsequenceKind = (typeof consequenceKinds)[number];

/** What becomes of a finding that nobody mends. */
export interface Consequence {
  readonly kind: ConsequenceKind;
  /** What the cluster does. */
  readonly why: string;
}
