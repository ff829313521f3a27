import { discover } from '../repository/files/discover.js';
import { KeptFiles, stampOf } from '../repository/files/kept-files.js';
import { lint } from '../lint/lint.js';
import type { EvaluatedCharts } from '../lint/rendered/evaluated-charts.js';
import { Memory } from '../lint/workspace/memory.js';
import { isUnreadError, isUsageError } from './exit.js';
import { discoverInputs } from './inputs.js';
import { type Engine, lintAs } from './lint.js';
import { type Options, readOptions } from './lint-options.js';
import { tellOutcome } from './lint-report.js';
import { printPart, tell } from './output.js';
import type { Surroundings } from './surroundings.js';

/** The interval between checks for changes, in milliseconds. */
const interval = 500;

/** The maximum share of time that is spent on checking. */
const share = 1 / 20;

const clearScreen = '\u001b[2J\u001b[3J\u001b[H';

/** Lints, and lints again after each change, until the process ends. */
export async function watch(args: string[], around: Surroundings): Promise<number> {
  const watching = new Watching(args, around);
  watching.look();
  for (;;) {
    const started = performance.now();
    try {
      watching.look();
    } catch (error) {
      // A configuration is often invalid while the user edits it.
      if (!isUsageError(error) && !isUnreadError(error)) throw error;
      watching.fail(isUsageError(error) ? error.lines : [error.message]);
    }
    const pause = Math.max(interval, (performance.now() - started) / share);
    await new Promise((done) => setTimeout(done, pause));
  }
}

/**
 * The state of a watched command line. Polls the files: this works on every system, in containers and on network
 * drives, and also detects new folders and changed ignore files.
 */
export class Watching {
  private readonly memory = new Memory();
  private readonly schemas = new KeptFiles();
  private charts: EvaluatedCharts | undefined;
  private isFailed = false;
  private told = '';

  constructor(
    private readonly args: string[],
    private readonly around: Surroundings,
  ) {}

  /**
   * Lints if anything has changed since the last call, and returns whether it has. Throws for an invalid configuration.
   */
  look(): boolean {
    const options = readOptions(this.args, this.around);
    const { settings, baselineFile, paths } = options;
    const { sources, failures } = discover(settings.schemas, settings.workingFolder);
    const setting = JSON.stringify([settings.config, settings.schemas, failures, stampOf(baselineFile.file)]);
    const others = this.schemas.take(sources);
    const changed = this.memory.take(discoverInputs(paths, settings).sources);
    const isAnother = this.memory.expect(setting) || others.size > 0;
    // Helpers of templates are not manifests.
    const isOfCharts = this.charts?.renew() === true;
    if (!isAnother && changed.size === 0 && !isOfCharts && !this.isFailed) return false;
    if (isAnother) this.charts = undefined;
    this.isFailed = false;
    this.told = '';
    this.report(options);
    return true;
  }

  /** Reports once why linting was not possible. */
  fail(lines: readonly string[]): void {
    if (this.told === lines.join('\n')) return;
    this.told = lines.join('\n');
    this.isFailed = true;
    this.clear();
    tell(this.around, lines);
  }

  private report(options: Options): void {
    const { around } = this;
    this.clear();
    lintAs(options, around, (outcome) => tellOutcome(outcome, options, around), this.engineFor(options));
    tell(around, ['Watching for changes; press Ctrl+C to stop.']);
  }

  /** Plugins and schemas can depend on anything, so nothing is reused with them. */
  private engineFor({ plugins, settings }: Options): Engine {
    const sources: Engine['sources'] = () => this.memory.sources();
    const isReachKnown = plugins.length + settings.schemas.length === 0;
    return {
      sources,
      lint: isReachKnown ? this.memory.lint.bind(this.memory) : lint,
      charts: (make) => (this.charts ??= make()),
    };
  }

  private clear(): void {
    if (this.around.stdout.isTTY === true) printPart(this.around, clearScreen);
  }
}
