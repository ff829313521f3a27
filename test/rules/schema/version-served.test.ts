import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import { messageOf } from '../../../src/model/finding.js';
import rule from '../../../src/rules/schema/version-served.js';
import { describeRule } from '../../support/describe-rule.js';
import { textSource } from '../../support/sources.js';

describeRule(rule, {
  'own-kind.yaml': [
    'Widget "web" has apiVersion "example.com/v1beta1", which is not served; use "example.com/v1".',
  ],
  // https://kubernetes.io/docs/reference/using-api/deprecation-guide/
  'gone.yaml': [
    'Ingress "web" has apiVersion "extensions/v1beta1", which is not served; use "networking.k8s.io/v1".',
    'Deployment "web" has apiVersion "extensions/v1beta1", which is not served; use "apps/v1".',
    'StatefulSet "store" has apiVersion "apps/v1beta2", which is not served; use "apps/v1".',
  ],
  'for-elder-clusters': [
    'Ingress "web" has apiVersion "extensions/v1beta1", which is no longer served; test/rules/schema/version-served/for-elder-clusters/ingress.yaml has it in "networking.k8s.io/v1", which is.',
    'Ingress "api" has apiVersion "extensions/v1beta1", which is not served; use "networking.k8s.io/v1".',
  ],
  'never.yaml': [
    'ConfigMap "web" has apiVersion "v1beta1", which is not served; use "v1".',
    'NetworkPolicy "web" has apiVersion "extensions/v1beta1", which is not served; use "networking.k8s.io/v1".',
    'VirtualService "web" has apiVersion "networking.istio.io/v1alpha2", which is not served; use "networking.istio.io/v1", "networking.istio.io/v1beta1", "networking.istio.io/v1alpha3".',
    'EnvoyFilter "web" has apiVersion "networking.istio.io/v1", which is not served; use "networking.istio.io/v1alpha3".',
    'RequestAuthentication "web" has apiVersion "security.istio.io/v1alpha1", which is not served; use "security.istio.io/v1", "security.istio.io/v1beta1".',
    'HTTPRoute "web" has apiVersion "gateway.networking.k8s.io/v1alpha1", which is not served; use "gateway.networking.k8s.io/v1", "gateway.networking.k8s.io/v1beta1", "gateway.networking.k8s.io/v1alpha2".',
  ],
  'rollout-v1.yaml': [
    'Rollout "web" has apiVersion "argoproj.io/v1", which is not served; use "argoproj.io/v1alpha1".',
  ],
  'served.yaml': [],
  'without-a-version.yaml': ['ConfigMap "old" has apiVersion "v1beta1", which is not served; use "v1".'],
});

describe('an object for elder clusters beside the same for those of today', () => {
  const object = (apiVersion: string, kind: string, name: string, namespace = 'shop') =>
    `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\n`;
  const found = (files: Readonly<Record<string, string>>) =>
    lint(
      Object.entries(files).map(([path, text]) => textSource(path, text)),
      [rule],
    ).findings.map((finding) => `${finding.severity} ${messageOf(finding)}`);
  const refused = expect.stringMatching(/^error .* which is not served; use/) as string;

  it.each([
    ['extensions/v1beta1', 'Ingress', 'networking.k8s.io/v1'],
    ['networking.k8s.io/v1beta1', 'Ingress', 'networking.k8s.io/v1'],
    ['apps/v1beta2', 'Deployment', 'apps/v1'],
    ['policy/v1beta1', 'PodDisruptionBudget', 'policy/v1'],
  ])('%s of %s is information', (old, kind, current) => {
    const files = {
      '/k8s/web-legacy.yaml': object(old, kind, 'web'),
      '/k8s/web.yaml': object(current, kind, 'web'),
    };
    expect(found(files)).toEqual([
      `info ${kind} "web" has apiVersion "${old}", which is no longer served; /k8s/web.yaml has it in "${current}", which is.`,
    ]);
  });

  it('is an error where the other is another object, or stands elsewhere, or they are one file', () => {
    const old = object('extensions/v1beta1', 'Ingress', 'web');
    const current = (name: string, namespace?: string) =>
      object('networking.k8s.io/v1', 'Ingress', name, namespace);
    expect(found({ '/k8s/old.yaml': old, '/k8s/web.yaml': current('api') })).toEqual([refused]);
    expect(found({ '/k8s/old.yaml': old, '/k8s/web.yaml': current('web', 'test') })).toEqual([refused]);
    expect(found({ '/k8s/old.yaml': old, '/live/web.yaml': current('web') })).toEqual([refused]);
    expect(found({ '/k8s/all.yaml': `${old}---\n${current('web')}` })).toEqual([refused]);
  });

  it('is an error where it is deployed', () => {
    const files = {
      '/k8s/old.yaml': object('extensions/v1beta1', 'Ingress', 'web'),
      '/k8s/web.yaml': object('networking.k8s.io/v1', 'Ingress', 'web'),
    };
    const kustomization =
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [old.yaml]\n';
    expect(found({ ...files, '/k8s/kustomization.yaml': kustomization })).toEqual([refused]);
  });
});
