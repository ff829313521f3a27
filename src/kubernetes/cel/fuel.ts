import { NotJudged } from './expression.js';

/** What is left of it, for whoever shares it between evaluations. */
export interface Steps {
  left: number;
}

/** More than one evaluation may take, so that what it makes fits into memory, whatever is left for others. */
const mostAtOnce = 2_000_000;

/**
 * How much an evaluation may do, so that no expression holds a run. Whatever grows with a value is paid for before it is done or
 * made: eight characters of a text that is only looked at are a step, and so is each item that a list gets.
 */
export class Fuel {
  private own: number;

  constructor(private readonly steps: Steps = { left: 1_000_000 }) {
    this.own = Math.min(mostAtOnce, steps.left);
  }

  spend(steps = 1): void {
    this.own -= steps;
    this.steps.left -= steps;
    if (this.own < 0 || this.steps.left < 0) throw new TooMuch();
  }
}

/** The one thing not judged that tells of the input instead of the language. */
export class TooMuch extends NotJudged {
  constructor() {
    super('too much work');
  }
}

/** What it takes to look at a text. */
export function toRead(length: number): number {
  return 1 + Math.floor(length / 8); // It may be more than 32 bits have place for.
}
