import type { Objection } from '../../../kubernetes/objects/cluster.js';
import type { KubeObject } from '../../../kubernetes/objects/object.js';
import { unselected } from '../../../kubernetes/validation/pod-template.js';
import type { Field } from '../../../model/field.js';

/** The field of an experiment that makes the API server refuse one of its objects. */
export function experimentField(
  step: Field,
  { kind }: KubeObject,
  index: number,
  { path, text }: Objection,
): Field | undefined {
  const [list, key] = path.slice(-2);
  const isName = path[0] === 'metadata' && path[1] === 'name';
  if (kind === 'AnalysisRun') {
    const field = isName
      ? step.at('analyses', index, 'name')
      : step.at('analysisRunMetadata', list ?? '', key ?? '');
    return field.exists ? field : undefined;
  }
  const template = step.at('templates', index);
  if (kind === 'Service' && isName && template.at('service', 'name').text)
    return template.at('service', 'name');
  if (isName) return template.at('name');
  const own = template.at('metadata', list ?? '', key ?? '');
  if (own.exists) return own;
  // A template of its own has pods; the ReplicaSet has their labels, too.
  const pods = template.at('template', ...(path[0] === 'metadata' ? path : path.slice(2)));
  return [text.includes(unselected) ? template.at('selector') : pods].find(({ exists }) => exists);
}
