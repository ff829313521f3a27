import { describe, expect, it } from 'vitest';
import { frameCalled, traceOf } from '../../support/traces.js';
import { istioRollout, rollout, service } from './manifests.js';

/** The kinds of frames, and what is wrong at the end of the main line. */
function endOf(yaml: string): { readonly last: string | undefined; readonly errors: readonly string[] } {
  const { frames } = traceOf(yaml, { branches: false });
  const errors = frames.flatMap((frame) => frame.errors.map(({ message }) => message));
  return { last: frames.at(-1)?.kind, errors: [...new Set(errors)] };
}

const metadata = (label: string): string => `canary:
      canaryMetadata: {labels: {${label}, role: canary}}
      stableMetadata: {labels: {${label}, role: stable}}
      steps: [{setWeight: 20}]`;

const analysis = (run: string, job: string): string => `${rollout(`canary:
      steps:
        - setWeight: 20
        - analysis: {templates: [{templateName: smoke}], ${run}}`)}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: smoke, namespace: shop}
spec:
  metrics:
    - name: smoke
      provider: {job: {spec: {template: {spec: {${job}containers: [{name: smoke, image: "smoke:1"}]}}}}}
`;

const experiment = (template: string): string =>
  rollout(`canary:
      steps:
        - experiment: {duration: 5m, templates: [{${template}, specRef: canary}]}`);

const header = (regex: string): string =>
  istioRollout(`- setWeight: 20
- setHeaderRoute: {name: h, match: [{headerName: x, headerValue: {regex: "${regex}"}}]}`);

describe('what the API server refuses of what controllers write', () => {
  // https://github.com/argoproj/argo-rollouts/issues/3351
  it('is a ReplicaSet that loses a label of its selector: all behind it is left undone', () => {
    const { last, errors } = endOf(rollout(metadata('app: checkout')));
    expect(last).toBe('stuck');
    expect(errors).toEqual([
      'failed to sync ephemeral metadata: error updating replicaset in updateReplicaSet checkout-H1: ReplicaSet.apps "checkout-H1" is invalid: spec.template.metadata.labels: Invalid value: {"rollouts-pod-template-hash":"H1"}: `selector` does not match template `labels`',
    ]);
    expect(endOf(rollout(metadata('team: shop')))).toEqual({ last: 'promoted', errors: [] });
  });

  it('is a ReplicaSet that cannot be created: the condition says so, and there are no pods', () => {
    const { frames } = traceOf(
      rollout('canary: {stableMetadata: {labels: {track: not right}}, steps: [{setWeight: 20}]}'),
      { branches: false },
    );
    expect(frames[0]?.errors[0]).toMatchObject({ condition: 'Progressing' });
    expect(frames[0]?.errors[0]?.message).toMatch(
      /^Failed to create new replica set "checkout-H1": ReplicaSet.apps "checkout-H1" is invalid: spec.template.labels: Invalid value: "not right": a valid label/,
    );
    expect(frames.every(({ replicas }) => replicas.stable.desired === 0)).toBe(true);
    expect(frames.map(({ kind }) => kind)).not.toContain('promoted');
  });

  it('is an AnalysisRun: the step waits, and no run is there', () => {
    const bad = endOf(analysis('analysisRunMetadata: {labels: {build: a b}}', 'restartPolicy: Never, '));
    expect(bad.last).not.toMatch(/promoted|scaled-down/);
    expect(bad.errors.at(-1)).toMatch(
      /^AnalysisRun.argoproj.io "checkout-H2-2-1" is invalid: metadata.labels: Invalid value: "a b": a valid label/,
    );
    const good = endOf(analysis('analysisRunMetadata: {labels: {build: a-b}}', 'restartPolicy: Never, '));
    expect(good).toEqual({ last: 'promoted', errors: [] });
  });

  it('is the Job of a metric: the run ends in an error, and the update is aborted', () => {
    const trace = traceOf(analysis('args: []', ''), { branches: false });
    const last = trace.frames.at(-1);
    expect(trace.frames.map(({ kind }) => kind)).not.toContain('promoted');
    expect(last?.phase).toBe('Degraded');
    expect(last?.message).toContain(
      'Metric "smoke" assessed Error due to consecutiveErrors (5) > consecutiveErrorLimit (4): "Error Message: Job.batch "00000000-0000-0000-0000-000000000000.smoke.1" is invalid: spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never""',
    );
    expect(trace.frames.map(({ event }) => event ?? '').join()).toContain('the analysis ends in an error');
  });

  it('is an object of an Experiment: that ends in an error, and the update is aborted', () => {
    const { frames } = traceOf(experiment('name: Base_Line'), { branches: false });
    expect(frames.at(-1)?.phase).toBe('Degraded');
    expect(frames.at(-1)?.message).toMatch(
      /Failed to create ReplicaSet for template 'Base_Line': ReplicaSet.apps "checkout-H2-2-0-Base_Line" is invalid/,
    );
    const named = traceOf(experiment('name: base, service: {name: Web_Exp}'), { branches: false });
    expect(named.frames.at(-1)?.message).toMatch(/Failed to create Service Web_Exp for template 'base'/);
    expect(endOf(experiment('name: base, service: {}')).errors).toEqual([]);
  });

  it('is a VirtualService: the webhook of Istio denies the route', () => {
    const { last, errors } = endOf(header('^(?!bot).*$'));
    expect(last).not.toMatch(/promoted|scaled-down/);
    expect(errors.at(-1)).toBe(
      '[SetHeaderRoute] failed to update routes: admission webhook "validation.istio.io" denied the request: configuration is invalid: spec.http[0].match[0].headers.x.regex is not a regular expression of RE2: "^(?!bot).*$"',
    );
    expect(endOf(header('^bot.*$')).last).toBe('scaled-down');
  });

  it('is nothing that is filled in before it is deployed', () => {
    const { last, errors } = endOf(rollout(metadata('track: "${TRACK}"')));
    expect({ last, errors }).toEqual({ last: 'promoted', errors: [] });
  });

  it('is nothing that was wrong before: a Service in Git is its author’s to mend', () => {
    const odd = service('checkout-stable').replace('metadata:', 'metadata:\n  annotations: {a/b/c: x}');
    const yaml = istioRollout('- setWeight: 20').replace(service('checkout-stable'), odd);
    expect(yaml).toContain('a/b/c');
    expect(frameCalled(traceOf(yaml), 'promoted').errors).toEqual([]);
  });
});
