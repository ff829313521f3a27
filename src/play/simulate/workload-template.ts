import { memoize } from '../../model/memo.js';
import { type KubeObject, kinds } from '../../kubernetes/objects/object.js';
import type { PodTemplate } from '../../kubernetes/objects/rollout-object.js';

interface WorkloadSpec {
  readonly template?: PodTemplate | undefined;
}

export interface TemplateHolder extends KubeObject {
  readonly spec?: WorkloadSpec;
  readonly template?: PodTemplate | undefined;
}

/** Steps return to the same template, so the same spec object is reused and with it all cached results. */
export function withTemplate(spec: WorkloadSpec, template: PodTemplate | undefined): WorkloadSpec {
  const known = specsMade(spec);
  const made = known.get(template) ?? { ...spec, template };
  known.set(template, made);
  return made;
}

const specsMade = memoize((_spec: WorkloadSpec) => new Map<PodTemplate | undefined, WorkloadSpec>());

export function templateOf({ kind, spec, template }: TemplateHolder): PodTemplate | undefined {
  return kind === kinds.podTemplate.kind ? template : spec?.template;
}
