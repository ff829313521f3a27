import { version } from '../../package.json';
import type { GivenManifests } from '../editor/mcp/given.js';
import type { Arguments, Host, LintAnswer, NewFiles, Page, PlayedPage } from '../editor/mcp/host.js';
import { withEdits } from '../lint/fix/shown.js';
import { today } from '../lint/comments.js';
import { lint } from '../lint/lint.js';
import { selectRules } from '../lint/select-rules.js';
import type { EvaluatedCharts } from '../lint/rendered/evaluated-charts.js';
import { Memory } from '../lint/workspace/memory.js';
import type { Finding } from '../model/finding.js';
import { changedSources } from '../play/impact/touched.js';
import type { Drift } from '../play/drift/drift.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import type { ImpactResult } from '../report/impact-json.js';
import { newService, objectionsToService } from '../write/scaffold/new-service.js';
import { UnfitProps } from '../constructs/manifests/manifest.js';
import type { ValuesOf } from './commands.js';
import { driftsIn, driftOptions } from './drift.js';
import { UsageError } from './exit.js';
import { explainCommand } from './explain.js';
import { builtIn } from './built-states.js';
import { impactBetween } from './impact-between.js';
import { prepare, readSettings, type Settings } from './inputs.js';
import { KnownFindings } from './known-findings.js';
import { type Options, optionsOfLint as lintOptions } from './lint-options.js';
import { type Engine, LintRuns } from './lint-run.js';
import { type GivenInputs, Root } from './mcp-given.js';
import { fixedTexts } from './mcp-fixed.js';
import { docPages, pageText } from './mcp-guides.js';
import { optionSchemas } from './mcp-schemas.js';
import { readNewOptions } from './new-options.js';
import { protectOptions, protectReport } from './protect.js';
import { callNames } from './choose-rollouts.js';
import { limitsOf, readRollouts, type RolloutInputs } from './read-rollouts.js';
import { simulationOf } from './simulate.js';
import { simulateOptions } from './simulate-options.js';
import type { Surroundings } from './surroundings.js';

/** Rollouts that one call plays, unless the call names some. */
const mostPlayed = 10;

interface GrantedRendering {
  /** Whether the command line lets kustomize and helm run. */
  readonly renders: boolean;
  readonly 'render-timeout'?: string | undefined;
}

/** The commands, for the tools of `rolloutkit mcp`. Nothing is written, and programs run only where `granted` says. */
export class CommandHost implements Host {
  readonly version = version;
  readonly options = {
    simulate: optionSchemas('simulate'),
    drift: optionSchemas('drift'),
    protect: optionSchemas('protect'),
    impact: optionSchemas('impact'),
    new: optionSchemas('new'),
  };
  readonly longestCall: number;
  private readonly folder: Root;
  private readonly memory = new Memory();
  private charts: EvaluatedCharts | undefined;
  private docs: readonly Page[] | undefined;

  private readonly around: Surroundings;

  constructor(
    around: Surroundings,
    private readonly granted: GrantedRendering,
  ) {
    this.around = { ...around, isRoot: true };
    this.folder = new Root(around.folder);
    // Clients of the protocol wait for a minute by default; charts may be downloaded.
    this.longestCall = granted.renders ? 600_000 : 60_000;
  }

  get root(): string {
    return withSlashes(this.around.folder);
  }

  lint(given: GivenManifests, args: Arguments): LintAnswer {
    const started = performance.now();
    const { only, fix } = args as { readonly only?: readonly string[]; readonly fix?: 'safe' | 'all' };
    const values = { ...this.valuesFor(given), only: only ?? [] };
    const options = readingCharts(given, lintOptions(values, this.folder.pathsOf(given), this.around));
    const { found, paths } = this.folder.inputsOf(given, options.settings);
    const engine = this.engineFor(given, options, [paths, only, today()]);
    const sources = engine.sources(found.sources);
    const inputs = { ...found, found: sources, after: sources, change: undefined };
    const chosen = selectRules(options.rules, options);
    const known = new KnownFindings(options, chosen, inputs);
    const runs = new LintRuns({ options, chosen, given: inputs, engine, progress: undefined });
    const run = runs.lint(sources);
    const besides = runs.besides(run);
    const nothing = besides.nothing();
    const report = known.leftOutOf({
      findings: run.reported,
      suppressed: run.suppressed,
      hasFindings: run.result.findings.length > 0,
      ...besides,
      notes: [...besides.notes, ...(nothing ? [nothing] : [])],
      failures: [...besides.failures, ...known.failures],
      resources: run.result.resources,
      rollouts: run.result.rollouts,
      rules: chosen.count,
      faults: run.result.faults,
      milliseconds: performance.now() - started,
    });
    const fixed = fix && fixedTexts({ ...run, reported: report.findings }, runs, fix);
    return { report: { ...report, findings: edited(report.findings) }, fixed };
  }

  simulate(given: GivenManifests, args: Arguments): ReturnType<Host['simulate']> {
    return this.played('simulate', given, args, (inputs, values, paths) =>
      simulationOf(inputs, {
        ...simulateOptions(values, paths, this.around),
        format: 'json',
        paths,
      }),
    );
  }

  drift(given: GivenManifests, args: Arguments): ReturnType<Host['drift']> {
    return this.played('drift', given, args, (inputs, values, paths) => {
      const drifts: Drift[] = [];
      const options = driftOptions(values, paths, this.around);
      const taker = {
        kept: (drift: Drift) => ({ text: '', wanted: undefined, drift }),
        add: ({ drift }: { readonly drift: Drift | undefined }) => {
          if (drift) drifts.push(drift);
        },
      };
      const chosen = { ...options, format: 'json', paths } as const;
      return { drifts, rest: driftsIn(inputs, chosen, taker, undefined) };
    });
  }

  protect(given: GivenManifests, args: Arguments): ReturnType<Host['protect']> {
    return this.played('protect', given, args, (inputs, values, paths) =>
      protectReport(
        inputs,
        { ...protectOptions(values, paths, this.around), format: 'json', paths },
        undefined,
      ),
    );
  }

  impact(before: GivenManifests, after: GivenManifests, args: Arguments): ImpactResult {
    const values = { ...args, 'no-render': true } as ValuesOf<'impact'>;
    const paths = this.folder.pathsOf(after);
    const settings = readSettings(values, paths, this.around);
    const [old, now] = [before, after].map((given) => this.folder.inputsOf(given, settings)) as [
      GivenInputs,
      GivenInputs,
    ];
    // Files of the folder are the same objects in both states, so they are read once.
    const known = new Map(now.found.sources.map((source) => [source.path, source]));
    const earlier = old.found.sources.map((source) =>
      before.texts.has(source.name) || after.texts.has(source.name)
        ? source
        : (known.get(source.path) ?? source),
    );
    const built = builtIn(earlier, now.found.sources, { settings, paths });
    const inputs = readRollouts(paths, settings, 'impact', {
      found: now.found,
      built: built.after,
      keepsReadings: true,
    });
    const changed = changedSources(earlier, now.found.sources);
    const gone = new Set([...changed.before].map((source) => source.path));
    for (const { path: at } of now.found.sources) gone.delete(at);
    const files = [...new Set([...changed.before, ...changed.after].map((source) => source.path))];
    const { impacts, unknown, unsimulated } = impactBetween(
      { files: files.map((at) => ({ path: at, isGone: gone.has(at) })), isUnread: () => false },
      inputs,
      prepare(earlier, settings, paths, built.before),
      { settings, paths },
    );
    const still = impacts.filter(({ change }) => change !== 'removed').length;
    return {
      impacts,
      untouched: Math.max(0, inputs.graph.rollouts.length - still),
      unknown,
      findings: inputs.findings,
      notes: inputs.notes,
      failures: [...inputs.failures, ...limitsOf(inputs)],
      unchecked: [...inputs.unchecked, ...unsimulated],
      faults: inputs.faults.all,
    };
  }

  newService(args: Arguments): NewFiles {
    const options = readNewOptions(args, this.around);
    const { service, style, namePrefix, notes } = options;
    const project = { isModule: true, usesJest: false, has: undefined };
    try {
      const written = newService(service, {
        ...{ style, project, version },
        ...(namePrefix !== undefined && { namePrefix }),
      });
      const objections = objectionsToService(service, written);
      if (objections.length > 0)
        throw new UsageError('The result would not pass the checks of rolloutkit:', ...objections);
      return {
        files: written.files.map(({ path: at, text }) => ({ path: at, text })),
        notes,
        next: written.next,
      };
    } catch (error) {
      if (error instanceof UnfitProps) throw new UsageError(error.message);
      throw error;
    }
  }

  explain(rule: string): string {
    // An argument of a command could be an option.
    if (!/^[A-Za-z][\w/-]*$/.test(rule))
      throw new UsageError(`"${rule}" is not the name of a rule, such as istio/route-exists.`);
    let text = '';
    const stdout = { write: (part: string | Uint8Array) => ((text += String(part)), true) };
    explainCommand([rule], { ...this.around, stdout });
    return text;
  }

  pages(): readonly Page[] {
    return (this.docs ??= docPages());
  }

  page(at: string): string | undefined {
    return this.pages().some((page) => page.path === at) ? pageText(at) : undefined;
  }

  /** Lints a folder from what was found there last. Texts alone are few, and a build can depend on anything. */
  private engineFor(given: GivenManifests, { settings, plugins }: Options, others: unknown): Engine {
    if (given.folder === undefined || settings.renders || plugins.length + settings.schemas.length > 0)
      return { sources: (all) => all, lint };
    const isAnother = this.memory.expect(JSON.stringify([settings.config, others]));
    if (isAnother) this.charts = undefined;
    else this.charts?.renew();
    return {
      sources: (all) => {
        this.memory.take(all);
        return this.memory.sources();
      },
      lint: this.memory.lint.bind(this.memory),
      charts: (make) => (this.charts ??= make()),
    };
  }

  private valuesFor(given: GivenManifests) {
    // A program would read the files, not the texts that take their place.
    const renders = this.granted.renders && given.texts.size === 0 && given.folder !== undefined;
    return renders
      ? ({ render: true, 'render-timeout': this.granted['render-timeout'] } as const)
      : ({ 'no-render': true } as const);
  }

  /** Plays the Rollouts that the call names, or the first ones. */
  private played<C extends 'simulate' | 'drift' | 'protect', T>(
    command: C,
    given: GivenManifests,
    args: Arguments,
    play: (inputs: RolloutInputs, values: ValuesOf<C>, paths: readonly string[]) => T,
  ): PlayedPage<T> {
    const values = { ...args, ...this.valuesFor(given) } as ValuesOf<C>;
    const paths = this.folder.pathsOf(given);
    const settings: Settings = readSettings(values, paths, this.around);
    const { found } = this.folder.inputsOf(given, settings);
    const inputs = readRollouts(paths, settings, command, { found });
    const { graph } = inputs;
    const named = (args['rollout'] as readonly string[] | undefined) ?? [];
    const first =
      named.length > 0 || graph.rollouts.length <= mostPlayed
        ? named
        : graph.rollouts
            .slice(0, mostPlayed)
            .map((rollout) => callNames(graph, rollout).at(-1) ?? rollout.name);
    const rest = named.length > 0 ? 0 : Math.max(0, graph.rollouts.length - mostPlayed);
    return { result: play(inputs, { ...values, rollout: first }, paths), rest };
  }
}

/** Charts are evaluated with the given texts, unless one says that a file is deleted, which is still in the folder. */
function readingCharts(given: GivenManifests, options: Options): Options {
  const { settings } = options;
  const isAsOnDisk = given.folder !== undefined && ![...given.texts.values()].includes(undefined);
  const readsCharts = !settings.renders && settings.config.render !== false && isAsOnDisk;
  return { ...options, settings: { ...settings, readsCharts } };
}

function edited(findings: readonly Finding[]): readonly Finding[] {
  return findings.some(({ fix, choices }) => fix ?? choices)
    ? withEdits(findings, { choices: true })
    : findings;
}
