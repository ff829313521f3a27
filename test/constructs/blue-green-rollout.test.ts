import { ApiObject, Chart, Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { BlueGreenRollout } from '../../src/constructs/index.js';
import { objections } from '../support/system.js';

const readinessProbe = { httpGet: { path: '/', port: 'http' } };
const pod = { image: 'ghcr.io/example/shop:1', port: 8080, readinessProbe };
const chart = (): Chart => new Chart(Testing.app(), 'shop', { namespace: 'shop' });

describe('BlueGreenRollout', () => {
  it('makes the Rollout and its two Services, and nothing is to be said against them', () => {
    const shop = chart();
    const smoke = {
      name: 'smoke',
      metrics: [{ name: 'smoke', provider: { job: { spec: { template: {} } } } }],
    };
    const rollout = new BlueGreenRollout(shop, 'web', {
      pod,
      replicas: 3,
      blueGreen: { autoPromotionEnabled: false, prePromotionAnalysis: { templates: [smoke] } },
      config: [{ variables: { MODE: 'live' } }],
    });
    expect(ApiObject.of(rollout)).toBe(rollout.rollout);
    expect(rollout.analysisTemplates.map(({ name }) => name)).toEqual(['smoke']);

    const spec = { selector: { app: 'web' }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] };
    expect(rollout.activeService?.toJson()).toMatchObject({ metadata: { name: 'web' }, spec });
    expect(rollout.previewService?.toJson()).toMatchObject({ metadata: { name: 'web-preview' }, spec });
    expect(rollout.rollout.toJson()).toMatchObject({
      spec: {
        replicas: 3,
        strategy: {
          blueGreen: {
            activeService: 'web',
            previewService: 'web-preview',
            autoPromotionEnabled: false,
            prePromotionAnalysis: { templates: [{ templateName: 'smoke' }] },
          },
        },
      },
    });
    const objects = Testing.synth(shop) as readonly object[];
    expect(objects).toHaveLength(5);
  });

  it('is Synced at each moment of an update', () => {
    const shop = chart();
    new BlueGreenRollout(shop, 'web', { pod, replicas: 3, disruptionBudget: { maxUnavailable: 1 } });
    expect(objections(Testing.synth(shop) as readonly object[])).toEqual([]);
  });

  it('has Services that differ', () => {
    expect(() => new BlueGreenRollout(chart(), 'web', { pod, previewService: 'web' })).toThrow(
      '[shop/web] Two Services are named "web"; the active and the preview Service must be different.',
    );
  });
});
