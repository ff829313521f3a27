import { describe, expect, it } from 'vitest';
import { simulationConclusions } from '../../src/report/simulation-conclusions.js';
import { pageData } from '../../src/report/simulation-page/data.js';
import { istioRollout } from '../play/simulate/manifests.js';
import { traceOf } from '../support/traces.js';

const blueGreen = (more: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web, namespace: shop}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web:1}]}
  strategy:
    blueGreen: {activeService: web, previewService: preview, prePromotionAnalysis: {templates: [{templateName: smoke}]}${more}}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: smoke, namespace: shop}
spec:
  metrics:
    - {name: smoke, interval: 20s, count: 6, failureLimit: 1, successCondition: result == "ok", provider: {web: {url: "http://a", jsonPath: "{$.a}"}}}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: preview, namespace: shop}
spec: {selector: {app: web}, ports: [{port: 80}]}
`;

const fail = [{ what: 'smoke', answer: 'failure', at: undefined }] as never;

const told = (yaml: string, options = {}): readonly string[] =>
  simulationConclusions(traceOf(yaml, options)).map(({ level, text }) => `${level} ${text}`);

const ending = 'the Rollout stays Degraded until Git has another version or the update is retried.';

describe('what an abort leaves', () => {
  // Defaults of the controller: GetAbortScaleDownDelaySecondsOrDefault; 0 keeps the pods.
  it.each([
    ['', `the new pods are removed after 30s (abortScaleDownDelaySeconds), and ${ending}`],
    [
      ', abortScaleDownDelaySeconds: 90',
      `the new pods are removed after 1m 30s (abortScaleDownDelaySeconds), and ${ending}`,
    ],
    [
      ', abortScaleDownDelaySeconds: 0',
      `the new pods stay, because abortScaleDownDelaySeconds is 0, and ${ending}`,
    ],
  ])('is told of blue-green%s', (more, text) => {
    expect(told(blueGreen(more))).toContain(`info After an abort ${text}`);
  });

  it('is told of a canary', () => {
    expect(told(istioRollout('- setWeight: 20\n- pause: {}'))).toContain(
      `info After an abort the new pods are removed after 30s (abortScaleDownDelaySeconds), and ${ending}`,
    );
  });

  it('is not told where the controller refuses the Rollout', () => {
    expect(told(istioRollout('- setWeight: 120')).join('\n')).not.toContain('After an abort');
  });
});

describe('an update that was to fail', () => {
  it('is told to be aborted, when and why', () => {
    // Pods are ready after 10 s; the second failure, 20 s later, is one more than the limit.
    expect(told(blueGreen(''), { fail })).toContain(
      'warning aborted: the controller aborts the update 30s after it began, and the new version never becomes the stable one: Blue/green pre-promotion analysis phase error/failed: Metric "smoke" assessed Failed due to failed (2) > failureLimit (1).',
    );
  });

  it('is not told of an update that goes well', () => {
    expect(told(blueGreen('')).join('\n')).not.toContain('aborts the update');
  });
});

describe('what the new version has of the requests', () => {
  const shares = (yaml: string): readonly unknown[] =>
    pageData([traceOf(yaml)]).traces[0]!.frames.flatMap(({ id, share, isPromoted = false }) =>
      share === undefined ? [] : [[id, share, isPromoted]],
    );

  it('is nothing until blue-green switches, and all after', () => {
    expect(shares(blueGreen(''))).toEqual([
      ['installed', 0, false],
      ['started', 0, false],
      ['pre-promotion-running', 0, false],
      ['promoted', 100, true],
      ['scaled-down', 100, true],
    ]);
  });

  it('is all of them once the canary is the stable version, although its weight is 0', () => {
    const [promoted, gone] = shares(istioRollout('- setWeight: 20\n- pause: {duration: 60}')).slice(-2);
    expect([promoted, gone]).toEqual([
      ['promoted', 100, true],
      ['scaled-down', 100, true],
    ]);
  });
});
