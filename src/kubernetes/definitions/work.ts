/** A definition that the API server would reject, or that is not understood: its objects are unknown. */
export class Unfit extends Error {}

/** A definition that may be valid, but exceeds a limit. */
export class TooMuch extends Unfit {
  constructor() {
    super('to check by it takes too much work');
  }
}

/** The remaining work for all definitions of a run, so that no schema stalls it. */
export interface WorkLeft {
  left: number;
}

export class Work {
  constructor(private readonly steps: WorkLeft) {}

  count(steps = 1): void {
    this.steps.left -= steps;
    if (this.steps.left < 0) throw new TooMuch();
  }
}
