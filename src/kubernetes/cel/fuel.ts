import { NotJudged } from './expression.js';

/** The remaining steps, shared between evaluations. */
export interface StepsLeft {
  left: number;
}

/** The limit of one evaluation, so that its results fit into memory even if more steps remain. */
const mostAtOnce = 2_000_000;

/**
 * Limits the work of an evaluation, so that no expression stalls a run. Work that grows with a value is paid for before it is
 * done: one step per eight characters of a string that is read, and per item that a list gets.
 */
export class Fuel {
  private own: number;

  constructor(private readonly steps: StepsLeft = { left: 1_000_000 }) {
    this.own = Math.min(mostAtOnce, steps.left);
  }

  spend(steps = 1): void {
    this.own -= steps;
    this.steps.left -= steps;
    if (this.own < 0 || this.steps.left < 0) throw new TooMuch();
  }
}

/** The only NotJudged that depends on the input rather than on the language. */
export class TooMuch extends NotJudged {
  constructor() {
    super('too much work');
  }
}

/** The cost of reading a string. */
export function toRead(length: number): number {
  return 1 + Math.floor(length / 8); // It may exceed 32 bits.
}
