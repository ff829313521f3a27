import { type ConfigReference, configReferences } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { sha256 } from '../../model/sha256.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isInTemplates, isOfHelm } from '../../yaml/parse/template.js';
import { hasRestarter } from '../facts/restarters.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'config/checksum-of-content',
    description:
      'Require a checksum among the annotations of pods to change with the content of the ConfigMaps and Secrets that they use.',
    why: 'The controller starts an update when the pod template changes. An annotation that stays the same while the content changes starts none: there is no canary, no step and no analysis, stable pods take the new content when they start again, and an abort does not bring the earlier content back.',
    consequence: 'hidden-change',
    severity: 'warning',
    otherwise: {
      unrendered: {
        when: 'If it is an expression of Helm outside of a chart, which a tool may replace',
        consequence: 'hidden-change',
        why: 'Unless a tool replaces it before the manifest is applied, the annotation stays the same while the content changes, so no update starts: there is no canary, no step and no analysis.',
        severity: 'info',
      },
      partial: {
        when: 'If the only checksum is one of Secrets, by its name',
        consequence: 'hidden-change',
        why: 'A change of the ConfigMap leaves the pod template as it is, so no update starts: there is no canary, no step and no analysis, and stable pods take the new content when they start again.',
        severity: 'info',
      },
    },
    messages: {
      name: 'Annotation "{annotation}" of the pods of Rollout "{rollout}" is the checksum of the name "{name}", so it stays the same when the content of {kind} "{name}" changes; compute it from the content.',
      nothing:
        'Annotation "{annotation}" of the pods of Rollout "{rollout}" is the checksum of an empty string, so no change of a ConfigMap or Secret starts an update by it; compute it from their content.',
      unrendered:
        'Annotation "{annotation}" of the pods of Rollout "{rollout}" is an expression of Helm, which renders only files in the templates of a chart, so it stays the same when {kind} "{name}" changes; move the file to a chart, or put a hash of the content into the name.',
      partial:
        'The only checksum of Rollout "{rollout}" is "{annotation}", of Secrets, so a change of ConfigMap "{name}" starts no update; add a checksum of its content.',
    },
    links: [
      'https://helm.sh/docs/howto/charts_tips_and_tricks/#automatically-roll-deployments',
      'https://github.com/argoproj/argo-rollouts/issues/958',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const template = graph.podTemplate(rollout);
    const annotations = template?.at('metadata', 'annotations');
    const checksums = annotations?.entries.filter(({ key }) => checksum.test(String(key))) ?? [];
    const [first] = checksums;
    if (!template || !annotations || !first || hasRestarter(rollout, template)) return;
    const used = configReferences(template);
    for (const field of checksums) {
      const of = reasonOf(field, used);
      if (!of) continue;
      const id = isOfHelm(field.text ?? '') ? 'unrendered' : 'name';
      const data = {
        annotation: String(field.key),
        rollout: rollout.name,
        kind: of.to.kind,
        name: of.to.name,
      };
      report(field, id, data, { atKey: true, case: id === 'name' ? undefined : id });
      return;
    }
    const authored = used.filter((one) => holdsContent(graph, one));
    const config = authored.find(({ to }) => to.kind === 'ConfigMap');
    const data = { annotation: String(first.key), rollout: rollout.name, name: config?.to.name };
    if (authored.length > 0 && checksums.every(isOfNothing))
      report(first, 'nothing', data, { atKey: true, rests: checksums });
    else if (config && checksums.every(({ key }) => ofSecrets.test(String(key)))) {
      const related = [{ at: config.from, message: 'used here' }];
      report(first, 'partial', data, { atKey: true, case: 'partial', complete: [annotations], related });
    }
  },
});

const checksum = /checksum|sha256|hash(?!icorp)/i;
/** A key that names Secrets and nothing else that may be hashed. */
const ofSecrets = /^(?!.*(?:config|cm\b|files?|values|env|all)).*secrets?$/i;

/** What is used by pods and does not change a checksum of theirs: of its name, or one that nothing computes. */
function reasonOf(field: Field, used: readonly ConfigReference[]): ConfigReference | undefined {
  const { text = '', resource } = field;
  if (isOfHelm(text)) return isInTemplates(resource.source) ? undefined : used[0];
  return wholeDigest.test(text) ? used.find(({ to }) => sha256(to.name) === text) : undefined;
}

const wholeDigest = /^[0-9a-f]{64}$/;

function isOfNothing({ text = '' }: Field): boolean {
  return wholeDigest.test(text) && ['', '\n'].some((nothing) => sha256(nothing) === text);
}

/** Whether a reference is to an object of the files that has content, which can change under its name. */
function holdsContent(graph: Graph, reference: ConfigReference): boolean {
  const config = graph.find(reference);
  if (!config || config.at('immutable').boolean === true) return false;
  return ['data', 'stringData', 'binaryData'].some((key) => config.at(key).entries.length > 0);
}
