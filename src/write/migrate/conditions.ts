import { podTemplate } from '../../kubernetes/kinds/workload.js';
import type { Resource } from '../../model/resource.js';
import type { Names } from './mask.js';
import { Refusal } from './refusal.js';

/** The lines of the condition around the replicas of a Deployment. */
export interface Conditions {
  readonly replicas: { readonly before: string; readonly after: string } | undefined;
}

/**
 * Refuses fields that a Rollout copies from a Deployment if they depend on a condition of the template that is not copied. Only a
 * condition around `replicas` is copied; conditions within the pod template do not matter, because the Rollout references it.
 */
export function guardConditions(deployment: Resource, names: Names): Conditions {
  const text = deployment.source.read();
  const pods = podTemplate(deployment)?.place ?? { start: text.length, end: text.length };
  const { start } = deployment.at('spec', 'replicas').keyPlace;
  const replicas = text.slice(0, start).split('\n').length - 1;
  const lines = text.split('\n');
  const open: number[] = [];
  let around: Conditions['replicas'];
  let offset = 0;
  for (const [index, line] of lines.entries()) {
    const at = offset;
    offset += line.length + 1;
    const [, token] = /^\s*(#zc[0-9a-z]{2}-*)\s*$/.exec(line) ?? [];
    const action = token === undefined ? undefined : names.back.get(token);
    if (action === undefined || /^\{\{-?\s*(?:else|\/\*)/.test(action)) continue;
    if (!/^\{\{-?\s*end/.test(action)) {
      open.push(at < pods.start ? index : -1);
      continue;
    }
    const opener = open.pop();
    if (opener === undefined || opener === -1) continue;
    if (opener !== replicas - 1 || index !== replicas + 1) throw tooConditional(deployment);
    around = { before: lines[opener] ?? '', after: line };
  }
  if (open.some((one) => one !== -1)) throw tooConditional(deployment);
  return { replicas: deployment.at('spec', 'replicas').exists ? around : undefined };
}

/** Whether the template of an object has conditions. */
export function hasConditions({ source }: Resource, names: Names): boolean {
  return source
    .read()
    .split('\n')
    .some((line) => {
      const action = names.back.get(line.trim());
      return action !== undefined && line.trim().startsWith('#zc') && !/^\{\{-?\s*\/\*/.test(action);
    });
}

export function tooConditional({ source, kind }: Resource): Refusal {
  return new Refusal(
    `${source.name} renders the ${kind}, or parts of it that a copy needs, under conditions; write the ${kind === 'Deployment' ? 'Rollout, with workloadRef and scaleDown: never,' : kind === 'Ingress' ? 'HTTPRoute, with its hosts and paths,' : "canary's Service, with the name of this one and -canary,"} into a template beside it under the same ones, and run this again.`,
  );
}

/** Puts the replicas of the Rollout under the same condition, and those of a Deployment without pods under none. */
export function withConditions(text: string, { replicas }: Conditions): string {
  if (!replicas) return text;
  const { before, after } = replicas;
  const emptied = `${before}\n  replicas: 0`;
  const at = text.indexOf(emptied);
  if (at >= 0) {
    const end = text.indexOf(`\n${after}`, at);
    return `${text.slice(0, at)}${text.slice(at + before.length + 1, end)}${text.slice(end + after.length + 1)}`;
  }
  if (text.includes(before) || !/^kind: Rollout$/m.test(text)) return text;
  return text.replace(/^ {2}replicas: .*$/m, (line) => `${before}\n${line}\n${after}`);
}
