import { describe, expect, it } from 'vitest';
import { parseArgoCdVersion } from '../../../src/argocd/version.js';
import type { ImpactOptions } from '../../../src/play/impact/impact.js';
import { effectText } from '../../../src/report/impact-words.js';
import { edited, type Files, impactsOf } from './stories.js';
import { host as example } from './story-list.js';

/** With fewer steps there are fewer moments at which a change may arrive, each of which is played. */
const host = edited(example, [
  'rollout.yaml',
  '        - setWeight: 50\n        - pause:\n            duration: 10m\n',
  '',
]);
const app = 'application.yaml';
const virtualService = 'virtualservice.yaml';
const precise = 'jqPathExpressions:\n        - .spec.http[]?.route[]?.weight\n';
const option = '    syncOptions:\n      - ApplyOutOfSyncOnly=true\n';

/** The Application with other entries; `more` are further entries. */
const ignoring = (files: Files, list: string, more = ''): Files =>
  edited(files, [app, precise, `${list}${more}`]);
const pointer = 'jsonPointers:\n        - /spec/http/1/route\n';
const broad = ignoring(host, pointer);
const onRollout = (path: string): Files =>
  edited(host, [
    app,
    precise,
    `${precise}    - group: argoproj.io\n      kind: Rollout\n      jsonPointers:\n        - ${path}\n`,
  ]);

const withHeaders = (files: Files): Files =>
  edited(files, [
    virtualService,
    'host: catalog-canary\n',
    'host: catalog-canary\n          headers: { response: { set: { x-version: canary } } }\n',
  ]);

const heaviest = (files: Files): Files =>
  edited(files, [virtualService, 'weight: 100', 'weight: 90'], [virtualService, 'weight: 0', 'weight: 10']);
const withoutOption = (files: Files): Files => edited(files, [app, option, '']);
const bumped = (files: Files): Files => edited(files, ['rollout.yaml', 'setWeight: 5\n', 'setWeight: 6\n']);

const autoscaler: Files = {
  'hpa.yaml': `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: catalog }
spec:
  minReplicas: 2
  maxReplicas: 9
  scaleTargetRef: { apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: catalog }
  metrics: [{ type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: 60 } } }]
`,
};

function toldOf(before: Files, after: Files, options?: ImpactOptions) {
  const impacts = impactsOf(before, after, options);
  const all = impacts.flatMap((impact) => impact.effects.map((effect) => ({ impact, effect })));
  return {
    kinds: all.map(({ effect }) => `${effect.severity} ${effect.detail.kind}`),
    texts: all.map(({ impact, effect }) => effectText(impact, effect)),
    details: all.flatMap(({ effect: { detail } }) => (detail.kind === 'left-out' ? detail : [])),
  };
}

/**
 * What an entry hides does not make an object OutOfSync, and only what is OutOfSync is applied with ApplyOutOfSyncOnly=true:
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_context.go (filterOutOfSyncTasks).
 * An automated sync needs an OutOfSync Application:
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/appcontroller.go (autoSync)
 */
describe('a change that an ignore entry hides', () => {
  it('is not deployed with ApplyOutOfSyncOnly, and the entry is named with what would be enough', () => {
    const { kinds, texts, details } = toldOf(broad, withHeaders(broad));
    expect(kinds).toEqual(['warning left-out', 'info no-revision']);
    expect(texts).toEqual([
      `spec.http[primary].route[1].headers of VirtualService "catalog" is not deployed: "/spec/http/1/route" (spec.ignoreDifferences[0].jsonPointers[0]) of Application "catalog" hides it, so the object stays Synced, and with ApplyOutOfSyncOnly=true no sync applies it; ignore only '.spec.http[]?.route[]?.weight'.`,
      'Rollout "catalog" gets no new revision.',
    ]);
    expect(details[0]?.isLater).toBe(false);
  });

  it('comes with the next sync without the option, but starts none', () => {
    const plain = withoutOption(broad);
    const { kinds, texts } = toldOf(plain, withHeaders(plain));
    expect(kinds).toContain('warning left-out');
    expect(texts.join('\n')).toContain(
      'so the object stays Synced and starts no automated sync; the next sync deploys it.',
    );
    expect(texts.join('\n')).toContain('what changes is spec.http[primary].route[1].headers');
  });

  it('is left out beside another object that is synced', () => {
    const { texts, details } = toldOf(broad, bumped(withHeaders(broad)));
    expect(details.map(({ object, isLater }) => [object, isLater])).toEqual([
      ['networking.istio.io/VirtualService/bookshop/catalog', false],
    ]);
    expect(texts.join('\n')).toContain('Only steps change');
  });

  it('is left out with RespectIgnoreDifferences, too', () => {
    const both = edited(broad, [app, option, `${option}      - RespectIgnoreDifferences=true\n`]);
    expect(toldOf(both, withHeaders(both)).kinds).toEqual(['warning left-out', 'info no-revision']);
  });

  // Argo CD adds the entries of argocd-cm to those of each Application, and those in the annotation of an object, from 3.6 on:
  // https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/diff/normalize.go (Normalize)
  it('is left out by an entry of argocd-cm, too, which is named', () => {
    const files: Files = {
      ...host,
      'argocd-cm.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: argocd-cm, namespace: argocd }
data:
  resource.customizations.ignoreDifferences.networking.istio.io_VirtualService: |
    jsonPointers: [/spec/http/1/route]
`,
    };
    const { kinds, texts, details } = toldOf(files, withHeaders(files));
    expect(kinds).toEqual(['warning left-out', 'info no-revision']);
    expect(texts[0]).toBe(
      `spec.http[primary].route[1].headers of VirtualService "catalog" is not deployed: "/spec/http/1/route" (resource.customizations.ignoreDifferences.networking.istio.io_VirtualService of argocd-cm) hides it, so the object stays Synced, and with ApplyOutOfSyncOnly=true no sync applies it; ignore only what the controller writes.`,
    );
    expect(details[0]?.isLater).toBe(false);
  });

  it('is left out by the annotation of the object', () => {
    const files = edited(host, [
      virtualService,
      'metadata:\n',
      'metadata:\n  annotations:\n    argocd.argoproj.io/ignore-differences: "jsonPointers: [/spec/http/1/route]"\n',
    ]);
    const argocd = parseArgoCdVersion('3.6')!;
    const { kinds, texts } = toldOf(files, withHeaders(files), { argocd });
    expect(kinds).toEqual(['warning left-out', 'info no-revision']);
    expect(texts[0]).toContain(
      '"/spec/http/1/route" (argocd.argoproj.io/ignore-differences of the object) hides it',
    );
  });

  it('does not scale the Rollout', () => {
    const files = onRollout('/spec/replicas');
    const { kinds, details } = toldOf(files, edited(files, ['rollout.yaml', '  replicas: 4\n', '']));
    expect(kinds).toEqual(['warning left-out', 'info no-revision']);
    expect(details[0]).toMatchObject({
      fields: ['spec.replicas'],
      entries: [{ text: '/spec/replicas', at: 'spec.ignoreDifferences[1].jsonPointers[0]' }],
      enough: [],
    });
  });

  it('does not change how the Rollout is updated', () => {
    const files = onRollout('/spec/strategy');
    expect(
      toldOf(files, edited(files, ['rollout.yaml', 'setWeight: 5\n', 'setWeight: 100\n'])).kinds,
    ).toEqual(['warning left-out', 'info no-revision']);
  });
});

describe('nothing is left out', () => {
  it.each<[string, Files, Files]>([
    ['where the entry names only the weights', host, withHeaders(host)],
    ['where only the weights change, which the controller writes', host, heaviest(host)],
    ['where a broad entry hides only them', broad, heaviest(broad)],
    ['where another change starts the sync', withoutOption(broad), bumped(withHeaders(withoutOption(broad)))],
    [
      'where syncs are started by hand',
      edited(withoutOption(broad), [app, /automated:[^]*selfHeal: true\n/.exec(host[app]!)![0], '{}\n']),
      withHeaders(
        edited(withoutOption(broad), [app, /automated:[^]*selfHeal: true\n/.exec(host[app]!)![0], '{}\n']),
      ),
    ],
    [
      'where an autoscaler owns the replicas',
      { ...onRollout('/spec/replicas'), ...autoscaler },
      {
        ...edited(onRollout('/spec/replicas'), ['rollout.yaml', 'replicas: 4', 'replicas: 6']),
        ...autoscaler,
      },
    ],
    [
      'where the change writes out a default of the API server',
      ignoring(host, precise, '    - kind: Service\n      jsonPointers:\n        - /spec/ports\n'),
      edited(ignoring(host, precise, '    - kind: Service\n      jsonPointers:\n        - /spec/ports\n'), [
        'services.yaml',
        '    - name: http\n',
        '    - name: http\n      protocol: TCP\n',
      ]),
    ],
  ])('%s', (_what, before, after) => {
    const { kinds } = toldOf(before, after);
    expect(kinds).not.toEqual([]);
    expect(kinds).not.toContain('warning left-out');
  });
});
