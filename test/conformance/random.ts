import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { anyGatewayScenario, anyScenario, templateChange } from './arbitraries.js';
import { judge, type Verdict } from './conformance.js';
import { isMap } from './normalise.js';
import type { RecordedScenario } from './recording.js';
import type { Scenario } from './scenario.js';

type Judged = Pick<Verdict, 'scenario' | 'obstacle' | 'disagreements'>;

/** A recorder that is asked one scenario after the other. */
export class Recorder {
  private running: ReturnType<typeof start>;

  constructor(private readonly command: string) {
    this.running = start(command);
  }

  async ask(scenario: Scenario): Promise<RecordedScenario> {
    this.running.child.stdin.write(`${JSON.stringify(scenario)}\n`);
    const line = await this.running.lines.next();
    if (!line.done) return JSON.parse(line.value) as RecordedScenario;
    // Routes may multiply until there is no memory left.
    this.running = start(this.command);
    return { error: 'ended before it had an answer' };
  }

  close(): void {
    this.running.child.stdin.end();
  }
}

function start(command: string) {
  const child = spawn(command, ['--stdin'], { stdio: ['pipe', 'pipe', 'ignore'] });
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

/** Scenarios by chance, compared on the fly; an event that cannot happen is left out. */
export async function* randomVerdicts(
  recorder: Recorder,
  release: string,
  {
    count,
    seed,
    routers = 'built-in',
    caches,
    whole,
  }: {
    readonly count: number;
    readonly seed: number;
    readonly routers?: 'built-in' | 'gateway-api';
  } & Pick<Scenario, 'caches' | 'whole'>,
): AsyncGenerator<Judged> {
  const any = routers === 'gateway-api' ? anyGatewayScenario : anyScenario;
  // Scenarios of other tests are taken from these by chance as well, so what is added to them is added here.
  const changes = fc.array(fc.tuple(fc.nat(), templateChange), { maxLength: 3 });
  const changed = fc.tuple(any, changes).map(([scenario, added]) => ({
    ...scenario,
    events: added.reduce(
      (events, [at, change]) => events.toSpliced(at % (events.length + 1), 0, change),
      scenario.events,
    ),
  }));
  for (const scenario of fc.sample(changed, { numRuns: count, seed }))
    yield await judgePossible(recorder, release, {
      ...scenario,
      ...(caches && { caches }),
      ...(whole && { whole }),
      defaults: true,
    });
}

async function judgePossible(recorder: Recorder, release: string, scenario: Scenario): Promise<Judged> {
  const recorded = await recorder.ask(scenario);
  // A command or a deletion of what is gone; all else that cannot be played is a finding.
  const impossible = /^event (\d+) \([\w-]+\): there is no /.exec(recorded.error ?? '')?.[1];
  if (impossible === undefined) return { scenario, ...judge(scenario, release, recorded) };
  const events = scenario.events.filter((_, index) => index !== Number(impossible));
  return judgePossible(recorder, release, { ...scenario, events });
}

/** What two disagreements of one cause have in common, most likely. */
export function signature({ obstacle, disagreements }: Pick<Judged, 'obstacle' | 'disagreements'>): string {
  if (obstacle !== undefined) return obstacle.replaceAll(/\d+/g, '*');
  const paths = disagreements.map(
    ({ object, path }) => `${object.split('/')[1] ?? ''}${path.replaceAll(/\d+/g, '*')}`,
  );
  return [...new Set(paths)].sort().join(', ');
}

/** The smallest scenario found that disagrees in the same way. */
export async function minimise(recorder: Recorder, release: string, found: Judged): Promise<Judged> {
  const wanted = signature(found);
  let best = found;
  let tries = 200;
  for (let isShrinking = true; isShrinking;) {
    isShrinking = false;
    for (const candidate of smaller(best.scenario)) {
      if (tries-- === 0) return best;
      const judged = await judgePossible(recorder, release, candidate);
      if (signature(judged) !== wanted) continue;
      best = judged;
      isShrinking = true;
      break;
    }
  }
  return best;
}

/** Scenarios with one thing less. */
function* smaller(scenario: Scenario): Generator<Scenario> {
  for (let length = Math.floor(scenario.events.length / 2); length >= 1; length = Math.floor(length / 2))
    for (let at = scenario.events.length - length; at >= 0; at -= 1)
      yield { ...scenario, events: scenario.events.filter((_, index) => index < at || index >= at + length) };
  for (const [at, object] of scenario.objects.entries()) {
    if (object.kind === 'AnalysisTemplate' || object.kind === 'Service') continue;
    for (const less of without(object['spec'])) {
      const objects = scenario.objects.map((one, index) =>
        index === at ? ({ ...one, spec: less }) : one,
      );
      yield { ...scenario, objects };
    }
  }
}

/** A value with one field or item less, at any depth. */
function* without(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries() as IterableIterator<[number, unknown]>) {
      yield value.filter((_, index) => index !== at);
      for (const less of without(item))
        yield value.map((one: unknown, index) => (index === at ? less : one));
    }
  } else if (isMap(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (['replicas', 'selector', 'template'].includes(key)) continue;
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== key));
      for (const less of without(item)) yield { ...value, [key]: less };
    }
  }
}
