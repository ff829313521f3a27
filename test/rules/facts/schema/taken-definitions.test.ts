import { describe, expect, it } from 'vitest';
import { lint } from '../../../../src/lint/lint.js';
import { messageOf } from '../../../../src/model/finding.js';
import fieldsComplete from '../../../../src/rules/schema/fields-complete.js';
import fieldsKnown from '../../../../src/rules/schema/fields-known.js';
import valuesValid from '../../../../src/rules/schema/values-valid.js';
import versionServed from '../../../../src/rules/schema/version-served.js';
import { textSource } from '../../../support/sources.js';

const definition = (metadata = '') => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: claims.example.com
${metadata}spec:
  group: example.com
  names: { kind: Claim, plural: claims }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [size]
              properties:
                size: { type: string }
`;
/** What `kubectl get --output yaml` prints. */
const taken = definition('  uid: a997bc7c-6719-43a0-9729-7e863832902a\n  resourceVersion: "18162"\n');
const claim = (spec: string, version = 'v1') =>
  `apiVersion: example.com/${version}\nkind: Claim\nmetadata: { name: db }\nspec: ${spec}\n`;
const kustomization =
  'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [claims.yaml]\n';

function found(crd: string, object: string, more: Readonly<Record<string, string>> = {}) {
  const files = { '/crds/claims.yaml': crd, '/app/claim.yaml': object, ...more };
  const sources = Object.entries(files).map(([path, text]) => textSource(path, text));
  const rules = [fieldsComplete, fieldsKnown, valuesValid, versionServed];
  return lint(sources, rules).findings.map(messageOf);
}

// A definition that Crossplane or an operator makes is often kept for a generator of code, and a later release serves more.
describe('a definition that was taken out of a cluster', () => {
  it.each([
    ['a field', claim('{ size: small, databases: [shop] }'), /has no field "databases"/],
    ['what is required', claim('{}'), /lacks the required field "size"/],
    ['a value', claim('{ size: 3 }'), /size/],
    ['a version', claim('{ size: small }', 'v2'), /which is not served/],
  ])('says nothing of %s, unlike one that is written or deployed', (_, object, said) => {
    expect(found(taken, object)).toEqual([]);
    const told = [expect.stringMatching(said)];
    expect(found(definition(), object)).toEqual(told);
    expect(found(taken, object, { '/crds/kustomization.yaml': kustomization })).toEqual(told);
  });
});
