import type * as CustomKinds from '../../../src/kubernetes/apply/custom-kinds.js';
import { deduced, objectAtom, scalarAtom, structAtom } from '../../../src/kubernetes/apply/merge-schema.js';

const widget = objectAtom(
  'Widget',
  {
    apiVersion: scalarAtom('string'),
    kind: scalarAtom('string'),
    metadata: structAtom('meta.v1.ObjectMeta'),
    spec: deduced,
    status: deduced,
  },
  undefined,
);

/** The recorder knows one kind more, which stands for all whose definition says nothing of lists and maps. */
export function withWidget(known: typeof CustomKinds): typeof CustomKinds {
  const customAtom: typeof known.customAtom = (apiVersion, kind) =>
    kind === 'Widget' && apiVersion === 'example.com/v1' ? widget : known.customAtom(apiVersion, kind);
  return { ...known, customAtom };
}
