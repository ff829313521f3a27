import { toJqPath } from '../../argocd/diff.js';
import { derive } from '../../play/drift/derive.js';
import { podHashLabel } from '../../rollouts/controllers/services.js';
import type { Argo } from '../../play/drift/argo.js';
import { entryFor } from '../../play/drift/entries.js';
import { optionsOf, syncOptionsKey } from '../../kubernetes/kinds/application.js';
import type { Path } from '../../model/field.js';
import { typedRule } from '../rule.js';
import { isPromotedBySync } from './blue-green-selector-kept.js';
import { deployedOf, optionsFor, type Deployed } from '../facts/argocd/deployed.js';
import {
  argoOf,
  isServerSideDiff,
  momentsOf,
  someHash,
  type ComputedMoment,
} from '../facts/argocd/moments.js';

export default typedRule({
  meta: {
    name: 'argocd/server-side-differences-ignored',
    description:
      'Require an Application with server-side apply or diff to ignore what the Rollouts controller adds to selectors, subsets and routes.',
    why: 'Server-side, the selector of a Service and a list without keys are each one value, so anything that only the cluster has in them is a difference. The Application is permanently OutOfSync, even between updates, and with self-heal Argo CD and the controller keep overwriting each other.',
    consequence: 'drift',
    severity: 'error',
    messages: {
      stays:
        'With {strategy} Application "{application}" is OutOfSync even between updates: {kind} "{name}" differs in {paths}, which Rollout "{rollout}" needs in the cluster; ignore {expressions}, here or in argocd-cm; "rolloutkit drift --write" adds the entry here.',
      mismatch:
        'Application "{application}" is compared as for server-side apply, but {kind} "{name}" is applied client-side (ServerSideApply=false), so no sync resolves the difference in {paths}, which Rollout "{rollout}" needs in the cluster; ignore {expressions}, here or in argocd-cm; "rolloutkit drift --write" adds the entry here.',
    },
    links: [
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/utils/kube/scheme/parser.go',
      'https://github.com/argoproj/argo-cd/issues/20306',
      'https://github.com/argoproj/argo-cd/issues/22151',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diff-strategies/',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const deployed of deployedOf(graph, rollout)) {
      const { application, resource } = deployed;
      const options = optionsFor(application);
      const strategy = isServerSideDiff(graph, options)
        ? 'server-side diff'
        : options.sync.has('ServerSideApply=true') || isAppliedServerSide(deployed)
          ? 'ServerSideApply=true'
          : undefined;
      // A difference in every strategy is not caused by server-side diffs.
      if (strategy === undefined || isPromotedBySync(graph, deployed)) continue;
      const argo = argoOf(graph, application);
      const moments = momentsOf(graph, deployed).filter(({ when }) => when === 'at rest');
      for (const moment of moments) {
        const verdict = argo.compare(moment.git, moment.live);
        if (verdict.status !== 'out-of-sync' || !isSyncedByDefault(argo, moment)) continue;
        const isApart = optionsOf(resource.at(), syncOptionsKey).includes('ServerSideApply=false');
        report(
          application.at('spec', 'ignoreDifferences'),
          isApart && strategy === 'ServerSideApply=true' ? 'mismatch' : 'stays',
          {
            strategy,
            application: application.name,
            kind: resource.kind,
            name: resource.name,
            rollout: rollout.name,
            paths: pathList(verdict.paths),
            expressions: expressionsFor(argo, deployed, moment),
          },
          { atKey: true, related: [{ at: resource, message: 'the controller changes this object' }] },
        );
      }
    }
  },
});

function isAppliedServerSide({ resource }: Deployed): boolean {
  return optionsOf(resource.at(), syncOptionsKey).includes('ServerSideApply=true');
}

/** Whether a client-side apply and diff would show no difference. */
function isSyncedByDefault(argo: Argo, { git, live }: ComputedMoment): boolean {
  const plain = argo.but({
    syncOptions: argo.settings.syncOptions.filter((option) => option !== 'ServerSideApply=true'),
    compareOptions: ['ServerSideDiff=false'],
  });
  const bare = (object: typeof git): typeof git => {
    const annotations = { ...object.metadata.annotations, [syncOptionsKey]: '' };
    return { ...object, metadata: { ...object.metadata, annotations } };
  };
  return plain.compare(bare(git), bare(live)).status === 'synced';
}

function pathList(paths: readonly Path[]): string {
  return [...new Set(paths.map((path) => `"${toJqPath(path).replaceAll('?', '')}"`))].join(', ');
}

function expressionsFor(argo: Argo, { role }: Deployed, moment: ComputedMoment): string {
  // For a Service the path is always the same.
  if (role !== undefined) return `'/spec/selector/${podHashLabel}'`;
  const { expressions } = derive(
    [moment],
    (tried) => {
      const verdict = argo.with([entryFor(argo, moment, tried)]).compare(moment.git, moment.live);
      return verdict.status === 'out-of-sync' ? verdict.paths.map((path) => JSON.stringify(path)) : [];
    },
    { passing: [someHash] },
  );
  return expressions.map(({ text }) => `'${text}'`).join(', ');
}
