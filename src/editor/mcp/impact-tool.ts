import type { RolloutImpact } from '../../play/impact/rollout-impact.js';
import { countEffects } from '../../report/impact-json.js';
import { effectText, updateText } from '../../report/impact-words.js';
import { givenSchemas, readGiven, readTexts, textsSchema } from './given.js';
import type { Arguments, Host } from './host.js';
import { listSchema, objectSchema, type Schema, string, integer, gravestFirst } from './schema.js';
import { sentences } from './play-tools.js';
import { type ToolAnswer, answerOf, besides, cutTo, firstOf, nextOf, type Tool } from './tool.js';

const mostInAnswer = { rollouts: 20, effects: 50, fields: 50, unknown: 20 } as const;

const effect = objectSchema(
  {
    severity: { type: 'string', enum: ['error', 'warning', 'info'] },
    when: listSchema(string(), 'The state of the Rollout when the change arrives.'),
    message: string(),
  },
  ...['severity', 'when', 'message'],
);

/** Tells what a change does. */
export const impactTool = (options: Readonly<Record<string, Schema>>): Tool => ({
  name: 'impact',
  title: 'See what a change does',
  description:
    'Compares manifests before and after a change, and shows what the change does to each Rollout when it is settled and in the middle of an update: new revisions, restarts, traffic to pods that are gone, syncs that fail. "texts" is the state after; the state before is "before", or the files of the folder.',
  input: objectSchema(
    {
      texts: textsSchema,
      before: {
        ...textsSchema,
        description: 'The manifests before the change; without it, the files of the folder.',
      },
      folder: givenSchemas.folder,
      ...options,
    },
    'texts',
  ),
  output: answerOf({
    summary: objectSchema(
      { errors: integer, warnings: integer, infos: integer, untouched: integer },
      ...['errors', 'warnings', 'infos', 'untouched'],
    ),
    rollouts: listSchema(
      objectSchema(
        {
          rollout: objectSchema({ namespace: string(), name: string(), file: string() }, 'name', 'file'),
          change: string('added, changed or removed'),
          fields: listSchema(string(), 'The changed fields.'),
          effects: listSchema(effect, 'Most severe first.'),
          update: string('The update that follows.'),
          notes: listSchema(string()),
        },
        ...['rollout', 'change', 'fields', 'effects', 'notes'],
      ),
    ),
    rest: { ...integer, description: 'Affected Rollouts that are not in this answer.' },
    unknown: listSchema(string(), 'What of the change cannot be judged.'),
    findings: listSchema(string(), 'Mistakes in the YAML itself.'),
  }),
  run: impact,
});

function impact(args: Arguments, host: Host): ToolAnswer {
  const { root } = host;
  const given = args['before'] as Parameters<typeof readTexts>[0] | undefined;
  const folder = args['folder'] as string | undefined;
  const texts = args['texts'] as Parameters<typeof readTexts>[0];
  const after = readGiven({ texts, folder: given ? folder : (folder ?? '.') }, root);
  const before = { folder: after.folder, texts: given ? readTexts(given, root, 'before') : new Map() };
  const result = host.impact(before, after, args);
  const { shown, rest } = firstOf(result.impacts, mostInAnswer.rollouts);
  const [errors, warnings, infos] = (['error', 'warning', 'info'] as const).map((severity) =>
    countEffects(result.impacts, severity),
  );
  return {
    summary: { errors, warnings, infos, untouched: result.untouched },
    rollouts: shown.map(impactAnswer),
    rest,
    unknown: cutTo(
      result.unknown.map(({ message }) => message),
      mostInAnswer.unknown,
    ),
    findings: sentences(result.findings),
    ...besides(result),
    next: nextOf(
      rest > 0 && 'Call impact for a folder with fewer Rollouts to see the others.',
      (errors ?? 0) > 0 &&
        'Change the manifests so that no effect is an error, or deliver the change in several steps.',
      result.impacts.length > 0 && 'Call lint with the same texts before you write them.',
      result.impacts.length === 0 &&
        'The change touches no Rollout that was read; check the paths of "texts".',
    ),
  };
}

function impactAnswer(one: RolloutImpact): object {
  const { rollout, namespace, change, fields, effects, notes } = one;
  const sorted = effects.toSorted(
    (left, right) => gravestFirst.indexOf(left.severity) - gravestFirst.indexOf(right.severity),
  );
  return {
    rollout: { namespace, name: rollout.name, file: rollout.source.name },
    change,
    fields: cutTo(
      fields.map(({ object, field }) => `${object} ${field}`.trim()),
      mostInAnswer.fields,
    ),
    effects: firstOf(sorted, mostInAnswer.effects).shown.map((each) => ({
      severity: each.severity,
      when: cutTo(each.when, mostInAnswer.unknown),
      message: effectText(one, each),
    })),
    update: updateText(one),
    notes: cutTo(notes, mostInAnswer.unknown),
  };
}
