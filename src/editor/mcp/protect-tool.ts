import type { Protection } from '../../play/protect/protection.js';
import { scenarioJson } from '../../report/protect-json.js';
import { protectConclusions, protectNotes } from '../../report/protect-words.js';
import { givenSchemas, readGiven } from './given.js';
import type { Arguments, Host } from './host.js';
import { listSchema, objectSchema, type Schema, string } from './schema.js';
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

const scenario = objectSchema(
  {
    id: string(),
    title: string('When the version turns bad.'),
    outcome: { type: 'string', enum: ['aborted', 'paused', 'person', 'promoted', 'stuck'] },
    by: string('What stops it.'),
    noticed: { ...numberSchema, description: 'Seconds until it is stopped.' },
    share: { ...numberSchema, description: 'The percentage of traffic that it has then.' },
    exposure: { ...numberSchema, description: 'Seconds of all traffic that it answers.' },
    requests: { ...numberSchema, description: 'Requests that it gets, if "requests-per-second" is given.' },
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
      mostInAnswer.conclusions,
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
    gates: firstOf(gates, mostInAnswer.gates).shown.map(({ metric, template, analysis, idle }) => ({
      ...{ metric, template, analysis, idle },
    })),
    scenarios: firstOf(scenarios, mostInAnswer.frames)
      .shown.map((one) => scenarioJson(one, protection))
      .map(({ id, title, outcome, by, noticed, share, exposure, requests }) => ({
        ...{ id, title, outcome, share },
        by: by ?? undefined,
        noticed: noticed ?? undefined,
        exposure: exposure ?? undefined,
        requests: requests ?? undefined,
      })),
    conclusions: [
      ...toldConclusions(protectConclusions(protection)),
      ...protectNotes(protection).map((text) => ({ level: 'info', text })),
    ],
  };
}
