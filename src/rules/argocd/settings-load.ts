import { ArgoCdError } from '../../argocd/argocd-error.js';
import { systemSettings } from '../../argocd/settings.js';
import type { ArgoCdVersion } from '../../argocd/version.js';
import { customizations, customizationTypes, isSettings } from '../../argocd/settings-entries.js';
import { nearestName } from '../../model/nearest-name.js';
import { renamedTo } from '../fixes.js';
import { typedRule } from '../rule.js';
import { oneOf } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'argocd/settings-load',
    description:
      'Require the customizations in argocd-cm to be valid, so that Argo CD can load its settings.',
    why: 'A single key or value that Argo CD cannot parse prevents it from loading its settings: every Application becomes Unknown, and none is synced.',
    consequence: 'comparison-error',
    severity: 'error',
    messages: {
      type: 'Customization "{type}" in key "{key}" is unknown to Argo CD; {right}',
      underscores:
        'The part after the type in "{key}" is not <group>_<kind>; separate group and kind with exactly one underscore.',
      unreadable: 'Argo CD cannot read the value of "{key}": {error}.',
      value: 'The value of "{key}" is not valid for Argo CD; it must be YAML for {expected}.',
    },
    fixes: ['unsafe', 'choice'],
    links: [
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/settings/settings.go',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/#system-level-configuration',
    ],
  },

  check({ graph, report }) {
    for (const settings of graph.ofKind('ConfigMap', '').filter(isSettings)) {
      const known = customizations(settings);
      for (const { field, type, problem } of known) {
        if (!problem || type === undefined) continue;
        const right = nearestName(type, customizationTypes);
        report(
          field,
          problem,
          {
            key: String(field.key),
            type,
            right: right === undefined ? `use ${oneOf(customizationTypes)}.` : `did you mean "${right}"?`,
            expected: type === 'knownTypeFields' ? 'a list' : 'a map of lists of strings',
          },
          {
            atKey: true,
            fix: () =>
              problem === 'type' && right !== undefined
                ? renamedTo(field, String(field.key).replace(type, right), 'unsafe')
                : undefined,
            choices: () =>
              problem === 'type' && right === undefined
                ? customizationTypes.map((one) => renamedTo(field, String(field.key).replace(type, one)))
                : [],
          },
        );
      }
      for (const field of settings.at('data').entries) {
        if (known.some(({ problem, field: { key } }) => problem && key === field.key)) continue;
        const error =
          field.text === undefined ? undefined : errorIn(String(field.key), field.text, graph.argoCdVersion);
        if (error !== undefined)
          report(field, 'unreadable', { key: String(field.key), error }, { atKey: true });
      }
    }
  },
});

/** Why this key alone prevents the settings from loading. */
function errorIn(key: string, value: string, version: ArgoCdVersion): string | undefined {
  try {
    systemSettings({ [key]: value }, version);
    return undefined;
  } catch (error) {
    if (!(error instanceof ArgoCdError)) throw error;
    // Drops the key, and the excerpt that some errors contain.
    return error.message.replace(/\n[^]*/, '').replace(/^cannot read \S+: /, '');
  }
}
