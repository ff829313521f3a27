import { Yaml } from 'cdk8s';
import { messageOf } from '../../src/model/finding.js';
import { driftOf } from '../../src/play/drift/drift.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { lint } from '../../src/lint/lint.js';
import {
  applicationManifest,
  type ApplicationMetadata,
  type ApplicationSpec,
} from '../../src/constructs/manifests/application.js';
import { rules } from '../../src/rules/index.js';
import { simulate } from '../../src/play/simulate/simulate.js';
import { textSource } from './sources.js';

/** What lint, simulate and drift have to say against objects that one Application deploys; empty when all is well. */
export function objections(
  objects: readonly object[],
  namespace = 'shop',
  options: Partial<ApplicationSpec> = {},
  metadata: ApplicationMetadata = {},
): readonly string[] {
  const application = applicationManifest(
    'shop',
    {
      source: { repoURL: 'https://git.example.com/shop.git', path: 'shop' },
      destination: { server: 'https://kubernetes.default.svc', namespace },
      syncPolicy: { automated: { prune: true, selfHeal: true } },
      ...options,
    } as ApplicationSpec,
    objects,
    metadata,
  );
  const isRollout = (object: object): boolean => 'kind' in object && object.kind === 'Rollout';
  const expected = objects.filter(isRollout).length;
  const sources = [
    textSource('/shop/app.yaml', Yaml.stringify(...objects)),
    textSource('/argocd/app.yaml', Yaml.stringify(application)),
  ];
  const { findings, rollouts } = lint(sources, rules);
  // What judges an update, how many pods its weights have, and what the pods are asked is the choice of who gives the props.
  const chosen = ['analysis/update-judged', 'steps/weight-fits-pods', 'pods/readiness-probed'];
  const said = findings
    .filter(({ rule }) => !chosen.includes(rule))
    .map((finding) => `${finding.severity} ${finding.rule}: ${messageOf(finding)}`);
  if (rollouts !== expected) said.push(`${rollouts} Rollouts`);

  const { graph } = readGraph(sources);
  for (const rollout of graph.rollouts) {
    const { frames } = simulate(graph, rollout);
    if (!frames.some(({ kind }) => kind === 'promoted')) said.push('never promoted');
    for (const { id, kind, errors, isSettled, rewrites } of frames) {
      if (kind === 'invalid' || kind === 'stuck') said.push(`${id} is ${kind}`);
      // What a pass writes and takes back it does after every abort (argoproj/argo-rollouts#3078).
      // While a canary has no pods, the controller takes a route away and its paused step sets it again, pass by pass.
      if (!isSettled && rewrites.length === 0 && kind !== 'canary-lost')
        said.push(`${id} does not come to rest`);
      for (const { isTransient, message } of errors) if (!isTransient) said.push(`${id}: ${message}`);
    }
  }
  const { drifts } = driftOf(graph, graph.rollouts);
  if (drifts.length !== expected) said.push(`${drifts.length} drifts`);
  for (const { frames, faults, entries, options, frozen } of drifts) {
    for (const { frame, status } of frames) if (status !== 'synced') said.push(`${frame.id} is ${status}`);
    if (faults.length + entries.length + options.length + frozen.length > 0)
      said.push(`${faults.length} faults, ${entries.length} entries and ${options.length} options lacking`);
  }
  return said;
}
