/** Where the control plane did otherwise than is predicted, and why: upstream's reason, which docs/fidelity.md tells. */
export interface Deviation {
  /** Fits `<system> <play> [<event>] <difference>`, or `<system> <play> <frame> was not there`. */
  readonly where: RegExp;
  readonly why: string;
}

export const deviations: readonly Deviation[] = [
  {
    where: /AnalysisRun \S+ status\.phase: "Running" → "Successful"$/,
    why:
      'The controller of AnalysisRuns ends one that is told to terminate and has measured nothing bad as Successful. ' +
      'It is not simulated: a background analysis runs until it is told to end, and what it says then moves nothing.',
  },
];
