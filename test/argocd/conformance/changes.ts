import { asStored } from '../../../src/argocd/server-side.js';
import { defaultArgoCdVersion, kubernetesOf, parseArgoCdVersion } from '../../../src/argocd/version.js';
import { arrivalAt, planOf } from '../../../src/play/impact/arrivals.js';
import { statesOf } from '../../../src/play/impact/state.js';
import { asJson } from '../../../src/play/drift/argo.js';
import { withLastApply } from '../../../src/play/drift/owners.js';
import type { KubeObject } from '../../../src/kubernetes/objects/object.js';
import { randomChange } from '../../play/impact/changes.js';
import { graphsOf } from '../../play/impact/stories.js';
import type { Loose, ManagedFields, Manifest, Settings } from './case.js';
import type { DriftCase } from './gateway-api.js';

/**
 * What Argo CD says after the syncs of changes by chance, as `impact` plays them: of each object that an Application deploys, when
 * the controller is at rest and when the update is over. The same for the same seed.
 */
export function* changeCases({
  count,
  seed,
  release,
}: {
  readonly count: number;
  readonly seed: number;
  readonly release: string;
}): Generator<DriftCase> {
  const known = new Set<string>();
  for (let run = 0; known.size < count; run += 1)
    for (const one of casesOf(seed, run, release)) {
      const key = JSON.stringify({ ...one, name: '' });
      if (known.has(key)) continue;
      known.add(key);
      yield one;
      if (known.size === count) return;
    }
}

function* casesOf(seed: number, run: number, release: string): Generator<DriftCase> {
  const { before, after } = randomChange(seed, run);
  const { graphs } = graphsOf(before, after);
  const [old, now] = [graphs.before.rollouts[0], graphs.after.rollouts[0]];
  if (!old || !now) return;
  const states = statesOf(graphs, { before: old, after: now });
  const argocd = parseArgoCdVersion(release) ?? defaultArgoCdVersion;
  const { change, starts } = planOf(states.before, states.after, { version: '1.9', argocd });
  for (const start of starts) {
    const { when, course } = arrivalAt(change, start);
    for (const [at, objects] of [
      ['at rest', course.rested.objects],
      ['in the end', course.moment.objects],
    ] as const)
      for (const { carrier, key, after: target } of course.steps.flatMap(({ applied }) => applied.flat())) {
        const live = objects.get(key);
        if (!live || !target || carrier.isKubectl) continue;
        const { syncOptions } = carrier.argo.settings;
        const isServerSide = syncOptions.includes('ServerSideApply=true');
        const metadata = {
          ...live.metadata,
          creationTimestamp: '2030-01-01T00:00:00Z',
          generation: 1,
          resourceVersion: '1',
          uid: 'u1',
        };
        yield {
          name: `change ${seed}/${run}, ${when}, ${at}: ${key}`,
          why: 'by chance',
          live: { ...asStored(asJson(live), kubernetesOf(argocd)), metadata } as unknown as Manifest,
          target: target.git as Manifest,
          ...(syncOptions.length > 0 ? { syncOptions } : {}),
          ...(isServerSide ? booksOf(live, target.git) : { lastApplied: target.git as Manifest }),
          says: carrier.argo.compare(target.git, live).status,
          mode: isServerSide ? 'structured merge' : 'three-way',
          ignored: 'nothing',
        };
      }
  }
}

/**
 * What the API server notes of a server-side apply, where a comparison asks for it: nobody owns what identifies an object.
 * https://github.com/kubernetes/apimachinery/blob/v0.36.1/pkg/util/managedfields/internal/stripmeta.go
 */
function booksOf(live: KubeObject, git: KubeObject): Settings {
  const { metadata } = withLastApply(asJson(live), asJson(git)) as unknown as {
    readonly metadata: { readonly managedFields?: readonly ManagedFields[] };
  };
  const managedFields = metadata.managedFields?.map(({ fieldsV1, ...entry }) => {
    const { 'f:metadata': own, ...fields } = without(fieldsV1, 'f:apiVersion', 'f:kind');
    const rest = without((own ?? {}) as Loose, 'f:name', 'f:namespace');
    return { ...entry, fieldsV1: Object.keys(rest).length > 0 ? { ...fields, 'f:metadata': rest } : fields };
  });
  return managedFields ? { managedFields } : {};
}

function without(fields: Loose, ...keys: readonly string[]): Loose {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));
}
