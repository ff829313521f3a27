// What alb and nginx have alike: a Rollout names Ingresses of users, which its controller reads or copies.
import { pathsToResources } from '../kubernetes/kinds/ingress.js';
import type { Field } from '../model/field.js';
import type { Reference } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
import type { Router } from '../rollouts/routers/router.js';
import { titled } from './choices.js';
import { removalOf } from './fixes.js';
import { type ProposedFix, type RuleContext, typedRule, type Voice, type VoicingRule } from './rule.js';

type Choice = 'alb-ingress-choice' | 'nginx-ingress-choice';

/** Requires a Rollout to name its Ingresses under one of two keys. */
export function ingressGiven<Code extends Choice>({
  code,
  keys: [one, many],
  why,
  ...meta
}: {
  readonly name: string;
  readonly description: string;
  readonly why: string;
  readonly links: readonly string[];
  readonly code: Code;
  /** The key of one, and the key of a list. */
  readonly keys: readonly [one: string, many: string];
}): VoicingRule<Code> {
  type MessageId = 'neither' | 'both';
  const voice: Voice<Code, RuleContext<MessageId, never, never>> = (
    [{ field }],
    { rollout, graph, report },
  ) => {
    const ingress = field.at(one);
    const choices = (): readonly ProposedFix[] =>
      graph
        .companions(rollout, { group: 'networking.k8s.io', kind: 'Ingress' })
        .map(({ name }) => titled(`Set ${one} to "${name}".`, { field: ingress, value: name }));
    if (ingress.text === undefined)
      report(field, 'neither', { rollout: rollout.name }, { atKey: true, choices });
    else report(ingress, 'both', { rollout: rollout.name, ingress: ingress.text });
  };
  return typedRule<MessageId, never, never, Code>({
    meta: {
      ...meta,
      why,
      consequence: 'invalid-spec',
      severity: 'error',
      fixes: ['choice'],
      messages: {
        neither: `Rollout "{rollout}" names no Ingress; set "${one}" or "${many}".`,
        both: `Rollout "{rollout}" sets both "${one}" and "${many}"; move "{ingress}" to "${many}" and remove "${one}".`,
      },
    },
    voices: { [code]: voice } as { readonly [C in Code]: typeof voice },
  });
}

/** Requires the paths of a Rollout's Ingresses to be such that the Rollouts controller does not panic on them. */
export function ingressPathsReadable({
  router,
  ingresses,
  unreadable,
  needs,
  role,
  ...meta
}: {
  readonly name: string;
  readonly description: string;
  readonly why: string;
  readonly links: readonly string[];
  readonly router: Router;
  readonly ingresses: (rollout: Resource) => readonly Reference[];
  /** The rules of an Ingress without the paths that the controller looks for. */
  readonly unreadable: (ingress: Resource, rollout: Resource) => readonly Field[];
  /** Ends `but Rollout "web" …`: why each rule has to have paths, and what to do. */
  readonly needs: string;
  /** What the Ingress is to the Rollout. */
  readonly role: string;
}) {
  return typedRule({
    meta: {
      ...meta,
      consequence: 'panic',
      severity: 'error',
      fixes: ['choice'],
      messages: {
        resource:
          'Path "{path}" of Ingress "{ingress}" leads to a resource, but Rollout "{rollout}" needs every path to lead to a Service; move it to a separate Ingress.',
        rule: `This rule of Ingress "{ingress}" has no paths, but Rollout "{rollout}" ${needs}.`,
      },
    },

    router,

    checkRollout(rollout, { graph, report }) {
      for (const reference of ingresses(rollout)) {
        const ingress = graph.find(reference);
        if (!ingress) continue;
        const data = { ingress: ingress.name, rollout: rollout.name };
        const related = { related: [{ at: reference.from, message: role }] };
        for (const path of pathsToResources(ingress)) {
          const shown = path.at('path').text ?? '/';
          report(path.at('backend', 'resource'), 'resource', { ...data, path: shown }, related);
        }
        for (const rule of unreadable(ingress, rollout)) {
          const hasOthers = (rule.parent?.items.length ?? 0) > 1;
          const choices = () => (hasOthers ? [{ ...removalOf(rule), title: 'Remove this rule.' }] : []);
          report(rule, 'rule', data, { ...related, choices });
        }
      }
    },
  });
}
