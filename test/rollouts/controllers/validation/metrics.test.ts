import { describe, expect, it } from 'vitest';
import type { Metric } from '../../../../src/rollouts/controllers/validation/analysis-template.js';
import { resolveMetrics } from '../../../../src/rollouts/controllers/validation/metrics.js';

/** Metrics of a template without declared arguments. */
function problemOf(provider: Metric['provider']): unknown {
  const metrics: readonly Metric[] = [{ name: 'm', provider }];
  return resolveMetrics({ metrics }, '1.9');
}

/**
 * Upstream replaces tags in the JSON that Go writes of a metric, whose fields are in the order of the struct. Of several undeclared
 * arguments the last is reported.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/analysis_types.go (KayentaMetric)
 */
describe('tags in a metric', () => {
  const names = {
    metricsAccountName: '{{args.metrics}}',
    configurationAccountName: '{{args.configuration}}',
  };

  it('are replaced in the order of upstream’s fields, not in that of the alphabet or the file', () => {
    expect(problemOf({ kayenta: names })).toContain('args.configuration');
    expect(problemOf({ kayenta: Object.fromEntries(Object.entries(names).reverse()) })).toContain(
      'args.configuration',
    );
  });

  it('are replaced in a Job whose volumes are of another type, which the API server does not check', () => {
    const job = { spec: { template: { spec: { volumes: 'none', containers: [] } } } };
    expect(problemOf({ job })).toMatchObject([{ provider: { job } }]);
  });
});
