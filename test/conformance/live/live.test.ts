import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { comparable, differences, withDefaults } from './comparable.js';
import { liveStates, readPlay, recorded, type Recording } from './recording.js';
import { unexplained, verdictOn } from './verdict.js';
import { itWhole } from '../../support/whole.js';

const name = 'istio-host-corrected';
const path = join(__dirname, '../../../conformance/live/recordings', `${name}.json`);
const text = readFileSync(path, 'utf8');

describe('a recorded system', () => {
  it('is as predicted', () => {
    expect(unexplained(verdictOn(name, JSON.parse(text) as Recording))).toEqual([]);
  });

  itWhole('is not with another weight', () => {
    const changed = text.replace('"weight":95', '"weight":94');
    expect(changed).not.toBe(text);
    expect(unexplained(verdictOn(name, JSON.parse(changed) as Recording))).not.toEqual([]);
  });

  itWhole('is not without a state', () => {
    const recording = JSON.parse(text) as Recording;
    const [first, , ...rest] = readPlay(recording, 'main');
    if (!first) throw new Error('nothing is recorded');
    const plays = recorded(new Map([['main', [first, ...rest]]]));
    expect(unexplained(verdictOn(name, { ...recording, plays }))).toEqual([`${name} main started was not there`]);
  });

  itWhole('is not with an object more', () => {
    const recording = JSON.parse(text) as Recording;
    const [first, ...rest] = recording.plays['main'] ?? [];
    if (!first) throw new Error('nothing is recorded');
    const more = { kind: 'ReplicaSet', metadata: { name: 'more', namespace: 'live-namespace' } };
    const main = [{ ...first, changes: { ...first.changes, 'ReplicaSet more': more } }, ...rest];
    const found = unexplained(verdictOn(name, { ...recording, plays: { main } }));
    expect(found).toContain(`${name} main [install] ReplicaSet more: is not predicted`);
  });
});

describe('a recording', () => {
  it('has the names of predictions', () => {
    const service = (hash: string) => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', namespace: 'live-1', uid: '1' },
      spec: { clusterIP: '10.0.0.1', selector: { 'rollouts-pod-template-hash': hash } },
    });
    const states = liveStates({
      namespace: 'live-1',
      hashes: ['abc', 'def'],
      states: [{ event: 'update', objects: [service('def')], rewritten: [[service('abc'), service('def')]] }],
    });
    const known = (hash: string) => ({
      kind: 'Service',
      metadata: { name: 'web', namespace: 'live-namespace' },
      spec: { selector: { 'rollouts-pod-template-hash': hash } },
    });
    expect(states).toEqual([
      {
        event: 'update',
        objects: new Map([['Service web', known('H2')]]),
        rewritten: new Map([['Service web', [known('H1'), known('H2')]]]),
      },
    ]);
  });

  it('reads back as what was there', () => {
    const state = (event: string, ...weights: number[]) => ({
      event,
      objects: new Map(weights.map((weight, index) => [`Service ${index}`, { kind: 'Service', metadata: {}, weight }])),
      rewritten: new Map(),
    });
    const plays = new Map([
      ['main', [state('install', 0, 1), state('update', 5, 1), state('pods', 5)]],
      ['aborted@step-1', [state('abort', 5, 7), state('gone', 0, 1)]],
    ]);
    const recording = { manifests: [], defaults: {}, plays: recorded(plays) };
    expect(readPlay(recording, 'main')).toEqual(plays.get('main'));
    expect(readPlay(recording, 'aborted@step-1')).toEqual(plays.get('aborted@step-1'));
  });
});

describe('objects that are compared', () => {
  it('have no times, no order of conditions, no empty maps', () => {
    const rollout = (time: string, ...types: string[]) => ({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Rollout',
      metadata: { name: 'web', annotations: {} },
      status: { conditions: types.map((type) => ({ type, lastTransitionTime: time })) },
    });
    const [one, other] = [comparable(rollout('1', 'A', 'B')), comparable(rollout('2', 'B', 'A'))];
    expect(differences(one, other)).toEqual([]);
    expect(one).not.toHaveProperty('metadata.annotations');
  });

  it('differ where one has a field more', () => {
    expect(differences({ spec: { a: [1, 2] } }, { spec: { a: [1], b: 1 } })).toEqual([
      { path: ['spec', 'a', 1], predicted: 2, live: undefined },
      { path: ['spec', 'b'], predicted: undefined, live: 1 },
    ]);
  });

  it('get the defaults of an API server only where they have nothing', () => {
    const defaults = [{ path: ['spec', 'type'], is: 'ClusterIP' }];
    expect(withDefaults({ spec: {} }, defaults)).toEqual({ spec: { type: 'ClusterIP' } });
    expect(withDefaults({ spec: { type: 'NodePort' } }, defaults)).toEqual({ spec: { type: 'NodePort' } });
  });
});
