import {
  analyses,
  argumentUses,
  namedArguments,
  nestedTemplates,
  templatesOfExperiment,
} from '../../../kubernetes/kinds/analysis.js';
import type { Field } from '../../../model/field.js';
import { memoize } from '../../../model/memo.js';
import { append } from '../../../model/multimap.js';
import type { Resource } from '../../../model/resource.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { askedServices } from '../../../rollouts/analysis/asked-services.js';
import { metricsOf } from '../../../rollouts/analysis/metrics.js';
import { templatesOf } from '../../../rules/facts/rollout/templates-of.js';
import { withinScalar } from '../../../yaml/parse/within-scalar.js';
import { type Link, objectLink, partLink } from './link.js';

/** The names that a template of an analysis writes. */
export function linksOfTemplate(graph: Graph, template: Resource): readonly Link[] {
  const own = namesIn(template);
  const siblings = siblingArguments(graph).get(template) ?? [];
  const all = [...own, ...siblings];
  const uses = argumentUses(template).map(({ field, name, start, length }): Link => {
    const at = start + (field.text ?? '').slice(start, start + length).lastIndexOf(name);
    const named = (names: readonly Field[]): readonly Field[] => names.filter(({ text }) => text === name);
    const { choices } = partLink('argument', field, all);
    return {
      ...partLink('argument', field, []),
      name,
      place: withinScalar(field, at, name.length),
      // The value of one is that of the others: the templates of an analysis share their arguments.
      to: () => [...named(own), ...named(siblings)].flatMap(definitionOf),
      choices,
    };
  });
  return [
    ...nestedTemplates(template).map((reference) => objectLink(graph, reference)),
    ...uses,
    ...servicesAsked(graph, template),
  ];
}

/** The Services in the addresses that metrics ask. */
function servicesAsked(graph: Graph, template: Resource): readonly Link[] {
  const isPlaced = graph.namespace(template) !== undefined;
  return metricsOf(template).flatMap(({ field }) =>
    (askedServices(field, { args: template.at('spec', 'args') }, template) ?? []).flatMap(
      ({ field: from, to }): readonly Link[] => {
        const at = hostIn(from.text ?? '', to.name);
        if (at === -1) return [];
        const reference = { from, to: isPlaced ? to : { ...to, namespace: undefined } };
        return [{ ...objectLink(graph, reference), place: withinScalar(from, at, to.name.length) }];
      },
    ),
  );
}

/** Where an address in a string begins with a name; -1 where an argument gives it. */
function hostIn(text: string, name: string): number {
  const before = `//${name}`;
  for (let at = text.indexOf(before); at !== -1; at = text.indexOf(before, at + 1))
    if (!/[\w-]/.test(text[at + before.length] ?? ' ')) return at + 2;
  return -1;
}

/** The templates that an Experiment of its own runs. */
export function linksOfExperiment(graph: Graph, experiment: Resource): readonly Link[] {
  return templatesOfExperiment(experiment).map((reference) => objectLink(graph, reference));
}

function definitionOf(name: Field): ReturnType<Link['to']> {
  return partLink('argument', name, [name]).to();
}

function namesIn(template: Resource): readonly Field[] {
  return namedArguments(template.at('spec', 'args')).map((argument) => argument.at('name'));
}

/** The arguments that templates of the same analysis declare: each may use those of the others. */
const siblingArguments = memoize((graph: Graph): ReadonlyMap<Resource, readonly Field[]> => {
  const siblings = new Map<Resource, Field[]>();
  for (const rollout of graph.rollouts)
    for (const { templates } of analyses(rollout)) {
      const { found } = templatesOf(graph, templates);
      for (const template of found)
        for (const other of found)
          if (other !== template) for (const name of namesIn(other)) append(siblings, template, name.lasting);
    }
  return siblings;
});
