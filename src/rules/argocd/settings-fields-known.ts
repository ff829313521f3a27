import {
  compareOptionNames,
  customizations,
  innerKey,
  isSettings,
  legacyRepositories,
  unknownCompareOptions,
} from '../../argocd/settings-entries.js';
import { nearestName } from '../../model/nearest-name.js';
import type { Resource } from '../../model/resource.js';
import { oneOf } from '../facts/words.js';
import { partTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/settings-fields-known',
    description:
      'Require a customization of argocd-cm to give group and kind in its key, and to have no fields that Argo CD drops.',
    why: 'Argo CD silently drops unknown fields. An entry that relies on such a field to be specific applies to all objects of its key, in every Application.',
    consequence: 'no-effect',
    severity: 'error',
    otherwise: {
      elsewhere: {
        when: 'For settings in a ConfigMap of another name',
        consequence: 'no-effect',
        why: 'Argo CD reads its settings from the ConfigMap "argocd-cm" alone, whose name is fixed in its code. Those of another ConfigMap have no effect.',
        severity: 'warning',
      },
      legacy: {
        when: 'For repositories in argocd-cm',
        consequence: 'not-deployed',
        why: 'Argo CD 3.0 and later reads repositories and their credentials from Secrets with a label alone. It has no credentials for those of the ConfigMap, so Applications of a private repository report a ComparisonError.',
        severity: 'warning',
      },
    },
    messages: {
      elsewhere:
        'ConfigMap "{name}" has "{key}", which Argo CD reads from ConfigMap "argocd-cm" alone; rename it, or move the keys there.',
      legacy:
        'Argo CD has not read "{key}" of argocd-cm since release 3.0; declare each repository in a Secret with the label "argocd.argoproj.io/secret-type: {type}".',
      target:
        'Argo CD drops "{field}" in the value of "{key}", so the entry applies to {what}; put group and kind into the key.',
      option: 'Argo CD does not read "{field}" in the value of "{key}"; {right}',
      unknown: 'Argo CD drops "{field}" in the value of "{key}"; {right}',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-cd.readthedocs.io/en/stable/operator-manual/upgrading/2.14-3.0/',
      'https://github.com/argoproj/argo-cd/issues/18254',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/settings/settings.go',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/#system-level-configuration',
    ],
  },

  check({ graph, report }) {
    for (const config of graph.ofKind('ConfigMap', '')) {
      const key = isSettings(config) ? undefined : strayKey(config);
      if (key === undefined) continue;
      const at = config.at('metadata', 'name');
      report(at, 'elsewhere', { name: config.name, key }, { case: 'elsewhere', rests: [at] });
    }
    for (const settings of graph.ofKind('ConfigMap', '').filter(isSettings)) {
      for (const field of legacyRepositories(settings, graph.argoCdVersion)) {
        const type = String(field.key) === 'repository.credentials' ? 'repo-creds' : 'repository';
        report(field, 'legacy', { key: String(field.key), type }, { case: 'legacy', atKey: true });
      }
      for (const { field, name, place } of unknownCompareOptions(settings)) {
        const right = nearestName(name, compareOptionNames);
        report(
          field,
          'option',
          {
            field: name,
            key: String(field.key),
            right: right === undefined ? `use ${oneOf(compareOptionNames)}.` : `did you mean "${right}"?`,
          },
          { place, fix: () => partTo(field, `${name}:`, right && `${right}:`, 'unsafe') },
        );
      }
      for (const { field, type, target, content } of customizations(settings)) {
        if (type !== 'ignoreDifferences' && type !== 'ignoreResourceUpdates') continue;
        if (!target || content?.node.kind !== 'map') continue;
        for (const { key, value } of content.node.entries) {
          if (knownFields.includes(key)) continue;
          const said = value.kind === 'scalar' ? value.value : undefined;
          // Repeating the group and kind of the key is harmless.
          if ((key === 'group' || key === 'kind') && said === target[key]) continue;
          const place = innerKey(field, content, key);
          const isTarget = targets.includes(key);
          const right = nearestName(key, knownFields);
          report(
            field,
            isTarget ? 'target' : 'unknown',
            {
              field: key,
              key: String(field.key),
              what: target.kind === '*' ? 'every object of every kind' : `every ${target.kind}`,
              right:
                right === undefined
                  ? `its fields are ${knownFields.join(', ')}.`
                  : `did you mean "${right}"?`,
            },
            {
              ...(place && { place }),
              fix: () => (isTarget ? undefined : partTo(field, `${key}:`, right && `${right}:`, 'unsafe')),
            },
          );
        }
      }
    }
  },
});

/**
 * A key of Argo CD's settings in a ConfigMap that has another name, but one of Argo CD.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/common/common.go (ArgoCDConfigMapName)
 */
function strayKey(config: Resource): string | undefined {
  // The settings of an operator or of a chart become argocd-cm.
  if (!/^argo-?cd-/.test(config.name) || config.name.endsWith('argocd-cm')) return undefined;
  return config
    .at('data')
    .entries.map(({ key }) => String(key))
    .find((key) => ownKeys.test(key));
}

const ownKeys =
  /^(?:resource\.(?:customizations|exclusions|inclusions|compareoptions)|application\.(?:instanceLabelKey|resourceTrackingMethod))(?:\.|$)/;

const knownFields = ['jsonPointers', 'jqPathExpressions', 'managedFieldsManagers'];
const targets = ['group', 'kind', 'name', 'namespace'];
