import type { KubeObject } from '../../cluster/object.js';
import type { RolloutObject, RolloutSpec } from '../../cluster/rollout-object.js';
import { whereKnown } from '../../cluster/unknown.js';
import { specErrors } from '../../controllers/validation/spec.js';
import type { Violation, ViolationCode } from '../../controllers/validation/violation.js';
import type { Graph } from '../../graph/graph.js';
import { workloadRef } from '../../kinds/rollout.js';
import { podTemplate } from '../../kinds/workload.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { type FieldError, none } from '../../validation/field-error.js';
import { onceForRollout } from '../once.js';
import { problemsIn } from '../schema/problems.js';
import { asRead } from './as-read.js';

/** A violation, and the field that it is about or the nearest to it. */
export interface Found<Code extends ViolationCode = ViolationCode> extends Violation {
  readonly code: Code;
  readonly field: Field;
}

/**
 * What the configured release of the controller finds wrong with a Rollout by itself, as far as what it reads is known: without
 * its workload, nothing is said of the pods. What is patched or filled in is judged as it is written; who reports a field names
 * what it rests on.
 */
export const violationsOf = onceForRollout((graph, rollout): readonly Found[] => {
  if (!rollout.isReadable || !problemsIn(graph, rollout)) return none;
  const object = asRead(graph, rollout, graph.namespace(rollout) ?? 'default') as RolloutObject;
  const workload = workloadOf(graph, rollout);
  const errors = whereKnown(() => {
    const isResolved =
      workload !== undefined &&
      workload !== rollout &&
      whereKnown(() => lend(graph, workload, object.spec), false);
    return specErrors({ rollout: object, isResolved, version: graph.rolloutsVersion });
  }, none);
  return errors.map((error) => ({ ...error, field: fieldOf(error, rollout, workload) }));
});

/** What has the pod template: the Rollout itself or its workload; undefined where it is not there. */
export function workloadOf(graph: Graph, rollout: Resource): Resource | undefined {
  const reference = workloadRef(rollout);
  if (reference) return graph.find(reference);
  return rollout.at('spec', 'workloadRef').exists ? undefined : rollout;
}

/** Gives a spec the template of a workload, and its selector unless it has one; tells whether there is a template. */
function lend(graph: Graph, workload: Resource, spec: RolloutSpec): boolean {
  const { labels, annotations } = spec.template?.metadata ?? {};
  // Where it is not empty, upstream goes no further.
  if (Object.keys({ ...labels, ...annotations }).length > 0) return false;
  const object = asRead(graph, workload, '') as KubeObject & { readonly spec?: RolloutSpec };
  const [template, selector] = [
    Object.getOwnPropertyDescriptor(
      workload.kind === 'PodTemplate' ? object : (object.spec ?? {}),
      'template',
    ),
    Object.getOwnPropertyDescriptor(object.spec ?? {}, 'selector'),
  ];
  if (!template) return false;
  // What is hidden there is hidden here.
  Object.defineProperty(spec, 'template', template);
  if (selector && !('selector' in spec)) Object.defineProperty(spec, 'selector', selector);
  return true;
}

/** The field that an error names. Upstream leaves the strategy out of some paths, and writes some keys otherwise. */
export function fieldOf({ path, at = path }: FieldError, rollout: Resource, workload = rollout): Field {
  const [first, section, ...keys] = at.match(/[^.[\]]+/g) ?? [];
  const spec = rollout.at('spec');
  if (first !== 'spec' || section === undefined) return spec;
  if (section === 'template') return descend(podTemplate(workload) ?? spec, keys);
  if (section === 'selector') return descend(selectorOf(rollout, workload), keys);
  if (section !== 'strategy') return descend(spec, spec.at(section).exists ? [section, ...keys] : []);
  const strategy = spec.at('strategy');
  const [key = ''] = keys;
  if (key === 'strategy') return strategy;
  if (strategies.includes(key)) return descend(strategy, keys);
  const chosen = strategies.find((name) => strategy.at(name).exists);
  return chosen === undefined ? strategy : descend(strategy, [chosen, ...keys]);
}

/** The selector of a Rollout, or that of its workload. */
export function selectorOf(rollout: Resource, workload: Resource): Field {
  const own = rollout.at('spec', 'selector');
  return own.exists ? own : workload.at('spec', 'selector');
}

const strategies = ['canary', 'blueGreen'];

/** Follows keys as far as there is something; what is absent then is only the last one. */
export function descend(from: Field, keys: readonly string[]): Field {
  let field = from;
  for (const key of keys) {
    if (!field.exists) break;
    const written = field.entries.find((entry) => String(entry.key).toLowerCase() === key.toLowerCase());
    field = field.shape === 'list' ? field.at(Number(key)) : (written ?? field.at(key));
  }
  return field;
}
