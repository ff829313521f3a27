import { counted } from '../../model/wording.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import { Layout, Unfit } from '../../yaml/edit/layout.js';
import { YamlEdits } from '../../yaml/edit/yaml-edits.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isKustomization, readKustomization } from '../../repository/graph/kustomization.js';
import { containers, podTemplate } from '../../kubernetes/kinds/workload.js';
import type { MapNode, ScalarNode } from '../../model/node.js';
import type { Resource } from '../../model/resource.js';
import { autoscalersOf, besideStep, retargeted } from './beside.js';
import { Refusal } from './refusal.js';
import { objectsIn } from './removed.js';
import { whereOf, type StepDraft } from './step.js';
import type { Workload } from './workload.js';

/**
 * Turns the Deployment into a Rollout in its file. The pod template stays the same, but the cluster starts new pods: a sync prunes the
 * Deployment before it applies the Rollout, so requests fail until the first new pod is ready.
 */
export function replacedStep(graph: Graph, workload: Workload): StepDraft {
  const { deployment } = workload;
  const { source, name } = deployment;
  const [rollout] = besideStep(graph, workload, 'none').objects.map(
    ({ value }) => value as { apiVersion: string; kind: string; spec: { strategy: object } },
  );
  if (!rollout) throw new Error('There is no Rollout to write.');
  const listing = graph.given.find(
    (one) => isKustomization(one) && readKustomization(one).members.includes(source.path),
  );
  if (listing)
    throw new Refusal(
      `${listing.source.name} lists ${source.name}, and its patches and those of overlays may be for a Deployment; use --way workload-ref.`,
    );
  const targets = autoscalersOf(graph, deployment);
  if (targets.some(({ resource }) => resource.source.path === source.path))
    throw new Refusal(
      `${source.name} has the autoscaler of the Deployment, too; move it into a file of its own first.`,
    );
  const after = replacedText(deployment, rollout);
  return {
    id: 'replaced',
    title: 'the Rollout in place of the Deployment',
    writes: targets.flatMap((target) => retargeted(target, rollout)),
    objects: [],
    texts: [{ path: source.path, name: source.name, before: source.read(), after }],
    look: [
      `A window: a sync prunes Deployment "${name}" and its pods go, and nothing answers until the first pod of the Rollout is ready, which takes ${startWords(deployment)}. Sync it when no requests may be lost, or keep the Deployment meanwhile: sync without prune, and delete it when the Rollout is Healthy.`,
      `kubectl argo rollouts get rollout ${name}${whereOf(graph, deployment)}: Healthy.`,
    ],
  };
}

function startWords(deployment: Resource): string {
  const template = podTemplate(deployment);
  const delays = (template ? containers(template) : []).flatMap((container) =>
    ['readinessProbe', 'startupProbe'].map((probe) => container.at(probe, 'initialDelaySeconds').number ?? 0),
  );
  const least = Math.max(0, ...delays) + (deployment.at('spec', 'minReadySeconds').number ?? 0);
  return least > 0
    ? `${counted(least, 'second')} by its probes, and the time that an image and its start take`
    : 'as long as its image and its start take';
}

/** The text of the file with the document of the Deployment turned into that of a Rollout. */
function replacedText(
  deployment: Resource,
  { apiVersion, kind, spec: { strategy } }: { apiVersion: string; kind: string; spec: { strategy: object } },
): string {
  const { source } = deployment;
  try {
    const bare = edited(deployment, source.read(), (edits, spec) => {
      if (edits.layout.entryOf(spec, 'strategy')) edits.removeKey(spec, 'strategy');
    });
    const again = objectsIn(source, bare).find(
      (one) =>
        one.kind === deployment.kind &&
        one.name === deployment.name &&
        one.namespace === deployment.namespace,
    );
    if (!again) throw new Unfit('its YAML cannot be edited in place.');
    const text = edited(again, bare, (edits, spec) => {
      for (const [key, value] of Object.entries({ apiVersion, kind }))
        edits.setScalar(edits.layout.nodeOf(again.at(key)) as ScalarNode, value, false);
      edits.addKey(spec, 'strategy', strategy);
    });
    const old = deployment.at().value as { readonly spec: object };
    const wanted = { ...old, apiVersion, kind, spec: { ...old.spec, strategy } };
    const made = objectsIn(source, text);
    if (made.some((one) => isSameJson(one.at().value, wanted))) return text;
    throw new Unfit('its YAML cannot be edited in place.');
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    throw new Refusal(`${source.name} cannot be edited in place: ${error.message} Use --way workload-ref.`);
  }
}

function edited(deployment: Resource, text: string, edit: (edits: YamlEdits, spec: MapNode) => void): string {
  const edits = new YamlEdits(new Layout(text, deployment.root));
  const spec = edits.layout.nodeOf(deployment.at('spec'));
  if (spec?.kind !== 'map') throw new Unfit('it has no spec.');
  edit(edits, spec);
  return edits.apply();
}
