import { describe, expect, it } from 'vitest';
import { parseArgoCdVersion } from '../../../src/argocd/version.js';
import { type Drift, driftOf } from '../../../src/play/drift/drift.js';
import { isWrong } from '../../../src/play/drift/judged.js';
import { patchOf } from '../../../src/play/drift/patch.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';
import { application, blueGreen, istio } from './manifests.js';

function driftIn(text: string, argocd?: string): Drift {
  const files = [textSource('/shop/all.yaml', text)];
  const { graph } = readGraph(files);
  const version = argocd === undefined ? undefined : parseArgoCdVersion(argocd);
  const { drifts } = driftOf(graph, graph.rollouts, version ? { argocd: version } : {});
  const [drift, another] = drifts;
  if (!drift || another) throw new Error('A test compares one Application.');
  return drift;
}

/** What is said of the Application in the frames of the main line. */
function statuses({ frames }: Drift): Readonly<Record<string, string>> {
  return Object.fromEntries(
    frames.filter(({ frame }) => frame.from === undefined).map(({ frame, status }) => [frame.id, status]),
  );
}

function expressions(drift: Drift): readonly string[] {
  return drift.entries.flatMap(({ entry }) => [
    ...(entry.jsonPointers ?? []),
    ...(entry.jqPathExpressions ?? []),
  ]);
}

function syncs({ syncs: all }: Drift): readonly string[] {
  return all.map(
    ({ key, fields, outcome, isImmediate, triggers, frames }) =>
      `${frames.map(({ id }) => id).join(' ')}: ${triggers.join(' ')}: ${key.split('/').slice(-1).join('')} ${fields.map(({ where }) => where).join(' ')}: ${outcome}${isImmediate ? ' at once' : ''}`,
  );
}

describe('weights and a header route of a VirtualService', () => {
  it('differ from the first weight to the end of the update, and not at rest', () => {
    expect(statuses(driftIn(application() + istio()))).toEqual({
      installed: 'synced',
      started: 'synced',
      'step-0': 'out-of-sync',
      'step-1': 'out-of-sync',
      'step-2-scaling': 'out-of-sync',
      'step-2': 'out-of-sync',
      'step-3': 'out-of-sync',
      'last-scaling': 'out-of-sync',
      'at-scale': 'out-of-sync',
      promoted: 'synced',
      'scaled-down': 'synced',
    });
  });

  it.each([
    // Nobody writes by the first name, so nothing is ignored; what the second has written is, and it owns lists as a whole.
    ['argo-rollouts', 'out-of-sync'],
    ['rollouts-controller', 'synced'],
  ])('with managedFieldsManagers: [%s] are %s', (manager, status) => {
    const entry = `ignoreDifferences:
  - group: networking.istio.io
    kind: VirtualService
    managedFieldsManagers: [${manager}]`;
    expect(statuses(driftIn(application(entry) + istio()))).toMatchObject({ 'step-1': status });
  });

  it('are ignored by weight and by name', () => {
    expect(expressions(driftIn(application() + istio()))).toEqual([
      '.spec.http[]?.route[]?.weight',
      '.spec.http[]? | select(.name == "beta")',
    ]);
  });

  it('are ignored in their route alone where others have weights', () => {
    const other = `    - name: other
      route:
        - destination:
            host: a
          weight: 60
        - destination:
            host: b
          weight: 40
`;
    expect(expressions(driftIn(application() + istio(other)))).toEqual([
      '.spec.http[]? | select(.name == "primary") | .route[]?.weight',
      '.spec.http[]? | select(.name == "beta")',
    ]);
  });

  it('are ignored by host beside a destination that stays as it is', () => {
    const third = `        - destination:
            host: legacy
          weight: 0
`;
    expect(expressions(driftIn(application() + istio(third)))).toEqual([
      '.spec.http[]?.route[]? | select(.destination.host == "web-stable") | .weight',
      '.spec.http[]?.route[]? | select(.destination.host == "web-canary") | .weight',
      '.spec.http[]? | select(.name == "beta")',
    ]);
  });

  it('come back after self-heal, but for the header route: the controller writes that in its own step', () => {
    const healing = application('syncPolicy:\n  automated:\n    selfHeal: true');
    const all = syncs(driftIn(healing + istio()));
    expect(all).toContain(
      'step-1 step-2-scaling step-2 step-3: sync self-heal: web spec.http[beta]: lost at once',
    );
    expect(all.find((text) => text.includes('.weight'))).toMatch(/^step-0 .* back at once$/);
  });

  it('are out of reach of a sync that writes only what differs, once they are ignored', () => {
    const covered = application(`syncPolicy:
  syncOptions:
    - ApplyOutOfSyncOnly=true
ignoreDifferences:
  - group: networking.istio.io
    kind: VirtualService
    name: web
    jqPathExpressions:
      - .spec.http[]?.route[]?.weight
      - .spec.http[]? | select(.name == "beta")`);
    const drift = driftIn(covered + istio());
    expect(new Set(Object.values(statuses(drift)))).toEqual(new Set(['synced']));
    expect(patchOf(drift)).toBeUndefined();
    expect(drift.syncs.flatMap(({ triggers }) => triggers)).not.toContain('sync');
  });
});

describe('RespectIgnoreDifferences', () => {
  const respecting = application(`syncPolicy:
  syncOptions:
    - RespectIgnoreDifferences=true
ignoreDifferences:
  - group: networking.istio.io
    kind: VirtualService
    name: web
    jqPathExpressions:
      - .spec.http[]?.route[]?.weight`);

  it('keeps changes of a list in Git from being deployed, once something in it is ignored', () => {
    const { frozen } = driftIn(respecting + istio());
    expect(frozen.map(({ subject, where }) => `${subject.git.kind} ${where}`)).toEqual([
      'VirtualService spec.http',
    ]);
    expect(frozen[0]?.fields).toContain('spec.http[primary].timeout');
  });

  // Upstream normalises the target with the live object before it applies it, so no sync brings another image.
  it.each([
    ['/spec/template', true],
    ['/spec/template/spec/containers/0/image', true],
    ['/spec/template/metadata/annotations', false],
  ])('is a fault where it keeps new versions from being deployed: %s', (pointer, expected) => {
    const ignoring = application(
      `syncPolicy:\n  syncOptions: [RespectIgnoreDifferences=true]\nignoreDifferences:\n  - group: argoproj.io\n    kind: Rollout\n    jsonPointers: [${pointer}]`,
    );
    expect(isWrong(driftIn(ignoring + blueGreen))).toBe(expected);
  });

  it('is what an entry asks for where it names the fields themselves: told, and no fault', () => {
    const naming = application(
      `syncPolicy:\n  syncOptions: [RespectIgnoreDifferences=true]\nignoreDifferences:\n  - group: argoproj.io\n    kind: Rollout\n    jsonPointers: [/spec/replicas, /spec/template/metadata/annotations]`,
    );
    const drift = driftIn(naming + blueGreen);
    expect(drift.frozen.map(({ where, fields, isMeant }) => [where, fields, isMeant])).toEqual([
      ['spec.replicas', ['spec.replicas'], true],
      ['spec.template.metadata.annotations', ['spec.template.metadata.annotations'], true],
    ]);
    expect(isWrong(drift)).toBe(false);

    // An autoscaler has them: nobody wants them from Git.
    const scaler =
      '---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web, namespace: shop}\nspec: {maxReplicas: 9, scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: web}}\n';
    expect(driftIn(naming + blueGreen + scaler).frozen.map(({ where }) => where)).toEqual([
      'spec.template.metadata.annotations',
    ]);
  });

  it('is nothing that a manager has not written', () => {
    const trusting = application(
      'syncPolicy:\n  syncOptions: [RespectIgnoreDifferences=true, ServerSideApply=true]\nignoreDifferences:\n  - kind: Service\n    managedFieldsManagers: [rollouts-controller]',
    );
    // A server-side apply takes the selector as one; ports and all else are applied as Git has them.
    expect(driftIn(trusting + blueGreen).frozen.map(({ where }) => where)).toEqual([
      'spec.selector.app',
      'spec.selector.app',
    ]);
  });

  it('are looked for in pods with resources, too, where most other texts are no quantities', () => {
    const pods = istio().replace(
      '          image: web:1\n',
      '          image: web:1\n          resources:\n            limits:\n              cpu: 1500m\n',
    );
    expect(pods).toContain('cpu: 1500m');
    expect(driftIn(respecting + pods).frozen.map(({ where }) => where)).toEqual(
      driftIn(respecting + istio()).frozen.map(({ where }) => where),
    );
  });
});

describe('a blue-green Rollout with server-side apply', () => {
  const serverSide = application('syncPolicy:\n  syncOptions:\n    - ServerSideApply=true');

  it('differs even at rest: a selector is one value', () => {
    const drift = driftIn(serverSide + blueGreen);
    expect(statuses(drift)).toMatchObject({ installed: 'out-of-sync', 'scaled-down': 'out-of-sync' });
    expect(expressions(drift)).toEqual([
      '/spec/selector/rollouts-pod-template-hash',
      '/spec/selector/rollouts-pod-template-hash',
    ]);
  });

  it('is promoted by a sync, as soon as something wakes the controller', () => {
    expect(syncs(driftIn(serverSide + blueGreen))).toContain(
      'started preview: sync: web-active spec.selector.rollouts-pod-template-hash: promoted',
    );
  });

  it('wants the selectors respected', () => {
    expect(patchOf(driftIn(serverSide + blueGreen))?.spec.syncPolicy).toEqual({
      syncOptions: ['ApplyOutOfSyncOnly=true', 'RespectIgnoreDifferences=true'],
    });
  });
});

describe('entries that do harm', () => {
  const ignoring = (expression: string): string =>
    application(`ignoreDifferences:
  - group: networking.istio.io
    kind: VirtualService
    jqPathExpressions:
      - '${expression}'`);

  it('select(.spec.http[0].name == "beta") | .spec.hosts is one-sided, and taken out', () => {
    const drift = driftIn(ignoring('select(.spec.http[0].name == "beta") | .spec.hosts') + istio());
    expect(drift.faults.map(({ kind, instead }) => [kind, instead])).toEqual([['one-sided', undefined]]);
    expect(statuses(drift)['step-3']).toBe('out-of-sync');
    expect(expressions(drift)).toEqual([
      '.spec.http[]?.route[]?.weight',
      '.spec.http[]? | select(.name == "beta")',
    ]);
  });

  it('.spec.http[*].route[*].weight is broken, and written as it was meant', () => {
    const drift = driftIn(ignoring('.spec.http[*].route[*].weight') + istio());
    expect(drift.faults.map(({ kind, instead }) => [kind, instead?.text])).toEqual([
      ['broken', '.spec.http[].route[].weight'],
    ]);
    expect(statuses(drift)['step-3']).toBe('unknown');
    expect(expressions(drift)).toEqual(['.spec.http[]? | select(.name == "beta")']);
  });

  it('are those that fail on a route without destinations', () => {
    const redirect = '    - name: old\n      redirect:\n        uri: /\n';
    const { faults } = driftIn(ignoring('.spec.http[].route[].weight') + istio(redirect));
    expect(faults.map(({ kind, instead }) => [kind, instead?.text])).toEqual([
      ['failing', '.spec.http[]?.route[]?.weight'],
    ]);
  });
});

describe('entries that lead to more than the controller writes', () => {
  const ignoring = (field: string, ...texts: readonly string[]): string =>
    application(`ignoreDifferences:
  - group: networking.istio.io
    kind: VirtualService
    ${field}:
${texts.map((text) => `      - '${text}'`).join('\n')}`);
  const hidden = (text: string): readonly (readonly [string, readonly string[]])[] =>
    driftIn(text).hidden.map(({ expression, fields }) => [expression.text, fields] as const);

  it('hide what only Git writes', () => {
    expect(hidden(ignoring('jsonPointers', '/spec/http') + istio())).toEqual([
      [
        '/spec/http',
        [
          'spec.http[primary].name',
          'spec.http[primary].timeout',
          'spec.http[primary].route[0].destination.host',
          'spec.http[primary].route[1].destination.host',
        ],
      ],
    ]);
  });

  it('hide the weights of other routes', () => {
    const other =
      '    - name: other\n      route:\n        - destination:\n            host: a\n          weight: 60\n';
    expect(hidden(ignoring('jqPathExpressions', '.spec.http[]?.route[]?.weight') + istio(other))).toEqual([
      ['.spec.http[]?.route[]?.weight', ['spec.http[other].route[0].weight']],
    ]);
  });

  it('are not those that lead to just that, or to something else', () => {
    const texts = ['.spec.http[]?.route[]?.weight', '.spec.http[]? | select(.name == "beta")', '.spec.hosts'];
    expect(hidden(ignoring('jqPathExpressions', ...texts) + istio())).toEqual([]);
  });
});

it('is Unknown with all Rollouts of an Application where the comparison of one object fails', () => {
  const emptying = application(`ignoreDifferences:
  - group: networking.istio.io
    kind: VirtualService
    name: other
    jqPathExpressions:
      - .`);
  const other = istio()
    .replaceAll('name: web', 'name: other')
    .replaceAll('host: web', 'host: other')
    .replaceAll('Service: web', 'Service: other');
  const files = [textSource('/shop/all.yaml', emptying + istio() + other)];
  const { graph } = readGraph(files);
  const { drifts } = driftOf(graph, graph.rollouts);
  expect(drifts.map(({ trace }) => trace.rollout.name)).toEqual(['web', 'other']);
  for (const { frames, syncs: all } of drifts) {
    expect(new Set(frames.map(({ status }) => status))).toEqual(new Set(['unknown']));
    expect(all).toEqual([]);
  }
  expect(drifts[0]?.notes.join(' ')).toContain('the objects of Rollout "other"');
});

describe('what stays different for ever', () => {
  const lasting = (text: string): readonly string[] =>
    driftIn(text).lasting.map(({ subject, kind, paths }) =>
      [subject.git.metadata.name, kind, ...paths.map((path) => path.join('.'))].join(' '),
    );
  const compared = application().replace(
    '  name: shop\n',
    '  name: shop\n  annotations:\n    argocd.argoproj.io/compare-options: ServerSideDiff=true\n',
  );

  it('is what a client-side apply keeps and a server-side diff counts', () => {
    expect(lasting(compared + istio())).toEqual([
      'web-stable unsettled spec.selector.rollouts-pod-template-hash',
      'web-canary unsettled spec.selector.rollouts-pod-template-hash',
    ]);
  });

  it('is a weight of Git that the controller changes at rest', () => {
    const resting = istio().replace('weight: 100', 'weight: 95').replace('weight: 0', 'weight: 5');
    expect(lasting(application() + resting)).toEqual([
      'web at-rest spec.http.0.route.0.weight spec.http.0.route.1.weight',
    ]);
  });

  it('is nothing where only the update makes a difference', () => {
    expect(lasting(application() + istio())).toEqual([]);
  });
});

describe('an AnalysisTemplate', () => {
  const analyzed = (provider: string): string =>
    `${istio().replace('- setWeight: 10\n', '- analysis:\n            templates:\n              - templateName: rate\n        - setWeight: 10\n')}---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: rate
  namespace: shop
spec:
  metrics:
    - name: rate
      provider:
        ${provider}
`;
  const whole = '{ datadog: { apiVersion: v1, interval: 5m, query: errors } }';
  const lacking = '{ datadog: { query: errors } }';
  const serverSide = application('syncPolicy:\n  syncOptions:\n    - ServerSideApply=true');
  const compared = application().replace(
    '  name: shop\n',
    '  name: shop\n  annotations:\n    argocd.argoproj.io/compare-options: ServerSideDiff=true\n',
  );
  const saidOf = (text: string): readonly string[] => {
    const found = driftIn(text).objects.find(({ subject }) => subject.git.kind === 'AnalysisTemplate');
    return [...new Set([...(found?.verdicts.values() ?? [])].map(({ status }) => status))];
  };

  it.each([
    ['three-way', application()],
    ['server-side', compared],
  ])('is compared %s by what Git has', (_, text) => {
    expect(saidOf(text + analyzed(whole))).toEqual(['synced']);
    expect(saidOf(text + analyzed(lacking))).toEqual(['synced']);
  });

  // https://github.com/argoproj/argo-cd/issues/22151
  it('is different by structured merge where the API server fills something in', () => {
    expect(saidOf(serverSide + analyzed(whole))).toEqual(['synced']);
    expect(saidOf(serverSide + analyzed(lacking))).toEqual(['out-of-sync']);
  });
});

describe('argocd-cm among the files', () => {
  const settings = (value: string): string => `---
apiVersion: v1
kind: ConfigMap
metadata:
  name: argocd-cm
  namespace: argocd
data:
  resource.customizations.ignoreDifferences.networking.istio.io_VirtualService: |
    jqPathExpressions:
      - '${value}'
`;

  it('ignores for all Applications', () => {
    const drift = driftIn(application() + settings('.spec.http') + istio());
    expect(new Set(Object.values(statuses(drift)))).toEqual(new Set(['synced']));
  });

  it('makes them Unknown with an expression that does not compile', () => {
    const drift = driftIn(application() + settings('.spec.http[*]') + istio());
    expect(new Set(Object.values(statuses(drift)))).toEqual(new Set(['unknown']));
  });
});

describe('an overlay that renames', () => {
  const overlay = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: staging
namePrefix: stg-
resources:
  - ../../base
`;
  const driftOfOverlay = (entries: string): Drift => {
    const files = [
      textSource('/shop/base/all.yaml', istio()),
      textSource(
        '/shop/base/kustomization.yaml',
        'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n  - all.yaml\n',
      ),
      textSource('/shop/overlays/staging/kustomization.yaml', overlay),
      textSource('/shop/argocd/app.yaml', application(`source:\n  path: overlays/staging\n${entries}`)),
    ];
    const { graph } = readGraph(files);
    const [drift, another] = driftOf(graph, graph.rollouts).drifts;
    if (!drift || another) throw new Error('A test compares one Application.');
    return drift;
  };
  const entryFor = (name: string, namespace: string) => `ignoreDifferences:
  - group: networking.istio.io
    kind: VirtualService
    name: ${name}
    namespace: ${namespace}
    jqPathExpressions:
      - .spec.http[]?.route[]?.weight
      - .spec.http[]? | select(.name == "beta")`;

  it('is compared by the names that it gives', () => {
    const drift = driftOfOverlay(entryFor('stg-web', 'staging'));
    expect(new Set(Object.values(statuses(drift)))).toEqual(new Set(['synced']));
    expect(drift.entries).toEqual([]);
  });

  it('needs entries with the names that it gives, not with those of the files', () => {
    const drift = driftOfOverlay(entryFor('web', 'shop'));
    expect(statuses(drift)).toMatchObject({ 'step-2': 'out-of-sync', promoted: 'synced' });
    expect(patchOf(drift)?.spec.ignoreDifferences).toMatchObject([
      { kind: 'VirtualService', name: 'stg-web' },
    ]);
  });
});
