import { describe, expect, test } from 'vitest';
import type { PodTemplate } from '../../../src/kubernetes/objects/rollout-object.js';
import { desiredText, storedText, templateText } from '../../../src/rollouts/controllers/template-text.js';

/** What becomes of a Rollout with one template that gets another. */
function between(before: PodTemplate, after: PodTemplate): string {
  if (templateText(before) === templateText(after)) return 'same';
  return storedText(before) === desiredText(after) ? 'equal' : 'new';
}

describe('a part of a pod template that comes or goes', () => {
  const containers = [{ name: 'web', image: 'web:1' }];
  const of = (spec: object): PodTemplate => ({
    metadata: { labels: { app: 'web' } },
    spec: { containers, ...spec },
  });

  // Read in the Go types: a struct behind a pointer is written when it is there, a struct in place always, a list or map never
  // when it is empty.
  test.each<[string, object, object, string]>([
    ['an affinity', {}, { affinity: {} }, 'new'],
    ['an affinity whose parts are empty', { affinity: {} }, { affinity: { nodeAffinity: {} } }, 'new'],
    [
      'terms of an affinity',
      { affinity: { podAffinity: {} } },
      { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [] } } },
      'same',
    ],
    ['resources of a pod', {}, { resources: {} }, 'new'],
    ['limits of a pod', { resources: {} }, { resources: { limits: {} } }, 'same'],
    ['tolerations', {}, { tolerations: [] }, 'same'],
    ['a node selector', {}, { nodeSelector: {} }, 'same'],
    ['a security context, which is a default', {}, { securityContext: {} }, 'equal'],
    [
      'a security context of a container',
      {},
      { containers: [{ ...containers[0], securityContext: {} }] },
      'new',
    ],
    ['an amount in another notation', { overhead: { cpu: '1' } }, { overhead: { cpu: '1000m' } }, 'same'],
    [
      'an amount of another form',
      { overhead: { memory: '1Gi' } },
      { overhead: { memory: '1073741824' } },
      'equal',
    ],
    ['another amount', { overhead: { memory: '1Gi' } }, { overhead: { memory: '1G' } }, 'new'],
    ['a default that is spelled out', {}, { dnsPolicy: 'ClusterFirst' }, 'equal'],
    ['no default', {}, { dnsPolicy: 'Default' }, 'new'],
    ['a placeholder', { hostNetwork: '{{ .Values.host }}' }, { hostNetwork: false }, 'new'],
    ['another placeholder', { priority: '${A}' }, { priority: '${B}' }, 'new'],
  ])('%s', (_, before, after, expected) => {
    expect(between(of(before), of(after))).toBe(expected);
    expect(between(of(after), of(before))).toBe(expected);
  });
});
