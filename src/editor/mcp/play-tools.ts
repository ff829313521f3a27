import { counted } from '../../model/wording.js';
import { driftConclusions } from '../../report/drift-conclusions.js';
import type { Conclusion } from '../../report/conclusions.js';
import type { Drift } from '../../play/drift/drift.js';
import { isStandIn } from '../../play/drift/applications.js';
import { patchOf } from '../../play/drift/patch.js';
import type { Frame, Trace } from '../../play/simulate/trace.js';
import type { Protection } from '../../play/protect/protection.js';
import { errorText } from '../../report/frame-errors.js';
import { findingsJson } from '../../report/json.js';
import { scenarioJson } from '../../report/protect-json.js';
import { protectConclusions, protectNotes } from '../../report/protect-words.js';
import { simulationConclusions } from '../../report/simulation-conclusions.js';
import { frameObjects } from '../../report/simulation-objects.js';
import { writesText } from '../../report/simulation-text.js';
import { plain } from '../../report/style.js';
import type { Finding } from '../../model/finding.js';
import { UsageError } from '../../model/usage-error.js';
import { givenSchemas, readGiven } from './given.js';
import type { Arguments, Host } from './host.js';
import { listSchema, type ObjectSchema, objectSchema, type Schema, string, integer } from './schema.js';
import { type ToolAnswer, answerOf, besides, cutTo, firstOf, nextOf, type Tool } from './tool.js';

const most = { frames: 100, gates: 50, lines: 2000, conclusions: 30, syntax: 20 } as const;

const number = { type: 'number' } as const;

const rollout = objectSchema({ namespace: string(), name: string(), file: string() }, 'name');

const conclusions = listSchema(
  objectSchema(
    {
      level: { type: 'string', enum: ['error', 'warning', 'unknown', 'info'] },
      text: string(),
      instead: string('What to write instead.'),
    },
    ...['level', 'text'],
  ),
  'The conclusions, in sentences.',
);

const frame = objectSchema(
  {
    id: string('Pass it as "frame" to see the objects.'),
    title: string(),
    from: string('The frame before, in a branch: what would happen instead.'),
    event: string('What happened before it.'),
    seconds: { ...number, description: 'Since the update began.' },
    waitsForPerson: { type: 'boolean' },
    weight: { ...number, description: 'The percentage of traffic of the new version.' },
    pods: objectSchema({ stable: string(), canary: string() }, 'stable', 'canary'),
    writes: string('What the controller wrote.'),
    phase: string(),
    errors: listSchema(string()),
  },
  ...['id', 'title', 'errors'],
);

/** The output of a tool with a list of Rollouts. */
function outputOf(item: ObjectSchema, more: Readonly<Record<string, Schema>> = {}): ObjectSchema {
  return answerOf({
    rollouts: listSchema(item),
    rest: { ...integer, description: 'Rollouts that are not in this answer; name them in "rollout".' },
    findings: listSchema(string(), 'Mistakes in the YAML itself.'),
    ...more,
  });
}

/** Simulates updates. */
export const simulateTool = (options: Readonly<Record<string, Schema>>): Tool => ({
  name: 'simulate',
  title: 'Simulate an update',
  description:
    'Plays the first deployment and an update of each Rollout as the Rollouts controller does it: weights, pods and times of each step, what the controller writes, and what happens if the update is aborted or the canary is lost. With "fail" a version is bad. With "frame" it returns the objects at one moment as YAML.',
  input: objectSchema({
    ...givenSchemas,
    ...options,
    frame: {
      ...string('A frame whose objects to show, such as "step-2"; name one Rollout with it.'),
      maxLength: 100,
    },
  }),
  output: outputOf(
    objectSchema(
      {
        rollout,
        release: string('Of Argo Rollouts.'),
        frames: listSchema(frame),
        rest: integer,
        conclusions,
      },
      ...['rollout', 'release', 'frames', 'rest', 'conclusions'],
    ),
    { objects: string('Optional: the objects of the frame, as YAML; "+" and "-" mark what changed.') },
  ),
  run: simulate,
});

function simulate(args: Arguments, host: Host): ToolAnswer {
  const { result, rest } = host.simulate(readGiven(args, host.root), args);
  const { traces, findings } = result;
  const id = args['frame'] as string | undefined;
  const isStopped = traces.some(({ frames }) =>
    frames.some(({ errors }) => errors.some((one) => !one.isTransient)),
  );
  return {
    rollouts: traces.map(traceAnswer),
    rest,
    findings: sentences(findings),
    ...(id === undefined ? {} : { objects: objectsAt(traces, id) }),
    ...besides(result),
    next: nextOf(
      rest > 0 && nameOthers(rest),
      isStopped && 'Call lint: it reports what the controller refuses, with the place and the edit.',
      id === undefined && traces.length > 0 && 'Call simulate with "frame" to see the objects at a moment.',
      traces.length > 0 && 'Call protect for what stops a bad version, and drift for what Argo CD reports.',
    ),
  };
}

function traceAnswer(trace: Trace): object {
  const { shown, rest } = firstOf(trace.frames, most.frames);
  const { namespace, name, file } = trace.rollout;
  return {
    rollout: { namespace, name, file },
    release: trace.version,
    frames: shown.map(frameAnswer),
    rest,
    conclusions: toldConclusions(simulationConclusions(trace)),
  };
}

function frameAnswer({
  id,
  title,
  from,
  event,
  at,
  weight,
  replicas,
  writes,
  phase,
  errors,
  ...one
}: Frame): object {
  const pods = ({ desired, available }: { readonly desired: number; readonly available: number }): string =>
    `${available} of ${desired} available`;
  return {
    ...{ id, title, from, event, seconds: at, waitsForPerson: one.waitsForPerson, weight, phase },
    pods: { stable: pods(replicas.stable), canary: pods(replicas.canary) },
    writes: writesText(writes),
    errors: cutTo(errors.map(errorText), most.conclusions),
  };
}

function objectsAt(traces: readonly Trace[], id: string): string {
  const [trace, another] = traces;
  if (!trace || another) throw new UsageError('"frame" shows one Rollout; name it in "rollout".');
  const at = trace.frames.findIndex((one) => one.id === id);
  const found = trace.frames[at];
  if (!found)
    throw new UsageError(
      `"frame" is "${id}", but that frame is not found. The frames are ${trace.frames
        .slice(0, most.conclusions)
        .map((one) => one.id)
        .join(', ')}.`,
    );
  const before = found.from ?? trace.frames.slice(0, at).findLast(({ from }) => from === undefined)?.id;
  const lines = frameObjects(
    found,
    trace.frames.find((one) => one.id === before),
    plain,
  );
  return cutTo(lines, most.lines).join('\n');
}

/** Tells what Argo CD reports. */
export const driftTool = (options: Readonly<Record<string, Schema>>): Tool => ({
  name: 'drift',
  title: 'See an update as Argo CD sees it',
  description:
    'Shows for each Rollout and Application what Argo CD reports at each moment of an update (OutOfSync or not), what a sync or self-heal would overwrite, and which entries of ignoreDifferences the Application lacks.',
  input: objectSchema({ ...givenSchemas, ...options }),
  output: outputOf(
    objectSchema(
      {
        rollout,
        application: objectSchema(
          { name: string(), file: string(), isGiven: { type: 'boolean' } },
          'name',
          'isGiven',
        ),
        outOfSync: listSchema(string(), 'The frames of simulate in which Argo CD reports a difference.'),
        unknown: listSchema(string(), 'The frames in which this is unknown.'),
        patch: { description: 'What to merge into the Application; absent if it lacks nothing.' },
        conclusions,
      },
      ...['rollout', 'application', 'outOfSync', 'unknown', 'conclusions'],
    ),
  ),
  run: drift,
});

function drift(args: Arguments, host: Host): ToolAnswer {
  const {
    result: { drifts, rest: result },
    rest,
  } = host.drift(readGiven(args, host.root), args);
  return {
    rollouts: drifts.map(driftAnswer),
    rest,
    findings: sentences(result.findings),
    ...besides(result),
    next: nextOf(
      rest > 0 && nameOthers(rest),
      drifts.some(patchOf) &&
        'Merge each "patch" into the manifest of its Application, or have the user run: rolloutkit drift --write',
      drifts.some(({ deployer }) => isStandIn(deployer)) &&
        'Pass the Applications, too: a Rollout without one is judged with default settings.',
    ),
  };
}

function driftAnswer(one: Drift): object {
  const { deployer, trace, frames } = one;
  const { namespace, name, file } = trace.rollout;
  const { application } = deployer;
  const isGiven = !isStandIn(deployer);
  const ids = (...wanted: readonly string[]): readonly string[] =>
    cutTo(
      frames.filter(({ status }) => wanted.includes(status)).map(({ frame: { id } }) => id),
      most.frames,
    );
  return {
    rollout: { namespace, name, file },
    application: { name: application.name, ...(isGiven && { file: application.source.name }), isGiven },
    outOfSync: ids('out-of-sync', 'unknown'),
    unknown: ids('cannot-tell'),
    patch: patchOf(one),
    conclusions: toldConclusions(driftConclusions(one)),
  };
}

const scenario = objectSchema(
  {
    id: string(),
    title: string('When the version turns bad.'),
    outcome: { type: 'string', enum: ['aborted', 'paused', 'person', 'promoted', 'stuck'] },
    by: string('What stops it.'),
    noticed: { ...number, description: 'Seconds until it is stopped.' },
    share: { ...number, description: 'The percentage of traffic that it has then.' },
    exposure: { ...number, description: 'Seconds of all traffic that it answers.' },
  },
  ...['id', 'title', 'outcome', 'share'],
);

/** Tells what stops a bad version. */
export const protectTool = (options: Readonly<Record<string, Schema>>): Tool => ({
  name: 'protect',
  title: 'See what stops a bad version',
  description:
    'Shows for each Rollout which analysis or pause stops a bad version, after how long, and how much traffic it gets until then; the least protected first.',
  input: objectSchema({ ...givenSchemas, ...options }),
  output: outputOf(
    objectSchema(
      {
        rollout,
        gates: listSchema(
          objectSchema(
            { metric: string(), template: string(), analysis: string(), idle: string() },
            'metric',
          ),
          'What judges a new version; one with "idle" stops none.',
        ),
        scenarios: listSchema(
          scenario,
          'A version that is bad from the start, then those that turn bad at a step.',
        ),
        conclusions,
      },
      ...['rollout', 'gates', 'scenarios', 'conclusions'],
    ),
    { exceeded: listSchema(string(), 'Limits of rolloutkit.yaml or of the call that are exceeded.') },
  ),
  run: protect,
});

function protect(args: Arguments, host: Host): ToolAnswer {
  const { result, rest } = host.protect(readGiven(args, host.root), args);
  const { protections, exceeded, findings } = result;
  return {
    rollouts: protections.map(protectionAnswer),
    rest,
    findings: sentences(findings),
    exceeded: cutTo(
      exceeded.map(({ message }) => message),
      most.conclusions,
    ),
    ...besides(result),
    next: nextOf(
      rest > 0 && nameOthers(rest),
      protections.some(({ scenarios: [start] }) => start?.outcome === 'promoted') &&
        'Add an analysis with a metric of the new version, or a pause without duration; then call protect again.',
      protections.length > 0 && 'Call simulate with "fail" to see the course of one failure.',
    ),
  };
}

function protectionAnswer(protection: Protection): object {
  const { gates, scenarios } = protection;
  const { namespace, name, file } = protection.rollout;
  return {
    rollout: { namespace, name, file },
    gates: firstOf(gates, most.gates).shown.map(({ metric, template, analysis, idle }) => ({
      ...{ metric, template, analysis, idle },
    })),
    scenarios: firstOf(scenarios, most.frames)
      .shown.map(scenarioJson)
      .map(({ id, title, outcome, by, noticed, share, exposure }) => ({
        ...{ id, title, outcome, share },
        by: by ?? undefined,
        noticed: noticed ?? undefined,
        exposure: exposure ?? undefined,
      })),
    conclusions: [
      ...toldConclusions(protectConclusions(protection)),
      ...protectNotes(protection).map((text) => ({ level: 'info', text })),
    ],
  };
}

function toldConclusions(all: readonly Conclusion[]): readonly object[] {
  return firstOf(all, most.conclusions).shown.map(({ level, text, instead }) => ({ level, text, instead }));
}

function nameOthers(rest: number): string {
  return `Name the other ${counted(rest, 'Rollout')} in "rollout", or a folder with fewer.`;
}

/** Findings in the YAML, each in a line. */
export function sentences(findings: readonly Finding[]): readonly string[] {
  return cutTo(
    findingsJson(firstOf(findings, most.syntax).shown).map(
      ({ file, line, message, rule }) => `${file}:${line} ${message} (${rule})`,
    ),
    most.syntax,
  );
}
