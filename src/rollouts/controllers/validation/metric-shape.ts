import type { GoShape } from '../../../kubernetes/validation/go-values.js';

const texts: GoShape = { list: 'value' };

const authentication: GoShape = {
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

const headers: GoShape = {
  list: {
    struct: [
      ['key', 'value', '""'],
      ['value', 'value', '""'],
    ],
  },
};

const prometheus: GoShape = {
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

const web: GoShape = {
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

const datadog: GoShape = {
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

const addressAndQuery: GoShape = {
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
export const metricShape: GoShape = {
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
