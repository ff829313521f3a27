import type { CanaryStep, CanaryStrategy } from '../../../src/kubernetes/objects/rollout-object.js';
import {
  abort,
  analysis,
  analysisIs,
  analysisTemplate,
  elapse,
  pause,
  pods,
  promote,
  promoteFull,
  ready,
  retry,
  revision,
  scale,
  scenario,
  setCanaryScale,
  setWeight,
  updated,
  type Manifest,
  type Scenario,
  type ScenarioEvent,
} from '../scenario.js';
import { alb, basic, istioHosts } from './support.js';

const phases = ['Successful', 'Failed', 'Error', 'Inconclusive'] as const;
const smoke = analysisTemplate('smoke');
const load = analysisTemplate('load', {
  metrics: [{ name: 'latency', count: 1, provider: { web: { url: 'http://web', jsonPath: '{$.p99}' } } }],
});
const steps: readonly CanaryStep[] = [setWeight(20), analysis('smoke'), setWeight(40), pause()];
const background = { analysis: { templates: [{ templateName: 'smoke' }] } } as const;

const of = (
  name: string,
  why: string,
  events: readonly ScenarioEvent[],
  own: readonly CanaryStep[] = steps,
  more: readonly Manifest[] = [smoke],
  canary: CanaryStrategy = {},
): Scenario => scenario(name, why, [...istioHosts({ steps: own, canary }), ...more], [...updated, ...events]);

const inBackground = (name: string, why: string, events: readonly ScenarioEvent[], canary: CanaryStrategy = background): Scenario =>
  of(name, why, events, [setWeight(20), pause(), setWeight(40), pause()], [smoke], canary);

export const analysisScenarios: readonly Scenario[] = [
  ...phases.flatMap((phase) => [
    of(`a step: ${phase}`, 'It goes on, aborts or pauses.', [analysisIs('Running'), analysisIs(phase), ready]),
    inBackground(`in the background: ${phase}`, 'It goes on, aborts or pauses.', [
      analysisIs('Running'),
      analysisIs(phase),
      ready,
      promote,
      ready,
    ]),
    scenario(`a step without a router: ${phase}`, 'The same without a router.', [...basic({ steps }), smoke], [
      ...updated,
      analysisIs(phase),
      ready,
    ]),
    scenario(`a step on ALB: ${phase}`, 'The same on another router.', [...alb({ steps }), smoke], [
      ...updated,
      analysisIs(phase),
      ready,
    ]),
  ]),
  of('a step: failed and retried', 'A second run gets another name.', [
    analysisIs('Failed'),
    ready,
    retry,
    ready,
    analysisIs('Successful'),
    ready,
  ]),
  of('a step: inconclusive and promoted', 'The next step begins.', [analysisIs('Inconclusive'), ready, promote, ready]),
  of('a step: inconclusive and aborted', 'Weights go back.', [analysisIs('Inconclusive'), ready, abort, ready]),
  of('a step: promoted while it runs', 'The run is terminated.', [analysisIs('Running'), promote, ready]),
  of('a step: promoted at once while it runs', 'The run is terminated.', [analysisIs('Running'), promoteFull, ready]),
  of('a step: aborted while it runs', 'The run is terminated.', [analysisIs('Running'), abort, ready]),
  of('a step: superseded while it runs', 'The run is terminated.', [analysisIs('Running'), revision(3), ready]),
  of('a step: back to stable while it runs', 'The run is terminated.', [analysisIs('Running'), revision(1), ready]),
  of('a step: scaled while it runs', 'The run goes on.', [analysisIs('Running'), scale(8), ready, analysisIs('Successful'), ready]),
  of('a step: the canary loses its pods', 'The run goes on.', [analysisIs('Running'), pods({ canary: 0 }), pods(), analysisIs('Successful'), ready]),
  of('a step before the canary has pods', 'It judges the stable revision.', [analysisIs('Successful'), ready], [
    analysis('smoke'),
    setWeight(40),
    pause(),
  ]),
  of('two templates', 'Their metrics are joined.', [analysisIs('Successful'), ready], [setWeight(20), analysis('smoke', 'load'), pause()], [smoke, load]),
  of('two templates with one metric', 'The Rollout is invalid.', [], [setWeight(20), analysis('smoke', 'again'), pause()], [smoke, analysisTemplate('again')]),
  of('two steps', 'One run after the other.', [analysisIs('Successful'), ready, analysisIs('Successful'), ready], [
    setWeight(20),
    analysis('smoke'),
    analysis('load'),
    pause(),
  ], [smoke, load]),
  of('a template is missing', 'The Rollout is invalid.', [], steps, []),
  of('a cluster template', 'It is found without namespace.', [analysisIs('Successful'), ready], [
    setWeight(20),
    { analysis: { templates: [{ templateName: 'smoke', clusterScope: true }] } },
    pause(),
  ], [
    { ...smoke, kind: 'ClusterAnalysisTemplate', metadata: { name: 'smoke' } },
  ]),
  of(
    'arguments',
    'Hashes, fields and values.',
    [analysisIs('Successful'), ready],
    [
      setWeight(20),
      {
        analysis: {
          templates: [{ templateName: 'smoke' }],
          args: [
            { name: 'stable', valueFrom: { podTemplateHashValue: 'Stable' } },
            { name: 'latest', valueFrom: { podTemplateHashValue: 'Latest' } },
            { name: 'field', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
            { name: 'value', value: 'v' },
          ],
        },
      },
      pause(),
    ],
    [
      analysisTemplate('smoke', {
        args: ['stable', 'latest', 'field', 'value'].map((name) => ({ name })).concat([{ name: 'default', value: 'd' } as { name: string }]),
      }),
    ],
  ),
  of('an argument without a value', 'The Rollout is invalid.', [], steps, [analysisTemplate('smoke', { args: [{ name: 'missing' }] })]),
  of('a metric without end', 'The Rollout is invalid.', [], steps, [
    analysisTemplate('smoke', {
      metrics: [{ name: 'errors', interval: '1m', provider: { web: { url: 'http://web', jsonPath: '{$}' } } }],
    }),
  ]),
  inBackground('in the background from a later step', 'It starts with that step.', [promote, ready, analysisIs('Successful'), promote, ready], {
    analysis: { templates: [{ templateName: 'smoke' }], startingStep: 2 },
  }),
  inBackground('in the background to the end', 'The run is terminated with the promotion.', [
    analysisIs('Running'),
    promote,
    ready,
    promote,
    ready,
  ]),
  inBackground('in the background, aborted', 'The run is terminated.', [analysisIs('Running'), abort, ready]),
  inBackground('in the background, promoted at once', 'The run is terminated.', [analysisIs('Running'), promoteFull, ready]),
  inBackground('in the background, failed and retried', 'A second run.', [analysisIs('Failed'), ready, retry, ready]),
  inBackground('in the background, back to stable', 'The run is terminated.', [analysisIs('Running'), revision(1), ready]),
  of(
    'a step and one in the background',
    'Both run.',
    [analysisIs('Running'), analysisIs('Successful', 'step'), ready, analysisIs('Failed', 'background'), ready],
    steps,
    [smoke],
    background,
  ),
  of('a step with moving stable pods', 'An abort follows the stable pods.', [analysisIs('Failed'), pods({ stable: 3 }), ready], steps, [smoke], {
    dynamicStableScale: true,
  }),
  of('a failure and the canary goes', 'After its delay.', [analysisIs('Failed'), ready, elapse(31), ready]),
  scenario(
    'in the first deployment',
    'Nothing is analysed.',
    [...istioHosts({ steps, canary: background }), smoke],
    [ready],
  ),
  of('labels and annotations of runs', 'They are copied.', [analysisIs('Successful'), ready], [
    setWeight(20),
    setCanaryScale({ replicas: 2 }),
    {
      analysis: {
        templates: [{ templateName: 'smoke' }],
        analysisRunMetadata: { labels: { a: 'b' }, annotations: { c: 'd' } },
        dryRun: [{ metricName: 'errors' }],
        measurementRetention: [{ metricName: 'errors', limit: 5 }],
      },
    },
    pause(),
  ]),
  of('limits of old runs', 'Runs beyond them are deleted.', [
    analysisIs('Successful'),
    ready,
    promoteFull,
    ready,
    revision(3),
    ready,
    analysisIs('Failed'),
    ready,
    revision(4),
    ready,
  ]),
];
