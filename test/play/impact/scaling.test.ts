import { describe, expect, it } from 'vitest';
import { effectText } from '../../../src/report/impact-words.js';
import { example, type Files, impactsOf } from './stories.js';

const host = example('istio-host/corrected');

function scaled(
  spec: string,
  kind: 'HorizontalPodAutoscaler' | 'ScaledObject' = 'HorizontalPodAutoscaler',
): Files {
  const apiVersion = kind === 'ScaledObject' ? 'keda.sh/v1alpha1' : 'autoscaling/v2';
  return {
    ...host,
    'autoscaler.yaml': `apiVersion: ${apiVersion}
kind: ${kind}
metadata: { name: catalog }
spec:
  scaleTargetRef: { apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: catalog }
${spec}`,
  };
}

const cpu = (value: number): string =>
  `  metrics: [{ type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: ${value} } } }]\n`;

function told(before: Files, after: Files): readonly string[] {
  return impactsOf(before, after).flatMap((impact) =>
    impact.effects
      .filter(({ detail }) => detail.kind === 'scaling')
      .map((effect) => effectText(impact, effect)),
  );
}

describe('a change of the autoscaler alone', () => {
  const before = scaled(`  minReplicas: 4\n  maxReplicas: 12\n${cpu(60)}`);

  it('has other bounds', () => {
    expect(told(before, scaled(`  minReplicas: 2\n  maxReplicas: 6\n${cpu(60)}`))).toEqual([
      'HorizontalPodAutoscaler "catalog" gives Rollout "catalog" 2 to 6 pods instead of 4 to 12 pods.',
    ]);
  });

  it('has the default of the API server', () => {
    expect(told(before, scaled(`  maxReplicas: 12\n${cpu(60)}`))).toEqual([
      'HorizontalPodAutoscaler "catalog" gives Rollout "catalog" 1 to 12 pods instead of 4 to 12 pods.',
    ]);
  });

  it('has another target', () => {
    expect(
      told(before, scaled(`  minReplicas: 4\n  maxReplicas: 12\n${cpu(90)}`)).map((text) =>
        text.replace(/\(spec[^)]+\)/, '(FIELD)'),
      ),
    ).toEqual([
      'HorizontalPodAutoscaler "catalog" scales Rollout "catalog" by other settings (FIELD), and gives it 4 to 12 pods as before.',
    ]);
  });

  it('has the defaults of KEDA', () => {
    const triggers = '  triggers: [{ type: cpu, metadata: { value: "60" } }]\n';
    expect(
      told(scaled(triggers, 'ScaledObject'), scaled(`  maxReplicaCount: 8\n${triggers}`, 'ScaledObject')),
    ).toEqual(['ScaledObject "catalog" gives Rollout "catalog" 0 to 8 pods instead of 0 to 100 pods.']);
  });

  it('comes and goes', () => {
    expect(told(host, before)).toEqual([
      'HorizontalPodAutoscaler "catalog" scales Rollout "catalog" from now on, and gives it 4 to 12 pods.',
    ]);
    expect(told(before, host)).toEqual([
      'HorizontalPodAutoscaler "catalog" scales Rollout "catalog" no more, which keeps the pods that it has until something scales it.',
    ]);
  });

  it('has other labels, which means nothing for the Rollout', () => {
    const text = before['autoscaler.yaml']!.replace('name: catalog }', 'name: catalog, labels: { a: b } }');
    expect(told(before, { ...before, 'autoscaler.yaml': text })).toEqual([]);
  });
});
