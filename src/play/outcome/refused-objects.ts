import { judge } from '../../kubernetes/cel/judge.js';
import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import { isPublished, publishersOf } from '../../kubernetes/kinds/published-kinds.js';
import { istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import { looseSchemaFor, schemaFor } from '../../kubernetes/schemas/load.js';
import { refusalsOf as istioRefusals } from '../../kubernetes/validation/istio/refusals.js';
import { metadataRefusals } from '../../kubernetes/validation/kubernetes/metadata.js';
import { nameRefusals } from '../../kubernetes/validation/kubernetes/names.js';
import { validate } from '../../kubernetes/schemas/validate.js';
import { specRefusals } from '../../kubernetes/validation/kubernetes/refusals.js';
import type { Resource } from '../../model/resource.js';
import { admit, fieldPath } from '../simulate/admission.js';
import type { Flaw } from './flaw.js';

/** What the API server refuses in an object or drops from it, as far as its validation is implemented. */
export function* refusedIn(resource: Resource): Iterable<Flaw> {
  const { group, version, kind, name, namespace } = resource;
  // kustomize finds its file by the name, and no API server gets it.
  if (kustomizationNames.test(resource.source.path)) return;
  if (!isServed(resource)) {
    yield { kind: 'object-refused', resource, what: `no kind ${kind} in ${group}` };
    return;
  }
  const schema = group === gatewayGroup ? looseSchemaFor(group, kind) : schemaFor(group, version, kind);
  const { object, rejections, dropped } = admit(resource, name, namespace);
  for (const what of rejections) yield { kind: 'object-refused', resource, what };
  for (const { path } of dropped) yield { kind: 'field-dropped', resource, what: fieldPath(path) };
  // Admission has no schema for kinds of the Gateway API, whose releases differ.
  const loose = group === gatewayGroup && schema ? validate(schema, resource.root) : [];
  for (const { keyword, path } of loose)
    yield keyword === 'unknown'
      ? { kind: 'field-dropped', resource, what: fieldPath(path) }
      : { kind: 'object-refused', resource, what: `${fieldPath(path)} ${keyword}` };
  // The API server checks types first and stops at wrong ones.
  if (!object || loose.some(({ keyword }) => keyword !== 'unknown')) return;
  const refusals = [
    ...nameRefusals(resource),
    ...metadataRefusals(resource),
    ...specRefusals(resource),
    ...(group === istioGroup ? istioRefusals(resource) : []),
  ];
  for (const { at, problem } of refusals)
    yield { kind: 'object-refused', resource, what: `${fieldPath(at.path)} ${problem}` };
  if (!schema) return;
  for (const { kind: why, path } of judge(schema, object).refusals)
    yield { kind: 'object-refused', resource, what: `${fieldPath(path)} ${why}` };
}

const kustomizationNames = /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/;

/** Whether the API server has the kind; a group that is not known may have any, except one that a known group has. */
function isServed({ apiVersion, group, kind }: Resource): boolean {
  if (kind === '') return false;
  const known = apiVersion === '' ? undefined : isPublished(group, kind);
  return known ?? publishersOf(kind).length === 0;
}
