import type { GoShape, Struct } from '../../../kubernetes/validation/go-values.js';

/**
 * The parts of a Rollout that messages print, in the shape of upstream's types.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go
 */
export const stringMatch: GoShape = {
  struct: [
    ['exact', 'value'],
    ['prefix', 'value'],
    ['regex', 'value'],
  ],
};

export const headerRoute: GoShape = {
  struct: [
    ['name', 'value'],
    [
      'match',
      {
        list: {
          struct: [
            ['headerName', 'value', '""'],
            ['headerValue', stringMatch, 'null'],
          ],
        },
      },
    ],
  ],
};

export const mirrorRoute: GoShape = {
  struct: [
    ['name', 'value', '""'],
    [
      'match',
      {
        list: {
          struct: [
            ['method', stringMatch],
            ['path', stringMatch],
            ['headers', { map: stringMatch }],
          ],
        },
      },
    ],
    ['percentage', 'pointer'],
  ],
};

const fieldRef: Struct = [['fieldPath', 'value', '""']];

export const analysisArguments: GoShape = {
  list: {
    struct: [
      ['name', 'value', '""'],
      ['value', 'value'],
      [
        'valueFrom',
        {
          struct: [
            ['podTemplateHashValue', 'pointer'],
            ['fieldRef', { struct: fieldRef }],
          ],
        },
      ],
    ],
  },
};
