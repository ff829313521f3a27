import { ArgoCdError } from '../../argocd/argocd-error.js';
import { systemSettings, type SystemSettings } from '../../argocd/settings.js';
import type { ArgoCdVersion } from '../../argocd/version.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';

/** The settings that ConfigMaps of Argo CD among the files give to all Applications. */
export interface System {
  readonly settings: SystemSettings;
  /** Why they are invalid, which makes every Application Unknown. */
  readonly error: string | undefined;
  readonly notes: readonly string[];
}

/**
 * Reads argocd-cm, and the flag for server-side diffs in argocd-cmd-params-cm. If the files have several of either, such as one
 * per cluster, none is used. https://argo-cd.readthedocs.io/en/stable/operator-manual/argocd-cm-yaml/
 */
export function systemOf(graph: Graph, version: ArgoCdVersion = graph.argoCdVersion): System {
  const notes: string[] = [];
  const only = (name: string): Resource | undefined => {
    const all = graph.ofKind('ConfigMap', '').filter((resource) => resource.name === name);
    const [first, another] = all;
    if (another)
      notes.push(
        `There are ${all.length} ConfigMaps "${name}"; none of them is used as the settings of Argo CD.`,
      );
    return another ? undefined : first;
  };
  const flag = only('argocd-cmd-params-cm')?.at('data', 'controller.diff.server.side').text;
  const flags = { serverSideDiff: flag === 'true' };
  const data = only('argocd-cm')?.at('data').strings ?? {};
  try {
    return { settings: systemSettings(data, version, flags), error: undefined, notes };
  } catch (error) {
    if (!(error instanceof ArgoCdError)) throw error;
    return { settings: systemSettings({}, version, flags), error: error.message, notes };
  }
}
