import { describe, expect, it } from 'vitest';
import { branches, frameCalled, mainLine, objectIn, traceOf } from '../../support/traces.js';
import { istioRollout, rollout, service } from './manifests.js';

describe('a canary with a router', () => {
  const trace = traceOf(
    istioRollout(`- setCanaryScale:
    replicas: 1
- setHeaderRoute:
    name: h
    match:
      - headerName: X
        headerValue:
          exact: blue
- pause: {}
- setWeight: 20
- setCanaryScale:
    matchTrafficWeight: true
- setWeight: 50
- setMirrorRoute:
    name: m
    percentage: 35
    match:
      - method:
          exact: GET
- setHeaderRoute:
    name: h`),
  );

  it('goes step by step, and has pods before it has traffic', () => {
    expect(mainLine(trace)).toEqual([
      'installed: 0, canary 0/0, stable 10/10',
      'started: 0, canary 0/1, stable 10/10',
      'step-0: 0, canary 1/1, stable 10/10',
      'step-1: 0, canary 1/1, stable 10/10, routes h',
      'step-2: 0, canary 1/1, stable 10/10, routes h',
      'step-3: 20, canary 1/1, stable 10/10, routes h',
      'step-4-scaling: 20, canary 1/2, stable 10/10, routes h',
      'step-4: 20, canary 2/2, stable 10/10, routes h',
      'step-5-scaling: 20, canary 2/5, stable 10/10, routes h',
      'step-5: 50, canary 5/5, stable 10/10, routes h',
      'step-6: 50, canary 5/5, stable 10/10, routes h m',
      'step-7: 50, canary 5/5, stable 10/10, routes m',
      'last-scaling: 50, canary 5/10, stable 10/10, routes m',
      'at-scale: 100, canary 10/10, stable 10/10, routes m',
      'promoted: 0, canary 0/0, stable 10/10, old 10/10',
      'scaled-down: 0, canary 0/0, stable 10/10',
    ]);
    const main = trace.frames.filter(({ from }) => from === undefined);
    expect(main.filter(({ isSettled, errors }) => !isSettled || errors.length > 0)).toEqual([]);
  });

  it('is never done with the canary Service after an abort, as long as there are canary pods', () => {
    expect(frameCalled(trace, 'step-2-aborted')).toMatchObject({
      isSettled: false,
      rewrites: ['/Service/shop/checkout-canary'],
    });
    expect(frameCalled(trace, 'step-2')).toMatchObject({ isSettled: true, rewrites: [] });
    expect(trace.notes.find((note) => note.includes('argo-rollouts#3078'))).toMatch(
      /They are removed 30 s after the abort/,
    );
  });

  it('is never done with it where the pods are kept', () => {
    const notesOf = (first: string): string =>
      traceOf(
        istioRollout(
          `- setCanaryScale:\n    ${first}\n- setWeight: 20\n- pause: {}`,
          'abortScaleDownDelaySeconds: 0',
        ),
      ).notes.join(' ');
    expect(notesOf('replicas: 1')).toContain('so this never ends');
    expect(notesOf('weight: 10')).toContain('so this never ends');
    // An aborted update goes back to a first step that asks for none.
    expect(notesOf('matchTrafficWeight: true')).not.toContain('argo-rollouts#3078');
  });

  it('keeps the pods of the canary for a time when it is aborted', () => {
    expect(branches(trace, 'step-3').slice(0, 2)).toEqual([
      'step-3-aborted: 0, canary 1/1, stable 10/10',
      'step-3-rolled-back: 0, canary 0/0, stable 10/10, old 1/1',
    ]);
    expect(frameCalled(trace, 'step-3-aborted')).toMatchObject({ phase: 'Degraded', from: 'step-3' });
  });

  it('loses its header route with its pods, and gets its pods back only', () => {
    expect(branches(trace, 'step-2').slice(2, 4)).toEqual([
      'step-2-canary-lost: 0, canary 0/1, stable 10/10',
      'step-2-recovered: 0, canary 1/1, stable 10/10',
    ]);
    expect(frameCalled(trace, 'step-2-recovered').from).toBe('step-2-canary-lost');
  });

  it('says what led to a frame', () => {
    expect(trace.frames.filter(({ from }) => from === undefined).map(({ id, event }) => [id, event])).toEqual(
      [
        ['installed', 'pods start and stop'],
        ['started', 'the pod template changes'],
        ['step-0', 'pods start and stop'],
        ['step-1', undefined],
        ['step-2', undefined],
        ['step-3', 'the Rollout is promoted'],
        ['step-4-scaling', undefined],
        ['step-4', 'pods start and stop'],
        ['step-5-scaling', undefined],
        ['step-5', 'pods start and stop'],
        ['step-6', undefined],
        ['step-7', undefined],
        ['last-scaling', undefined],
        ['at-scale', 'pods start and stop'],
        ['promoted', undefined],
        ['scaled-down', '30 s pass'],
      ],
    );
  });

  it('shifts traffic at once where there are no steps', () => {
    expect(mainLine(traceOf(istioRollout('').replace(/steps:\s*$/m, '')))).toEqual([
      'installed: 0, canary 0/0, stable 10/10',
      'started: 0, canary 0/10, stable 10/10',
      'promoted: 0, canary 0/0, stable 10/10, old 10/10',
      'scaled-down: 0, canary 0/0, stable 10/10',
    ]);
  });
});

describe('a header route before the canary has pods', () => {
  it('is lost', () => {
    const trace = traceOf(
      istioRollout(`- setHeaderRoute:
    name: h
    match:
      - headerName: X
        headerValue:
          exact: blue
- setCanaryScale:
    replicas: 1
- pause: {}`),
    );
    expect(mainLine(trace).slice(1, 6)).toEqual([
      'started: 0, canary 0/0, stable 10/10',
      'step-0: 0, canary 0/0, stable 10/10, routes h',
      'step-1-scaling: 0, canary 0/1, stable 10/10',
      'step-1: 0, canary 1/1, stable 10/10',
      'step-2: 0, canary 1/1, stable 10/10',
    ]);
  });
});

// A pass takes the routes of steps out of the VirtualService while the canary has no pods, or is aborted, and then writes
// the one of the current step: a second write, from a copy that is no longer the latest.
describe('caches that learn of a write after the pass', () => {
  const trace = traceOf(
    istioRollout(`- setHeaderRoute:
    name: h
    match:
      - headerName: X
        headerValue:
          exact: blue
  pause: {}
- setWeight: 20
- pause: {}`),
  );

  it('keep the controller trying where a pass writes a VirtualService twice', () => {
    expect(frameCalled(trace, 'step-0')).toMatchObject({
      isSettled: false,
      rewrites: [],
      errors: [
        {
          message: expect.stringContaining(
            'Operation cannot be fulfilled on virtualservices.networking.istio.io "checkout"',
          ) as string,
          isTransient: true,
        },
      ],
    });
    expect(frameCalled(trace, 'step-2')).toMatchObject({ isSettled: true, errors: [] });
  });

  it('are told of where faster ones would end otherwise', () => {
    const [note = ''] = trace.notes.filter((one) => one.includes('VirtualService twice'));
    expect(note).toMatch(/tries again and again.*: step-0,.*routes end up different: step-0,/);
    expect(traceOf(istioRollout('- setWeight: 20\n- pause: {}')).notes.join()).not.toContain('twice');
  });
});

describe('dynamicStableScale', () => {
  const trace = traceOf(
    istioRollout('- setWeight: 20\n- pause: {}\n- setWeight: 60\n- pause: {}', 'dynamicStableScale: true'),
  );

  it('takes pods from the stable version as the canary gets traffic', () => {
    expect(mainLine(trace)).toEqual([
      'installed: 0, canary 0/0, stable 10/10',
      'started: 0, canary 0/2, stable 10/10',
      'step-0: 20, canary 2/2, stable 10/10',
      'step-1: 20, canary 2/2, stable 8/8',
      'step-2-scaling: 20, canary 2/6, stable 8/8',
      'step-2: 60, canary 6/6, stable 8/8',
      'step-3: 60, canary 6/6, stable 4/4',
      'last-scaling: 60, canary 6/10, stable 4/4',
      'at-scale: 100, canary 10/10, stable 4/4',
      'promoted: 0, canary 0/0, stable 10/10',
    ]);
  });

  it('gives traffic back as pods of the stable version come', () => {
    // Six canary pods are more than 20 % take: so far it goes back at first.
    expect(branches(trace, 'step-3').slice(0, 3)).toEqual([
      'step-3-aborted-scaling: 60, canary 6/6, stable 4/8',
      'step-3-aborted-scaling-2: 20, canary 2/2, stable 8/10',
      'step-3-aborted: 0, canary 0/0, stable 10/10',
    ]);
  });
});

describe('a canary without a router', () => {
  it('approximates the weight by pods', () => {
    const trace = traceOf(
      rollout(`canary:
      steps:
        - setWeight: 41
        - pause: {}`),
    );
    const line = mainLine(trace);
    expect(line.at(0)).toBe('installed: canary 0/0, stable 10/10');
    expect(line).toContain('step-0: canary 4/4, stable 6/6');
    expect(line).toContain('step-1: canary 4/4, stable 6/6');
    expect(line.at(-1)).toBe('promoted: canary 0/0, stable 10/10');
  });
});

describe('blue-green', () => {
  const manifests = (more: string): string =>
    rollout(
      `blueGreen:
      activeService: checkout-active
      previewService: checkout-preview
      ${more}`,
      3,
    ) +
    service('checkout-active') +
    service('checkout-preview');
  const hashes = (trace: ReturnType<typeof traceOf>, id: string): unknown[] =>
    ['active', 'preview'].map((role) => {
      const { spec } = objectIn(frameCalled(trace, id), `/Service/shop/checkout-${role}`);
      return (spec as { selector: Record<string, string> }).selector['rollouts-pod-template-hash'];
    });

  it('waits with a preview until somebody promotes', () => {
    const trace = traceOf(manifests('autoPromotionEnabled: false'));
    expect(mainLine(trace)).toEqual([
      'installed: canary 0/0, stable 3/3',
      'started: canary 0/3, stable 3/3',
      'preview: canary 3/3, stable 3/3',
      'promoted: canary 0/0, stable 3/3, old 3/3',
      'scaled-down: canary 0/0, stable 3/3',
    ]);
    expect(hashes(trace, 'installed')).toEqual(['H1', 'H1']);
    expect(hashes(trace, 'preview')).toEqual(['H1', 'H2']);
    expect(hashes(trace, 'promoted')).toEqual(['H2', 'H2']);
    expect(hashes(trace, 'preview-aborted')).toEqual(['H1', 'H2']);
    expect(hashes(trace, 'preview-rolled-back')).toEqual(['H1', 'H1']);
    expect(frameCalled(trace, 'preview').phase).toBe('Paused');
  });

  it('switches at once where nothing holds it', () => {
    expect(mainLine(traceOf(manifests(''))).map((line) => line.split(':')[0])).toEqual([
      'installed',
      'started',
      'promoted',
      'scaled-down',
    ]);
  });
});

describe('--abort-at', () => {
  it('ends the main line there, with the pods of the canary gone after their time', () => {
    const trace = traceOf(istioRollout('- setWeight: 20\n- pause: {}\n- setWeight: 50'), { abortAt: 1 });
    expect(mainLine(trace).slice(2)).toEqual([
      'step-0: 20, canary 2/2, stable 10/10',
      'step-1: 20, canary 2/2, stable 10/10',
      'aborted: 0, canary 2/2, stable 10/10',
      'scaled-down: 0, canary 0/0, stable 10/10',
    ]);
    expect(trace.frames.every(({ from }) => from === undefined)).toBe(true);
  });
});
