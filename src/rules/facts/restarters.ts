import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';

/** Stakater Reloader, Wave and similar tools change the pod template when a ConfigMap changes. */
const restarter = /reloader|update-on-(config-)?change/i;

/** Whether such a tool watches what the pods of a Rollout use. */
export function hasRestarter(rollout: Resource, template: Field): boolean {
  return [rollout, template.resource]
    .map((one) => one.at('metadata'))
    .concat(template.at('metadata'))
    .flatMap((metadata) => metadata.at('annotations').entries)
    .some(({ key, text }) => restarter.test(String(key)) && text !== 'false');
}
