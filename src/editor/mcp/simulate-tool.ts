import type { Frame, Trace } from '../../play/simulate/trace.js';
import { errorText } from '../../report/frame-errors.js';
import { simulationConclusions } from '../../report/simulation-conclusions.js';
import { frameObjects } from '../../report/simulation-objects.js';
import { writesText } from '../../report/simulation-text.js';
import { plain } from '../../report/style.js';
import { UsageError } from '../../model/usage-error.js';
import { givenSchemas, readGiven } from './given.js';
import type { Arguments, Host } from './host.js';
import { listSchema, objectSchema, type Schema, string, integer } from './schema.js';
import { type ToolAnswer, besides, cutTo, firstOf, nextOf, type Tool } from './tool.js';
import {
  mostInAnswer,
  numberSchema,
  rollout,
  conclusions,
  outputOf,
  toldConclusions,
  nameOthers,
  sentences,
} from './play-tools.js';

const frame = objectSchema(
  {
    id: string('Pass it as "frame" to see the objects.'),
    title: string(),
    from: string('The frame before, in a branch: what would happen instead.'),
    event: string('What happened before it.'),
    seconds: { ...numberSchema, description: 'Since the update began.' },
    waitsForPerson: { type: 'boolean' },
    weight: { ...numberSchema, description: 'The percentage of traffic of the new version.' },
    pods: objectSchema({ stable: string(), canary: string() }, 'stable', 'canary'),
    writes: string('What the controller wrote.'),
    phase: string(),
    errors: listSchema(string()),
  },
  ...['id', 'title', 'errors'],
);

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
  const { shown, rest } = firstOf(trace.frames, mostInAnswer.frames);
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
    errors: cutTo(errors.map(errorText), mostInAnswer.conclusions),
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
        .slice(0, mostInAnswer.conclusions)
        .map((one) => one.id)
        .join(', ')}.`,
    );
  const before = found.from ?? trace.frames.slice(0, at).findLast(({ from }) => from === undefined)?.id;
  const lines = frameObjects(
    found,
    trace.frames.find((one) => one.id === before),
    plain,
  );
  return cutTo(lines, mostInAnswer.lines).join('\n');
}
