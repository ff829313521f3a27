import { expect, it } from 'vitest';
import { suppressionKey, suppressions } from '../../../src/kubernetes/kinds/suppression.js';
import { fromValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';
import { rules } from '../../../src/rules/index.js';
import { textSource } from '../../support/sources.js';

/** https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/util/validation/validation.go (IsQualifiedName) */
const qualifiedName =
  /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?$/;

it.each(rules.map(({ meta }) => meta.name))('%s has an annotation that Kubernetes takes', (rule) => {
  const key = suppressionKey(rule);
  expect(key).toMatch(qualifiedName);

  const identity = { group: '', version: 'v1', kind: 'Service', name: 'web', namespace: undefined };
  const root = fromValue({ metadata: { annotations: { other: 'text', [key]: 'there is a reason' } } });
  const service = new Resource(identity, textSource('service.yaml', ''), 0, { root });
  expect(suppressions(service)).toMatchObject([{ rule, hasReason: true }]);
});
