import { fitsWhole } from '../../kubernetes/kinds/go-pattern.js';
import { kinds } from '../../kubernetes/objects/object.js';
import { workloadKinds } from '../../kubernetes/kinds/workload.js';
import type { Resource } from '../../model/resource.js';
import type { QueryOf } from './query-of.js';
import { type Selected, selectedBy } from './promql/query.js';
import { withArguments } from './with-arguments.js';

/** What a query asks for that no pod of a Rollout has. */
export type UnmatchedPods =
  /** A pattern of names of pods. */
  | { readonly kind: 'pod'; readonly value: string; readonly word: string }
  /** A metric of Deployments, for the name of the Rollout. */
  | { readonly kind: 'deployment'; readonly metric: string };

/**
 * What a query asks of the pods of a Rollout that they do not have, whatever their hash: a word of a role in their names, or a metric that
 * kube-state-metrics has for Deployments. Undefined if there is nothing, or if that is not known.
 */
export function unmatchedPods(query: string, of: QueryOf): UnmatchedPods | undefined {
  if (!mayAsk.test(query)) return undefined;
  const selected = selectedBy(query) ?? [];
  return unmatchedNames(selected, of) ?? deploymentMetric(selected, of);
}

const mayAsk = /kube_deployment_|canary|preview|stable|active/;

/** Words that people put into names of pods; each has a letter that no hash has (a, e or i). */
const rolesInNames = ['canary', 'preview', 'stable', 'active'];

/** Labels with the name of a pod. */
const ofNames = /^(?:pod|pod_name|kubernetes_pod_name|exported_pod)$/;

function unmatchedNames(
  selected: readonly Selected[],
  { graph, rollout, analysis, template }: QueryOf,
): UnmatchedPods | undefined {
  for (const { label, operator, value } of selected) {
    if (label === undefined || !ofNames.test(label) || operator?.startsWith('!') !== false) continue;
    const pattern = literalText(withArguments(value, analysis, template));
    const word = rolesInNames.find((one) => pattern?.includes(one));
    if (pattern === undefined || word === undefined || rollout.name.includes(word)) continue;
    const fits = (name: string): boolean | undefined =>
      operator === '=' ? name === pattern : fitsWhole(pattern, name);
    const others = workloadKinds.flatMap(({ group, kind }) => graph.ofKind(kind, group));
    // Pods of another workload can be meant: a Deployment may have the word in its name.
    if (others.some(({ name }) => name.includes(word))) continue;
    if (namesOfPods(rollout).every((name) => fits(name) === false))
      return { kind: 'pod', value: pattern, word };
  }
  return undefined;
}

/**
 * Names that pods of a Rollout may have: its name, the hash of the template, and five more characters of the same alphabet.
 * https://github.com/kubernetes/apimachinery/blob/v0.36.1/pkg/util/rand/rand.go
 */
function namesOfPods({ name }: Resource): readonly string[] {
  const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
  const from = (start: number, length: number): string =>
    Array.from({ length }, (_, index) => alphabet[(start + index * 7) % alphabet.length]).join('');
  return Array.from({ length: alphabet.length * 2 }, (_, index) => {
    const hash = from(index, 8 + Math.floor(index / alphabet.length));
    return `${name}-${hash}-${from(index + 3, 5)}`;
  });
}

function deploymentMetric(
  selected: readonly Selected[],
  { graph, rollout, analysis, template }: QueryOf,
): UnmatchedPods | undefined {
  const names = selected.filter(({ label }) => label === undefined).map(({ value }) => value);
  const metric = names.find((name) => name.startsWith('kube_deployment_'));
  if (metric === undefined || names.some((name) => !name.startsWith('kube_deployment_'))) return undefined;
  const asked = selected.find(({ label, operator }) => label === 'deployment' && operator === '=');
  const name = asked && literalText(withArguments(asked.value, analysis, template));
  if (name !== rollout.name) return undefined;
  const from = rollout.at('metadata', 'name');
  return graph.isAbsent({ from, to: { ...kinds.deployment, name } })
    ? { kind: 'deployment', metric }
    : undefined;
}

/** The text of a string of PromQL without escapes and holes; undefined for others. */
function literalText(value: string): string | undefined {
  const [, , text] = /^(["'`])([^"'`\\]*)\1$/.exec(value) ?? [];
  return text === undefined || /\{\{|\$\{/.test(text) ? undefined : text;
}
