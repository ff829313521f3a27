import { isDeepStrictEqual } from 'node:util';
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
    states: play.states.map(({ event, application, resources }, index) => {
      const { frames: equal = [], nearest = '', differences = [] } = judged[index] ?? {};
      const [frame] = equal;
      return {
        event,
        ...(frame === undefined ? { nearest: `${nearest}: ${differences.slice(0, 3).join('; ')}` } : { frame }),
        application,
        resources: JSON.parse(placed(JSON.stringify(resources))) as Told['resources'],
      };
    }),
  };
}

/** How what Argo CD said in a state differs from what drift says of its frame. */
export function compareTold(
  { frame, application, resources }: Told,
  { applications: [answer] }: DriftAnswer,
  inNamespace = namespace,
): { readonly compared: number; readonly differ: readonly string[] } {
  if (frame === undefined || !answer) return { compared: 0, differ: answer ? [] : ['drift has no answer'] };
  const placed = (key: string): string => key.replaceAll(inNamespace, namespace);
  const whole = answer.frames.find(({ id }) => id === frame)?.status;
  const objects = answer.objects.map(({ key, verdicts }) => [placed(key), verdicts[frame]?.status, resources[placed(key)]] as const);
  // Of a Rollout that is refused drift says nothing.
  const all = [['the Application', whole, application] as const, ...objects].filter(([, status]) => status !== undefined);
  const differ = all.filter(([, predicted, live]) => plain(predicted) !== plain(live));
  return { compared: all.length, differ: differ.map(([what, predicted, live]) => `${what}: predicted ${predicted}, Argo CD says ${live}`) };
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
