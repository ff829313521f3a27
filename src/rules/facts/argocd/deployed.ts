import { memoize, memoizeLastOf } from '../../../model/memo.js';
import { isSettled } from '../../../play/drift/settled.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { compareOptionsKey, optionsOf, syncOptions } from '../../../kubernetes/kinds/application.js';
import type { Resource } from '../../../model/resource.js';
import { detach } from '../../../yaml/parse/characters.js';
import { type NamedRouted, routedOf } from './routed.js';

/** An object that the controller writes to, and an Application that deploys it. */
export interface Deployed extends NamedRouted {
  readonly application: Resource;
}

/** The objects of a Rollout, each with the Applications that deploy them. */
export const deployedOf = memoizeLastOf((graph: Graph, rollout: Resource): readonly Deployed[] => {
  const found: Deployed[] = [];
  for (const { resource, role, from } of routedOf(graph, rollout))
    for (const application of settledApplications(graph, resource))
      found.push({ rollout, resource, role, from, application });
  return found;
});

/** The Applications that deploy a resource and whose comparison and sync settings are known. */
export function settledApplications(graph: Graph, resource: Resource): readonly Resource[] {
  return graph.applications(resource).filter((application) => isSettled(graph, application));
}

/** The options of an Application for syncs and comparisons. */
export interface Options {
  readonly sync: ReadonlySet<string>;
  readonly compare: ReadonlySet<string>;
}

/** Cached without references to documents, because rules ask for it for thousands of Applications. */
export const optionsFor = memoize((application: Resource): Options => {
  const template = application.at();
  return {
    sync: new Set(syncOptions(template).flatMap(({ text }) => (text === undefined ? [] : detach(text)))),
    compare: new Set(optionsOf(template, compareOptionsKey).map(detach)),
  };
});
