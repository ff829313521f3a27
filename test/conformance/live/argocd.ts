import { isDeepStrictEqual } from 'node:util';
import { lint } from '../../../src/lint/lint.js';
import { messageOf } from '../../../src/model/finding.js';
import pauseHoldsNoSync from '../../../src/rules/argocd/pause-holds-no-sync.js';
import { textSource } from '../../support/sources.js';
import type { Manifest } from '../scenario.js';
import { judge, type Defaults } from './judge.js';
import { predict } from './predict.js';
import { liveStates, type SeenPlay, type SeenState } from './recording.js';
import { namespace, type System } from './systems.js';

/** What Argo CD said in a state that lasted, as the player has it. */
interface SeenVerdict extends SeenState {
  /** Of the Application. */
  readonly application: string;
  readonly resources: Readonly<Record<string, string>>;
  /** The phase of the last sync, and of each hook that it has run, where the system is about that. */
  readonly operation?: string;
  readonly hooks?: Readonly<Record<string, string>>;
}

/** An Application as it was played. */
export interface ToldPlay extends SeenPlay {
  readonly states: readonly SeenVerdict[];
  readonly application: {
    /** The file that drift was given. */
    readonly application: string;
    readonly answer: DriftAnswer;
  };
}

/** What is read of `drift --format json`. */
export interface DriftAnswer {
  readonly applications: readonly {
    readonly frames: readonly { readonly id: string; readonly status: string }[];
    readonly objects: readonly { readonly key: string; readonly verdicts: Readonly<Record<string, { readonly status: string }>> }[];
  }[];
}

/** What Argo CD said, in the words of predictions. */
export interface Told {
  readonly event: string;
  /** The frame of the main line that it is; undefined where a sync has left something else. */
  readonly frame?: string;
  readonly nearest?: string;
  readonly application: string;
  readonly resources: Readonly<Record<string, string>>;
  readonly operation?: string;
  readonly hooks?: Readonly<Record<string, string>>;
}

export interface ToldVariant {
  readonly application: string;
  readonly states: readonly Told[];
}

export interface ToldRecording {
  readonly manifests: readonly Manifest[];
  /** By the name of the settings. */
  readonly variants: Readonly<Record<string, ToldVariant>>;
}

export function toldStates(play: ToldPlay, system: System, defaults: Defaults): ToldVariant {
  const frames = predict(system, false).get('main') ?? [];
  const judged = judge(liveStates(play), frames, defaults, system);
  const placed = (text: string): string => text.replaceAll(play.namespace, namespace);
  return {
    application: placed(play.application.application),
    states: play.states.map(({ event, application, resources, operation, hooks }, index) => {
      const { frames: equal = [], nearest = '', differences = [] } = judged[index] ?? {};
      const [frame] = equal;
      return {
        event,
        ...(frame === undefined ? { nearest: `${nearest}: ${differences.slice(0, 3).join('; ')}` } : { frame }),
        application,
        resources: JSON.parse(placed(JSON.stringify(resources))) as Told['resources'],
        ...(operation !== undefined && { operation, hooks }),
      };
    }),
  };
}

/** The event after which the last commit is not deployed: its PreSync hook has failed. */
const undeployed = 'a hook fails';

/** How what Argo CD said in a state differs from what drift says of its frame. */
export function compareTold(
  { event, frame, application, resources }: Told,
  { applications: [answer] }: DriftAnswer,
  inNamespace = namespace,
): { readonly compared: number; readonly differ: readonly string[] } {
  if (frame === undefined || !answer) return { compared: 0, differ: answer ? [] : ['drift has no answer'] };
  // What drift says is about the commit that the frame comes of.
  if (event === undeployed) return { compared: 0, differ: [] };
  const placed = (key: string): string => key.replaceAll(inNamespace, namespace);
  const whole = answer.frames.find(({ id }) => id === frame)?.status;
  const objects = answer.objects.map(({ key, verdicts }) => [placed(key), verdicts[frame]?.status, resources[placed(key)]] as const);
  // Of a Rollout that is refused drift says nothing.
  const all = [['the Application', whole, application] as const, ...objects].filter(([, status]) => status !== undefined);
  const differ = all.filter(([, predicted, live]) => plain(predicted) !== plain(live));
  return { compared: all.length, differ: differ.map(([what, predicted, live]) => `${what}: predicted ${predicted}, Argo CD says ${live}`) };
}

/** Frames in which the Rollout is not healthy: an update has begun, and not come to its end. */
const unhealthy = /^(?:started|step-|last-scaling|at-scale)/;

/**
 * How the sync of an Application has gone otherwise than is said of it: it goes on while the Rollout is not healthy if a rule
 * has something against that, and has ended else.
 */
export function compareOperations({ manifests, variants }: ToldRecording): {
  readonly compared: number;
  readonly differ: readonly string[];
} {
  const all = Object.entries(variants).flatMap(([variant, { application, states }]) => {
    const held = heldBy(manifests, application);
    return states.flatMap(({ event, frame, operation, hooks = {} }) => {
      if (operation === undefined || frame === undefined) return [];
      // Where a route is a hook, each sync deletes it first. Whether Argo CD sees that the Rollout is invalid then is a race.
      if (Object.keys(hooks).some((hook) => !hook.startsWith('Job '))) return [];
      // So it is while what the Rollout names is created beside it.
      if (event === 'install') return [];
      // And after the last wave Argo CD looks at once: it may see the Rollout as it was before, which was healthy.
      if (held === 'beside' && unhealthy.test(frame)) return [];
      const expected = event === undeployed ? 'Failed' : held && unhealthy.test(frame) ? 'Running' : 'Succeeded';
      return [{ is: operation, expected, where: `${variant} [${event}] ${frame}` }];
    });
  });
  const differ = all.filter(({ is, expected }) => is !== expected);
  return { compared: all.length, differ: differ.map(({ where, is, expected }) => `${where}: the sync is ${is}, not ${expected}`) };
}

/** By what lint says that the Rollout keeps a sync of the Application from ending. */
function heldBy(manifests: readonly Manifest[], application: string): 'beside' | 'after' | undefined {
  const text = manifests.map((manifest) => JSON.stringify(manifest)).join('\n---\n');
  const sources = [textSource('/app/all.yaml', text), textSource('/application.yaml', application)];
  const [finding] = lint(sources, [pauseHoldsNoSync]).findings;
  if (!finding) return undefined;
  const message = messageOf(finding);
  if (/ in the same wave as /.test(message)) return 'beside';
  // What a later wave has is in sync, so it is left out then, and nothing is left to wait with (filterOutOfSyncTasks).
  const isNarrow = application.includes('ApplyOutOfSyncOnly=true');
  return isNarrow && / in wave /.test(message) ? undefined : 'after';
}

function plain(status: string | undefined): string | undefined {
  return status?.toLowerCase().replaceAll('-', '');
}

/** What is kept of a system, a state a line: what was played, and of what was kept before the rest. */
export function toldText(
  system: System,
  told: ReadonlyMap<string, ToldPlay & { readonly problem?: string }>,
  defaults: Defaults,
  before: ToldRecording | undefined,
): string {
  const played = [...told]
    .filter(([, { problem }]) => problem === undefined)
    .map(([name, play]) => [name, toldStates(play, system, defaults)] as const);
  const kept = isDeepStrictEqual(before?.manifests, system.manifests) ? before?.variants : {};
  const variants = Object.entries({ ...kept, ...Object.fromEntries(played) })
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { application, states }]) => {
      const lines = states.map((state) => JSON.stringify(state)).join(',\n');
      return `${JSON.stringify(name)}: {"application": ${JSON.stringify(application)}, "states": [\n${lines}\n]}`;
    });
  const manifests = system.manifests.map((manifest) => JSON.stringify(manifest)).join(',\n');
  return `{"manifests": [\n${manifests}\n],\n"variants": {\n${variants.join(',\n')}\n}}\n`;
}
