import { expect, it } from 'vitest';
import { rolloutHealth } from '../../src/argocd/rollout-health.js';
import { systemSettings } from '../../src/argocd/settings.js';

/** The cases of upstream's health_test.yaml for Rollouts with a phase, and others that its script distinguishes. */
it.each([
  ['a new Rollout', {}, undefined, 'Progressing'],
  [
    'a spec that is not observed',
    { generation: 7 },
    { observedGeneration: '6', phase: 'Healthy' },
    'Progressing',
  ],
  ['a hash of a spec', { generation: 7 }, { observedGeneration: '7d59c8d4', phase: 'Healthy' }, 'Healthy'],
  ['an observed spec', { generation: 7 }, { observedGeneration: '7', phase: 'Healthy' }, 'Healthy'],
  ['an invalid spec', {}, { phase: 'Degraded', message: 'InvalidSpec' }, 'Degraded'],
  ['a pause', {}, { phase: 'Paused', message: 'CanaryPauseStep' }, 'Suspended'],
  ['pods to come', {}, { phase: 'Progressing' }, 'Progressing'],
])('%s', (_, metadata, status, health) => {
  expect(rolloutHealth({ metadata, spec: {}, ...(status && { status }) })).toBe(health);
});

it.each([
  ['3', '3', 'Healthy'],
  ['4', '3', 'Progressing'],
])('a workload of generation %s, of which %s is observed', (written, observed, health) => {
  const metadata = { annotations: { 'rollout.argoproj.io/workload-generation': written } };
  const status = { phase: 'Healthy', workloadObservedGeneration: observed };
  expect(rolloutHealth({ metadata, spec: { workloadRef: { name: 'web' } }, status })).toBe(health);
});

it.each<Readonly<Record<string, string>>>([
  { 'resource.customizations.health.argoproj.io_Rollout': 'return {}' },
  { 'resource.customizations': 'argoproj.io/Rollout:\n  health.lua: return {}\n' },
])('a script of the user decides: %j', (data) => {
  expect(systemSettings(data).overrides.get('argoproj.io/Rollout')).toMatchObject({
    hasHealth: true,
  });
});
