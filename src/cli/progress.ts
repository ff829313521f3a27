import { overwrite } from './output.js';
import type { Surroundings } from './surroundings.js';

/** What is done sooner needs no line. */
const patience = 1000;

/** So often a line changes, in milliseconds. */
const interval = 100;

/** A line on standard error that tells how far a run is, in a terminal and where it takes longer than a second. */
export class Progress {
  private last = performance.now() + patience - interval;
  private isShown = false;

  private constructor(private readonly around: Surroundings) {}

  /** Undefined where nobody watches. */
  static in(around: Surroundings): Progress | undefined {
    const { stderr, environment } = around;
    const isWatched = stderr.isTTY === true && !environment['CI'] && environment['TERM'] !== 'dumb';
    return isWatched ? new Progress(around) : undefined;
  }

  /** Shows a line in the place of the last one, if that is old enough. */
  tell(done: string, count: number, of: number): void {
    const now = performance.now();
    if (now - this.last < interval) return;
    this.last = now;
    this.isShown = true;
    overwrite(this.around, `${done} ${count} of ${of}`);
  }

  /** Takes the line away. */
  clear(): void {
    if (this.isShown) overwrite(this.around, '');
    this.isShown = false;
  }
}
