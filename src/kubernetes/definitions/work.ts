/** A definition that the API server would not take, or that is not understood: nothing is known of its objects. */
export class Unfit extends Error {}

/** One that may be fit, if only it were smaller. */
export class TooMuch extends Unfit {
  constructor() {
    super('to check by it takes too much work');
  }
}

/** How much is left of what may be done for all definitions of a run, so that no schema holds it. */
export interface Steps {
  left: number;
}

export class Work {
  constructor(private readonly steps: Steps) {}

  count(steps = 1): void {
    this.steps.left -= steps;
    if (this.steps.left < 0) throw new TooMuch();
  }
}
