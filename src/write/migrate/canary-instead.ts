import { counted } from '../../model/wording.js';
import { isMap, isSameJson } from '../../kubernetes/objects/json.js';
import { Layout, Unfit } from '../../yaml/edit/layout.js';
import { type Splice, spliced } from '../../yaml/edit/splice.js';
import { YamlEdits } from '../../yaml/edit/yaml-edits.js';
import type { Graph } from '../../repository/graph/graph.js';
import { readGraph } from '../../repository/graph/read-graph.js';
import { blueGreen, canary, serviceField } from '../../kubernetes/kinds/rollout.js';
import { Steps } from '../../constructs/manifests/steps.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { Refusal } from './refusal.js';
import { type StepDraft, whereOf } from './step.js';
import type { MigrationRouter, Workload } from './workload.js';

/** Fields that have another name in a canary. */
const renamed: Readonly<Record<string, string>> = {
  activeService: 'stableService',
  previewService: 'canaryService',
  activeMetadata: 'stableMetadata',
  previewMetadata: 'canaryMetadata',
};

/** Fields that both strategies have. */
const same = ['antiAffinity', 'maxUnavailable', 'scaleDownDelayRevisionLimit', 'abortScaleDownDelaySeconds'];

/** Fields that become a step, or that a canary does not have. */
const gone = [
  'autoPromotionEnabled',
  'autoPromotionSeconds',
  'previewReplicaCount',
  'scaleDownDelaySeconds',
  'prePromotionAnalysis',
  'postPromotionAnalysis',
];

const [firstShare, secondShare] = [10, 50];

/**
 * Makes a blue-green Rollout a canary without a router that keeps both Services: the active Service becomes the stable one, and the
 * preview Service that of the canary. A later commit adds the router, because one commit for both could not be reverted at every
 * moment of an update.
 */
export function canaryStep(
  graph: Graph,
  { service }: Workload,
  rollout: Resource,
  router: MigrationRouter,
): StepDraft {
  const active = serviceField(rollout, 'active').text;
  check(rollout, active, service, router);
  const spec = blueGreen(rollout);
  const { source, name } = rollout;
  const where = whereOf(graph, rollout);
  return {
    id: 'canary',
    title: 'the strategy is a canary, with the same Services',
    writes: [],
    objects: [],
    texts: [{ path: source.path, name: source.name, before: source.read(), after: canaryText(rollout) }],
    notes: notesOn(spec, router),
    look: [
      `kubectl argo rollouts get rollout ${name}${where}: Healthy, with the strategy Canary.`,
      `Start no update before the next step: Service "${active}" leads to the stable pods alone until then, and an update takes pods from them with each step.`,
    ],
  };
}

function check(
  rollout: Resource,
  active: string | undefined,
  service: Resource | undefined,
  router: MigrationRouter,
): void {
  const { name } = rollout;
  if (canary(rollout).exists)
    throw new Refusal(
      `Rollout "${name}" has two strategies, of which the controller takes none; remove one.`,
    );
  if (active === undefined || service?.name !== active)
    throw new Refusal(
      `The active Service of Rollout "${name}" has to be among the files, and to be the one that callers know; choose it: --service ${active ?? 'NAME'}`,
    );
  if (router === 'istio-subset')
    throw new Refusal(
      `Service "${active}" leads to the pods of one version, so a subset of it would never have those of the other; go to --router istio-host first, and from there to --router istio-subset.`,
    );
  const unknown = blueGreen(rollout)
    .entries.map(({ key }) => String(key))
    .filter((key) => !(key in renamed) && !same.includes(key) && !gone.includes(key));
  if (unknown.length > 0)
    throw new Refusal(
      `Rollout "${name}" has ${unknown.join(', ')} in strategy.blueGreen, which a canary does not have; remove it first.`,
    );
}

/** Notes for the user on what a canary does differently. */
function notesOn(spec: Field, router: MigrationRouter): readonly string[] {
  const has = (key: string): boolean => spec.at(key).exists;
  const number = (key: string): number | undefined => spec.at(key).number;
  const isRouted = router !== 'none';
  return [
    ...(has('prePromotionAnalysis')
      ? [
          `prePromotionAnalysis is a step now. It runs when the canary has ${firstShare} %, and no longer before any request reaches the new version${isRouted ? '; for that, put setCanaryScale before it and the first setWeight behind it when the router splits' : ''}.`,
        ]
      : []),
    ...(has('postPromotionAnalysis')
      ? [
          `postPromotionAnalysis is the last step now. It runs when the canary has ${secondShare} %, before the promotion, not after it; what it asks of Service "${spec.at('activeService').text ?? ''}" is answered by the old pods until then.`,
        ]
      : []),
    ...(has('previewReplicaCount')
      ? [
          `previewReplicaCount ${number('previewReplicaCount') ?? ''} is left out: a canary has as many pods as its weight asks for${isRouted ? '; with the router, setCanaryScale sets another number' : ''}.`,
        ]
      : []),
    ...(has('scaleDownDelaySeconds')
      ? [
          `scaleDownDelaySeconds ${number('scaleDownDelaySeconds') ?? ''} is left out: the controller takes it of a canary with a router alone${isRouted ? ', where it is 30 seconds unless you set it again' : ''}.`,
        ]
      : []),
    pauses(spec),
  ];
}

function pauses(spec: Field): string {
  const seconds = spec.at('autoPromotionSeconds').number ?? 0;
  if (spec.at('autoPromotionEnabled').boolean === false)
    return `The canary stays at ${firstShare} % until it is promoted, as the preview did, and then at ${secondShare} % for ten minutes; change the steps as you like.`;
  return `The new version promoted itself${seconds > 0 ? ` after ${counted(seconds, 'second')}` : ' when it was ready'}. Now it stays at ${firstShare} % for ${seconds > 0 ? 'that time' : 'ten minutes'}, and at ${secondShare} % for ten minutes; change the steps as you like.`;
}

/** A first weight until the promotion, manual or after the configured delay, with each analysis at the nearest position. */
function stepsInstead(spec: Field): readonly unknown[] {
  const seconds = spec.at('autoPromotionSeconds').number ?? 0;
  const isByHand = spec.at('autoPromotionEnabled').boolean === false;
  const analysis = (key: string): readonly unknown[] =>
    spec.at(key).exists ? [{ analysis: spec.at(key).value }] : [];
  const [weight = {}, pause = {}] = Steps.ramp(
    [firstShare],
    isByHand ? {} : { pause: seconds > 0 ? `${seconds}s` : '10m' },
  );
  return [
    weight,
    ...analysis('prePromotionAnalysis'),
    pause,
    ...Steps.ramp([secondShare], { pause: '10m' }),
    ...analysis('postPromotionAnalysis'),
  ];
}

/** The text of the file with the strategy as a canary. Keys are renamed in place, so comments and order stay. */
function canaryText(rollout: Resource): string {
  const { source } = rollout;
  const text = source.read();
  const field = blueGreen(rollout);
  try {
    const { start, end } = field.place;
    if (
      text
        .slice(start, end)
        .split('\n')
        .some((line) => /^#zc[0-9a-z]{2}/.test(line.trim()))
    )
      throw new Unfit('strategy.blueGreen is rendered under conditions.');
    const edits = new YamlEdits(new Layout(text, rollout.root));
    const map = edits.layout.nodeOf(field);
    if (map?.kind !== 'map') throw new Unfit('strategy.blueGreen is not a map.');
    const keys = field.entries.map(({ key }) => String(key));
    for (const key of keys.filter((one) => gone.includes(one))) edits.removeKey(map, key);
    edits.addKey(map, 'steps', stepsInstead(field));
    const names: readonly Splice[] = [
      newName(text, field, 'canary'),
      ...field.entries.flatMap((entry) => {
        const name = renamed[String(entry.key)];
        return name === undefined ? [] : [newName(text, entry, name)];
      }),
    ];
    const all = [...edits.splices(), ...names].sort((a, b) => a.start - b.start || a.end - b.end);
    const after = spliced(text, all, edits.layout.newline);
    const documents = readGraph([
      { ...source, path: source.path, name: source.name, read: () => after },
    ]).graph;
    if (documents.given.some((one) => isSameJson(one.at().value, wantedOf(rollout)))) return after;
    throw new Unfit('its YAML cannot be edited in place.');
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    throw new Refusal(
      `${source.name} cannot be edited in place: ${error.message} Write strategy.canary in the place of strategy.blueGreen by hand, with stableService and canaryService, and run this again.`,
    );
  }
}

/** Replaces a key and keeps its quotes. */
function newName(text: string, { key, keyPlace: { start, end } }: Field, name: string): Splice {
  return { start, end, text: text.slice(start, end).replace(String(key), name) };
}

function wantedOf(rollout: Resource): unknown {
  const whole = rollout.at().value as { readonly spec: { readonly strategy: object } };
  const field = blueGreen(rollout);
  const kept = Object.entries(isMap(field.value) ? field.value : {}).flatMap(([key, value]) =>
    gone.includes(key) ? [] : [[renamed[key] ?? key, value] as const],
  );
  const others = Object.entries(whole.spec.strategy).filter(([key]) => key !== 'blueGreen');
  const strategy = {
    ...Object.fromEntries(others),
    canary: { ...Object.fromEntries(kept), steps: stepsInstead(field) },
  };
  return { ...whole, spec: { ...whole.spec, strategy } };
}
