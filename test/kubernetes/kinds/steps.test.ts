import { describe, expect, it } from 'vitest';
import { stepActions, canarySize, hasCanaryPods, weightAt } from '../../../src/kubernetes/kinds/steps.js';
import { Field } from '../../../src/model/field.js';
import { fromValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';
import { textSource } from '../../support/sources.js';

const scale = (content: object): object => ({ setCanaryScale: content });
const weight = (setWeight: number): object => ({ setWeight });

describe('the size of the canary', () => {
  it.each([
    // At each step: what decides the number of its pods, and whether there are any.
    [[{ pause: {} }], [undefined], [false]],
    [
      [weight(0), weight(20), { pause: {} }],
      ['0.setWeight', '1.setWeight', '1.setWeight'],
      [false, true, true],
    ],
    [
      [scale({ replicas: 1 }), weight(20)],
      ['0.setCanaryScale.replicas', '0.setCanaryScale.replicas'],
      [true, true],
    ],
    [
      [scale({ weight: 0 }), weight(20)],
      ['0.setCanaryScale.weight', '0.setCanaryScale.weight'],
      [false, false],
    ],
    [
      [scale({ replicas: 1 }), scale({ matchTrafficWeight: true }), weight(20)],
      ['0.setCanaryScale.replicas', undefined, '2.setWeight'],
      [true, false, true],
    ],
    [
      [weight(10), scale({})],
      ['0.setWeight', '0.setWeight'],
      [true, true],
    ],
    [[scale({ replicas: 2, weight: 0 })], ['0.setCanaryScale.replicas'], [true]],
    [[scale({ replicas: 'some' })], ['0.setCanaryScale.replicas'], [undefined]],
    [[{ ...weight(5), ...scale({ replicas: 0 }) }], ['0.setCanaryScale.replicas'], [false]],
  ])('%j', (content, sizes, pods) => {
    const steps = stepsOf(content);
    expect(steps.map((_, index) => canarySize(steps, index)?.path.slice(1).join('.'))).toEqual(sizes);
    expect(steps.map((_, index) => hasCanaryPods(steps, index))).toEqual(pods);
  });
});

it('the weight at a step is the last one set', () => {
  const steps = stepsOf([{ pause: {} }, weight(10), { pause: {} }, weight(30)]);
  expect(steps.map((_, index) => weightAt(steps, index)?.number)).toEqual([undefined, 10, 10, 30]);
});

it('the actions of a step come in the order in which the controller waits for them', () => {
  const [step] = stepsOf([{ plugin: {}, setHeaderRoute: {}, setWeight: 1, pause: {}, analysis: null }]);
  expect(stepActions(step!).map(({ key }) => key)).toEqual([
    'pause',
    'setWeight',
    'setHeaderRoute',
    'plugin',
  ]);
});

function stepsOf(content: readonly object[]): readonly Field[] {
  const identity = { group: '', version: 'v1', kind: 'Test', name: 'test', namespace: undefined };
  const resource = new Resource(identity, textSource('test.yaml', ''), 0, {
    root: fromValue({ steps: content }),
  });
  return Field.root(resource).at('steps').items;
}
