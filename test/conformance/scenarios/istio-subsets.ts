import {
  abort,
  headerRoute,
  pause,
  pods,
  promote,
  promoteFull,
  ready,
  revision,
  route,
  scenario,
  service,
  canaryRollout,
  destinationRule,
  virtualService,
  setWeight,
  subset,
  subsetSplit,
  to,
  toSubset,
  updated,
  type Scenario,
} from '../scenario.js';
import { istioSubsets, twoSteps } from './support.js';

const whole = [...updated, promote, ready, promote, ready] as const;

export const istioSubsetsScenarios: readonly Scenario[] = [
  scenario('a whole update', 'Hashes and weights at each step.', istioSubsets(), whole),
  scenario('with Services', 'Both the Services and the subsets get hashes.', istioSubsets({ withServices: true }), whole),
  scenario('no steps', 'Subsets are switched at once.', istioSubsets({ steps: [] }), updated),
  scenario(
    'two updates',
    'Labels go on from the promoted hash.',
    istioSubsets(),
    [...updated, promoteFull, ready, revision(3), ready],
  ),
  scenario('aborted', 'The canary subset keeps the hash.', istioSubsets(), [...updated, abort, ready]),
  scenario('back to stable', 'Both subsets get the stable hash.', istioSubsets(), [
    ...updated,
    revision(1),
    ready,
  ]),
  scenario(
    'not all pods available',
    'Without Services nothing is routed while a pod is missing.',
    istioSubsets(),
    [ready, revision(2), pods({ canary: 0 }), pods({ canary: 0, stable: 3 }), pods()],
  ),
  scenario(
    'not all pods available, with Services',
    'With Services the subsets are switched all the same.',
    istioSubsets({ withServices: true }),
    [ready, revision(2), pods({ canary: 0 }), pods({ canary: 0, stable: 3 }), pods()],
  ),
  scenario(
    'a third subset',
    'It is deleted from the DestinationRule.',
    istioSubsets({ subsets: [subset('canary'), subset('stable'), subset('legacy')] }),
    updated,
  ),
  scenario(
    'no canary subset',
    'It is neither created nor missed.',
    istioSubsets({ subsets: [subset('stable')] }),
    updated,
  ),
  scenario('no subsets', 'Nothing is written.', istioSubsets({ subsets: [] }), updated),
  scenario(
    'a subset with a traffic policy',
    'What the controller does not know survives.',
    istioSubsets({
      subsets: [subset('stable'), subset('canary', { trafficPolicy: { loadBalancer: { simple: 'RANDOM' } } })],
    }),
    updated,
  ),
  scenario(
    'subsets without labels',
    'The map of labels is created.',
    istioSubsets({ subsets: [{ name: 'stable' }, { name: 'canary' }] }),
    updated,
  ),
  scenario(
    'an additional subset',
    'Its weight is left to the user and taken from the stable share.',
    istioSubsets({
      additional: ['extra'],
      http: [route('primary', [...subsetSplit(90, 0), toSubset('extra', 10)])],
    }),
    updated,
  ),
  scenario(
    'an additional subset in the same DestinationRule',
    'It is deleted although it is declared.',
    istioSubsets({
      additional: ['extra'],
      subsets: [subset('stable'), subset('canary'), subset('extra')],
      http: [route('primary', [...subsetSplit(90, 0), toSubset('extra', 10)])],
    }),
    updated,
  ),
  scenario(
    'two additional subsets with more than is left',
    'The stable weight does not go below 0.',
    istioSubsets({
      steps: [setWeight(50), pause()],
      additional: ['a', 'b'],
      http: [route('primary', [...subsetSplit(40, 0), toSubset('a', 30), toSubset('b', 30)])],
    }),
    updated,
  ),
  scenario(
    'a foreign subset',
    'A destination of another subset is removed.',
    istioSubsets({ http: [route('primary', [...subsetSplit(90, 0), toSubset('other', 10)])] }),
    updated,
  ),
  scenario(
    'the canary Service is the host of the subsets',
    'Every destination counts as the canary.',
    [
      canaryRollout({
        steps: twoSteps,
        canaryService: 'web',
        stableService: 'web-stable',
        trafficRouting: {
          istio: {
            virtualService: { name: 'web', routes: ['primary'] },
            destinationRule: { name: 'web', canarySubsetName: 'canary', stableSubsetName: 'stable' },
          },
        },
      }),
      service('web'),
      service('web-stable'),
      virtualService({ http: [route('primary', subsetSplit())] }),
      destinationRule([subset('stable'), subset('canary')]),
    ],
    updated,
  ),
  scenario(
    'both subsets have one name',
    'The first test wins.',
    [
      canaryRollout({
        steps: twoSteps,
        trafficRouting: {
          istio: {
            virtualService: { name: 'web', routes: ['primary'] },
            destinationRule: { name: 'web', canarySubsetName: 'canary', stableSubsetName: 'canary' },
          },
        },
      }),
      service('web'),
      virtualService({ http: [route('primary', [toSubset('canary', 100)])] }),
      destinationRule([subset('canary')]),
    ],
    updated,
  ),
  scenario(
    'a header route',
    'Its destination has the host of the DestinationRule and the canary subset.',
    istioSubsets({
      managedRoutes: ['beta'],
      steps: [setWeight(20), headerRoute('beta'), pause()],
      http: [route('primary', [to('web', 100, { subset: 'stable', port: { number: 8080 } }), toSubset('canary', 0)])],
    }),
    whole,
  ),
];
