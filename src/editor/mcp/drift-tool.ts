import { driftConclusions } from '../../report/drift-conclusions.js';
import type { Drift } from '../../play/drift/drift.js';
import { isStandIn } from '../../play/drift/applications.js';
import { patchOf } from '../../play/drift/patch.js';
import { givenSchemas, readGiven } from './given.js';
import type { Arguments, Host } from './host.js';
import { listSchema, objectSchema, type Schema, string } from './schema.js';
import { type ToolAnswer, besides, cutTo, nextOf, type Tool } from './tool.js';
import {
  mostInAnswer,
  rollout,
  conclusions,
  outputOf,
  toldConclusions,
  nameOthers,
  sentences,
} from './play-tools.js';

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
      mostInAnswer.frames,
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
