import type { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { unrequested } from './manifests/image-pods.js';
import { isPlainObject } from './manifests/manifest.js';
import type { PodSource } from './pod-source.js';
import { lineBefore } from './uncaught.js';
import { traceHere } from './user-line.js';
import { warn } from './warn.js';

/**
 * Asks for requests of cpu and memory in a line of the synthesis, where the pods are described by an image and the finished
 * Rollout has none. It never fails the synthesis: a namespace may have defaults.
 */
export function askForRequests(construct: Construct, pods: PodSource, rollout: () => ApiObject): void {
  if (!('image' in pods) || pods.resources === false || pods.defaults === false) return;
  const trace = traceHere();
  let told: string | undefined;
  construct.node.addValidation({
    validate: () => {
      const missing = unrequested(finishedTemplate(rollout()));
      const text = `The pods request no ${missing.join(' and no ')}, so a node takes in more of them than it has room for; set "requests" in pod.resources, or pod.resources: false.`;
      // cdk8s validates once for each chart.
      if (missing.length > 0 && told !== text)
        warn(`${lineBefore([trace])}info [${construct.node.path}] ${text}`);
      told = text;
      return [];
    },
  });
}

/** The pod template of the finished Rollout, patches included. */
function finishedTemplate(rollout: ApiObject): Readonly<Record<string, unknown>> {
  const { spec } = rollout.toJson() as { readonly spec?: unknown };
  const template = isPlainObject(spec) ? spec['template'] : undefined;
  return isPlainObject(template) ? template : {};
}
