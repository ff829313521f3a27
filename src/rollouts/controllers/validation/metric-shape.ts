import type { Shape } from '../../../kubernetes/validation/go-values.js';

const texts: Shape = { list: 'value' };

const authentication: Shape = {
  struct: [
    [
      'sigv4',
      {
        struct: [
          ['region', 'value'],
          ['profile', 'value'],
          ['roleArn', 'value'],
        ],
      },
      '{}',
    ],
    [
      'oauth2',
      {
        struct: [
          ['tokenUrl', 'value'],
          ['clientId', 'value'],
          ['clientSecret', 'value'],
          ['scopes', texts],
        ],
      },
      '{}',
    ],
  ],
};
const noAuthentication = '{"sigv4":{},"oauth2":{}}';

const headers: Shape = {
  list: {
    struct: [
      ['key', 'value', '""'],
      ['value', 'value', '""'],
    ],
  },
};

const prometheus: Shape = {
  struct: [
    ['address', 'value'],
    ['query', 'value'],
    ['authentication', authentication, noAuthentication],
    ['timeout', 'pointer'],
    ['insecure', 'value'],
    ['headers', headers],
    [
      'rangeQuery',
      {
        struct: [
          ['start', 'value'],
          ['end', 'value'],
          ['step', 'value'],
        ],
      },
    ],
  ],
};

const web: Shape = {
  struct: [
    ['method', 'value'],
    ['url', 'value', '""'],
    ['headers', headers],
    ['body', 'value'],
    ['timeoutSeconds', 'value'],
    ['jsonPath', 'value'],
    ['insecure', 'value'],
    ['jsonBody', 'any'],
    ['authentication', authentication, noAuthentication],
  ],
};

const datadog: Shape = {
  struct: [
    ['interval', 'value'],
    ['query', 'value'],
    ['queries', { map: 'value' }],
    ['formula', 'value'],
    ['apiVersion', 'value'],
    ['aggregator', 'value'],
    [
      'secretRef',
      {
        struct: [
          ['name', 'value'],
          ['namespaced', 'value'],
        ],
      },
      '{}',
    ],
  ],
};

const addressAndQuery: Shape = {
  struct: [
    ['address', 'value'],
    ['query', 'value'],
  ],
};

/**
 * A metric as upstream writes it before it replaces `{{…}}` tags. Kayenta, CloudWatch and jobs are written with sorted keys
 * instead of upstream's order; this only matters for undeclared or unclosed tags.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/analysis_types.go
 */
export const metricShape: Shape = {
  struct: [
    ['name', 'value', '""'],
    ['interval', 'value'],
    ['initialDelay', 'value'],
    ['count', 'pointer'],
    ['successCondition', 'value'],
    ['failureCondition', 'value'],
    ['failureLimit', 'pointer'],
    ['inconclusiveLimit', 'pointer'],
    ['consecutiveErrorLimit', 'pointer'],
    [
      'provider',
      {
        struct: [
          ['prometheus', prometheus],
          ['kayenta', 'any'],
          ['web', web],
          ['datadog', datadog],
          ['wavefront', addressAndQuery],
          [
            'newRelic',
            {
              struct: [
                ['profile', 'value'],
                ['query', 'value', '""'],
                ['timeout', 'pointer'],
              ],
            },
          ],
          ['job', 'any'],
          ['cloudWatch', 'any'],
          ['graphite', addressAndQuery],
          [
            'influxdb',
            {
              struct: [
                ['profile', 'value'],
                ['query', 'value'],
              ],
            },
          ],
          [
            'skywalking',
            {
              struct: [
                ['address', 'value'],
                ['query', 'value'],
                ['interval', 'value'],
              ],
            },
          ],
          ['plugin', { map: 'any' }],
        ],
      },
      '{}',
    ],
    ['consecutiveSuccessLimit', 'pointer'],
  ],
};
