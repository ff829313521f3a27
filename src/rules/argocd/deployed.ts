import { derived } from '../../cluster/derived.js';
import type { Graph } from '../../graph/graph.js';
import { compareOptionsKey, optionsOf, syncOptions } from '../../kinds/application.js';
import type { Resource } from '../../model/resource.js';
import { routedIn, type Routed } from './routed.js';

/** An object into which the controller writes, and an Application that deploys it. */
export interface Deployed extends Routed {
  readonly application: Resource;
}

/** The objects of Rollouts with the Applications that deploy them. */
export const deployedIn = derived((graph: Graph): readonly Deployed[] => {
  const found: Deployed[] = [];
  for (const { rollout, resource, role, from } of routedIn(graph))
    for (const application of graph.applications(resource))
      found.push({ rollout, resource, role, from, application });
  return found;
});

/** What an Application says of syncs and comparisons. */
export interface Options {
  readonly sync: ReadonlySet<string>;
  readonly compare: ReadonlySet<string>;
}

/** Read once: rules ask for it of thousands of Applications. */
export const optionsFor = derived((application: Resource): Options => {
  const template = application.at();
  return {
    sync: new Set(syncOptions(template).flatMap(({ text }) => text ?? [])),
    compare: new Set(optionsOf(template, compareOptionsKey)),
  };
});
