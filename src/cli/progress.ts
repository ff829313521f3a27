import { overwrite } from './output.js';
import type { Surroundings } from './surroundings.js';

/** The delay in milliseconds before the line appears. */
const patience = 1000;

/** The interval in milliseconds between updates of the line. */
const progressInterval = 100;

/** A progress line on standard error, shown on a terminal if a run takes longer than a second. */
export class Progress {
  private last = performance.now() + patience - progressInterval;
  private isShown = false;

  private constructor(private readonly around: Surroundings) {}

  /** Undefined if standard error is not a terminal. */
  static in(around: Surroundings): Progress | undefined {
    const { stderr, environment } = around;
    const isWatched = stderr.isTTY === true && !environment['CI'] && environment['TERM'] !== 'dumb';
    return isWatched ? new Progress(around) : undefined;
  }

  /** Replaces the line, unless the last update is too recent. */
  tell(done: string, count: number, of: number): void {
    const now = performance.now();
    if (now - this.last < progressInterval) return;
    this.last = now;
    this.isShown = true;
    overwrite(this.around, `${done} ${count} of ${of}`);
  }

  /** Removes the line. */
  clear(): void {
    if (this.isShown) overwrite(this.around, '');
    this.isShown = false;
  }
}
