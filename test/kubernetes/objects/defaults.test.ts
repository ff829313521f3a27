import { describe, expect, it } from 'vitest';
import {
  withDefaultsFilled,
  fieldDefaults,
  type Defaults,
} from '../../../src/kubernetes/objects/defaults.js';

const backends: Defaults = { items: { fields: fieldDefaults({ kind: 'Service', weight: 1 }) } };
const spec: Defaults = {
  fields: { rules: { value: [{}], items: { fields: { backendRefs: backends, matches: { value: [] } } } } },
};

/** As the API server does it: `Default` of apiextensions-apiserver, of fields that may not be null. */
describe('what the API server fills in', () => {
  it.each([
    ['an absent field', {}, { rules: [{ matches: [] }] }],
    ['a field that is null', { rules: null }, { rules: [{ matches: [] }] }],
    [
      'fields within lists',
      { rules: [{ backendRefs: [{ weight: null }, { kind: 'ServiceImport', weight: 0 }] }] },
      {
        rules: [
          {
            backendRefs: [
              { kind: 'Service', weight: 1 },
              { kind: 'ServiceImport', weight: 0 },
            ],
            matches: [],
          },
        ],
      },
    ],
    ['no null that has no default', { hostnames: null, rules: [] }, { hostnames: null, rules: [] }],
    ['nothing below a value of another type', { rules: 'none' }, { rules: 'none' }],
  ])('is there for %s', (_, value, expected) => {
    expect(withDefaultsFilled(value, spec)).toEqual(expected);
  });
});
