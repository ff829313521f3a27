import { waysOf } from '../../argocd/jq/steps.js';
import { customizations, innerEntry, innerTexts, isSettings } from '../../argocd/settings-entries.js';
import { istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import { removalOf } from '../fixes.js';
import { type ProposedFix, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/settings-updates-watched',
    description: 'Require argocd-cm not to hide updates of objects that the Rollouts controller writes to.',
    why: 'Argo CD does not refresh an Application when an update changes only ignored fields. A difference is detected, and healed, only at the next periodic refresh.',
    consequence: 'hidden-change',
    severity: 'info',
    messages: {
      late: 'Updates of {path} in {what} are detected only at the next periodic refresh, whether the Rollouts controller or a person made them; remove this entry if they should be detected at once.',
    },
    fixes: ['choice'],
    links: [
      'https://argo-cd.readthedocs.io/en/stable/operator-manual/reconcile/',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/cache/info.go',
    ],
  },

  check({ graph, report }) {
    for (const settings of graph.ofKind('ConfigMap', '').filter(isSettings)) {
      if (settings.at('data', 'resource.ignoreResourceUpdatesEnabled').text === 'false') continue;
      for (const { field, type, target, content } of customizations(settings)) {
        if (type !== 'ignoreResourceUpdates' || !target || !content) continue;
        if (!written.has(`${target.group}/${target.kind}`)) continue;
        const texts = (key: string): ReturnType<typeof innerTexts> =>
          innerTexts(field, innerEntry(field, content, key));
        const paths = [
          ...texts('jsonPointers').filter(({ text }) => text.startsWith('/spec')),
          ...texts('jqPathExpressions').filter(({ text }) => waysOf(text)?.some(isInSpec) === true),
        ];
        const all = ['jsonPointers', 'jqPathExpressions', 'managedFieldsManagers'].flatMap(texts);
        for (const { text, place } of paths)
          report(
            field,
            'late',
            {
              path: `"${text}"`,
              what: target.kind === '*' ? 'all objects' : `every ${target.kind}`,
            },
            {
              place,
              choices: () =>
                paths.length === all.length
                  ? [removalOf(field)]
                  : [withoutLine(field, text)].flatMap((one) => one ?? []),
            },
          );
      }
    }
  },
});

/** A choice that removes a path from a list with others in a string, where it has a line for itself. */
function withoutLine(field: Field, path: string): ProposedFix | undefined {
  const lines = (field.text ?? '').split('\n');
  const isItem = (line: string | undefined): boolean => line?.trimStart().startsWith('- ') === true;
  const [at, another] = lines.flatMap((line, index) => (line.trim() === `- ${path}` ? [index] : []));
  if (at === undefined || another !== undefined) return undefined;
  if (!isItem(lines[at - 1]) && !isItem(lines[at + 1])) return undefined;
  return { title: 'Remove this entry.', writes: [{ field, value: lines.toSpliced(at, 1).join('\n') }] };
}

/** Kinds whose spec the controller writes; `all` stands for every kind. */
const written: ReadonlySet<string> = new Set([
  '*/*',
  '/Service',
  'gateway.networking.k8s.io/HTTPRoute',
  'networking.k8s.io/Ingress',
  `${istioGroup}/DestinationRule`,
  `${istioGroup}/VirtualService`,
]);

function isInSpec([first]: NonNullable<ReturnType<typeof waysOf>>[number]): boolean {
  return first?.type === 'key' && first.key === 'spec';
}
