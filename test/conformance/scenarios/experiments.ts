import type { CanaryStep, ExperimentStep } from '../../../src/kubernetes/objects/rollout-object.js';
import {
  abort,
  analysisTemplate,
  apply,
  elapse,
  experiment,
  experimentIs,
  patch,
  pause,
  promote,
  promoteFull,
  ready,
  retry,
  revision,
  scale,
  scenario,
  setWeight,
  updated,
  type Manifest,
  type RunPhase,
  type Scenario,
  type ScenarioEvent,
} from '../scenario.js';
import { alb, basic, istioHosts, istioSubsets, nginx } from './support.js';

type Templates = NonNullable<ExperimentStep['templates']>;
type Router = (options: { steps: readonly CanaryStep[] }) => readonly Manifest[];

const canary = { name: 'canary', specRef: 'canary' } as const;
const stable = { name: 'baseline', specRef: 'stable' } as const;
const containers = [{ name: 'web', image: 'web:1', ports: [{ containerPort: 8080 }] }];
/** Weights lead to Services, and Services need ports. */
const withPorts = (objects: readonly Manifest[]): readonly Manifest[] =>
  objects.map((object) => {
    if (object.kind !== 'Rollout') return object;
    const spec = object['spec'] as Record<string, unknown>;
    return { ...object, spec: { ...spec, template: { metadata: { labels: { app: 'web' } }, spec: { containers } } } };
  });
const nextImage = (image: string): ScenarioEvent =>
  patch({ template: { spec: { containers: [{ ...containers[0], image }] } } });
const updatedPorts: readonly ScenarioEvent[] = [ready, nextImage('web:2'), ready];

const steps = (templates: Templates, rest?: Omit<ExperimentStep, 'templates'>): readonly CanaryStep[] => [
  setWeight(20),
  experiment(templates, rest),
  setWeight(40),
  pause(),
];

const ends = (phase: RunPhase): readonly ScenarioEvent[] => [experimentIs('Running'), ready, experimentIs(phase), ready];

const routers: Readonly<Record<string, Router>> = { Istio: istioHosts, subsets: istioSubsets, ALB: alb };

export const experimentScenarios: readonly Scenario[] = [
  ...(['Successful', 'Failed', 'Error', 'Inconclusive'] as const).flatMap((phase) => [
    scenario(`without weights: ${phase}`, 'The step ends as the experiment does.', basic({ steps: steps([canary, stable]) }), [
      ...updated,
      ...ends(phase),
    ]),
    scenario(`with a weight: ${phase}`, 'The destination comes and goes.', withPorts(istioHosts({ steps: steps([{ ...canary, weight: 5 }]) })), [
      ...updatedPorts,
      ...ends(phase),
    ]),
  ]),
  ...Object.entries(routers).flatMap(([name, router]) => [
    scenario(`${name}: one weight`, 'One more destination while it runs.', withPorts(router({ steps: steps([{ ...canary, weight: 5 }]) })), [
      ...updatedPorts,
      ...ends('Successful'),
      promote,
      ready,
    ]),
    scenario(`${name}: two weights`, 'Two more destinations while it runs.', withPorts(router({ steps: steps([{ ...canary, weight: 5 }, { ...stable, weight: 10 }]) })), [
      ...updatedPorts,
      ...ends('Successful'),
    ]),
    scenario(`${name}: one weight of two`, 'Only that one has traffic.', withPorts(router({ steps: steps([canary, { ...stable, weight: 10 }]) })), [
      ...updatedPorts,
      ...ends('Successful'),
    ]),
    scenario(`${name}: no ports`, 'There is no Service, and a destination without name.', router({ steps: steps([{ ...canary, weight: 5 }]) }), [
      ...updated,
      ...ends('Successful'),
    ]),
    scenario(`${name}: more than the rest`, 'What is left for stable.', withPorts(router({ steps: [setWeight(80), experiment([{ ...canary, weight: 30 }]), pause()] })), [
      ...updatedPorts,
      ...ends('Successful'),
    ]),
    scenario(`${name}: aborted while it runs`, 'The destination goes.', withPorts(router({ steps: steps([{ ...canary, weight: 5 }]) })), [
      ...updatedPorts,
      experimentIs('Running'),
      ready,
      abort,
      ready,
    ]),
    scenario(`${name}: promoted at once while it runs`, 'The destination goes.', withPorts(router({ steps: steps([{ ...canary, weight: 5 }]) })), [
      ...updatedPorts,
      experimentIs('Running'),
      ready,
      promoteFull,
      ready,
    ]),
    scenario(`${name}: superseded while it runs`, 'The destination goes.', withPorts(router({ steps: steps([{ ...canary, weight: 5 }]) })), [
      ...updatedPorts,
      experimentIs('Running'),
      ready,
      nextImage('web:3'),
      ready,
    ]),
  ]),
  scenario(
    'a Service with a name',
    'The destination has that name.',
    withPorts(istioHosts({ steps: steps([{ ...canary, weight: 5, service: { name: 'web-experiment' } }]) })),
    [...updatedPorts, ...ends('Successful')],
  ),
  scenario(
    'a Service without weight',
    'It gets no traffic.',
    withPorts(istioHosts({ steps: steps([{ ...canary, service: {} }]) })),
    [...updatedPorts, ...ends('Successful')],
  ),
  scenario(
    'replicas, metadata and a selector',
    'They are copied into the experiment.',
    basic({
      steps: steps([
        {
          ...canary,
          replicas: 2,
          metadata: { labels: { app: 'experiment', extra: 'yes' }, annotations: { a: 'b' } },
          selector: { matchLabels: { app: 'experiment' } },
        },
      ]),
    }),
    [...updated, ...ends('Successful')],
  ),
  scenario('a duration', 'It is copied.', basic({ steps: steps([canary], { duration: '10m' }) }), [
    ...updated,
    ...ends('Successful'),
  ]),
  scenario(
    'labels of the Rollout',
    'They are copied, with the hash.',
    basic({ steps: steps([canary]) }).map((object) => ({
      ...object,
      metadata: { ...object.metadata, labels: { 'app.kubernetes.io/instance': 'web' }, annotations: { a: 'b' } },
    })),
    [...updated, ...ends('Successful')],
  ),
  scenario(
    'with an analysis',
    'It is copied with its arguments.',
    [
      ...basic({
        steps: [
          setWeight(20),
          experiment([canary], {
            analyses: [
              {
                name: 'smoke',
                templateName: 'smoke',
                args: [
                  { name: 'hash', valueFrom: { podTemplateHashValue: 'Latest' } },
                  { name: 'word', value: 'x' },
                ],
              },
            ],
          }),
          pause(),
        ],
      }),
      analysisTemplate('smoke', { args: [{ name: 'hash' }, { name: 'word' }] }),
    ],
    [...updated, ...ends('Successful')],
  ),
  scenario('two in a row', 'One after the other.', basic({ steps: [setWeight(20), experiment([canary]), experiment([stable]), pause()] }), [
    ...updated,
    ...ends('Successful'),
    ...ends('Successful'),
  ]),
  scenario('as the first step', 'The canary has no pods yet.', withPorts(istioHosts({ steps: [experiment([{ ...canary, weight: 5 }]), setWeight(40), pause()] })), [
    ...updatedPorts,
    ...ends('Successful'),
  ]),
  scenario('in the first deployment', 'Steps do not count.', basic({ steps: steps([canary]) }), [ready]),
  scenario('retried after a failure', 'A second experiment gets another name.', basic({ steps: steps([canary]) }), [
    ...updated,
    ...ends('Failed'),
    retry,
    ready,
    ...ends('Successful'),
  ]),
  scenario('promoted while it runs', 'The step is skipped.', basic({ steps: steps([canary]) }), [
    ...updated,
    experimentIs('Running'),
    promote,
    ready,
  ]),
  scenario('promoted when inconclusive', 'The step is left.', basic({ steps: steps([canary]) }), [
    ...updated,
    ...ends('Inconclusive'),
    promote,
    ready,
  ]),
  scenario('back to stable while it runs', 'The experiment is terminated.', basic({ steps: steps([canary]) }), [
    ...updated,
    experimentIs('Running'),
    revision(1),
    ready,
  ]),
  scenario('scaled while it runs', 'The experiment stays.', withPorts(istioHosts({ steps: steps([{ ...canary, weight: 5 }]) })), [
    ...updatedPorts,
    experimentIs('Running'),
    ready,
    scale(8),
    ready,
  ]),
  scenario('the experiment is deleted', 'It is made again.', basic({ steps: steps([canary]) }), [
    ...updated,
    experimentIs('Running'),
    { do: 'delete', kind: 'Experiment', name: 'web-H2-2-1', namespace: 'shop' },
    ready,
  ]),
  scenario('the clock goes on after it ended', 'Experiments of the past are cleaned up by their limits.', basic({ steps: steps([canary]) }), [
    ...updated,
    ...ends('Successful'),
    elapse(60),
    promote,
    ready,
    elapse(3600),
    ready,
  ]),
  scenario('nginx: a weight', 'The Rollout is invalid.', nginx({ steps: steps([{ ...canary, weight: 5 }]) }), [ready]),
  scenario('no router: a weight', 'The Rollout is invalid.', basic({ steps: steps([{ ...canary, weight: 5 }]) }), [ready]),
  scenario('an unknown specRef', 'There is no template to take.', basic({ steps: steps([{ name: 'x', specRef: 'other' }]) }), [...updated]),
  scenario(
    'the VirtualService is reset while it runs',
    'The destination is put back.',
    withPorts(istioHosts({ steps: steps([{ ...canary, weight: 5 }]) })),
    [
      ...updatedPorts,
      experimentIs('Running'),
      ready,
      apply(istioHosts()[3] as Manifest),
      experimentIs('Successful'),
      ready,
    ],
  ),
];
