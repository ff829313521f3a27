import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { routers } from '../../src/cli/new-options.js';
import { driftOf } from '../../src/play/drift/drift.js';
import type { Graph } from '../../src/repository/graph/graph.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { lint } from '../../src/lint/lint.js';
import type { Source } from '../../src/model/source.js';
import { applicationConclusions, driftConclusions } from '../../src/report/drift-conclusions.js';
import { isWrong, simulationConclusions } from '../../src/report/simulation-conclusions.js';
import { rules } from '../../src/rules/index.js';
import { newService } from '../../src/write/scaffold/new-service.js';
import type { NewService } from '../../src/write/scaffold/service.js';
import { simulate } from '../../src/play/simulate/simulate.js';
import { example, type Files, impactsOf } from '../play/impact/stories.js';

const project = { isModule: true, usesJest: false, has: undefined };

/** What `new` writes: healthy by its own checks. */
function written(service: Partial<NewService> & Pick<NewService, 'router' | 'strategy'>): Files {
  const isRouted = service.router !== 'none';
  const { files } = newService(
    {
      ...{ name: 'web', image: 'ghcr.io/acme/web:1', port: 8080, namespace: 'shop', hasNetworkPolicy: true },
      hosts: isRouted ? ['web.example.com'] : [],
      ...(service.router === 'gateway' && { gateway: 'infra/public' }),
      argocd: { repository: 'https://git.example.com/shop.git', path: 'web' },
      ...service,
    },
    { style: 'yaml', project, version: '1.0.0' },
  );
  return Object.fromEntries(
    files.flatMap(({ path: name, text }) => (/\.ya?ml$/.test(name) ? [[name, text]] : [])),
  );
}

const healthy: Readonly<Record<string, Files>> = Object.fromEntries([
  ...routers.map((router) => [`new --router ${router}`, written({ router, strategy: 'canary' })] as const),
  ...(['istio-host', 'alb', 'gateway'] as const).map(
    (router) =>
      [
        `new --router ${router} with a header route and an analysis`,
        written({
          ...{ router, strategy: 'canary', header: { name: 'x-beta', value: 'true' } },
          analysis: { provider: 'prometheus' },
        }),
      ] as const,
  ),
  ['new --strategy blue-green', written({ router: 'none', strategy: 'blue-green' })],
  ...readdirSync(path.join(__dirname, '../../examples')).flatMap((name) =>
    readdirSync(path.join(__dirname, '../../examples', name)).includes('corrected')
      ? [[`examples/${name}/corrected`, example(`${name}/corrected`)] as const]
      : [],
  ),
]);

const sourcesOf = (files: Files): readonly Source[] =>
  Object.entries(files).map(([name, text]) => ({ path: `/repository/${name}`, name, read: () => text }));

/** Everything louder than information that simulate and drift say, in text and on the page. */
function loud(graph: Graph): readonly string[] {
  return graph.rollouts.flatMap((rollout) => {
    const trace = simulate(graph, rollout);
    const drifts = driftOf(graph, [rollout]).drifts;
    const conclusions = [
      ...simulationConclusions(trace),
      ...drifts.flatMap((drift) => [...driftConclusions(drift), ...applicationConclusions(drift)]),
    ];
    return [
      ...conclusions.flatMap(({ level, text }) => (level === 'info' ? [] : [`${level}: ${text}`])),
      ...trace.frames.filter(isWrong).map(({ id }) => `${id} is marked as wrong`),
    ];
  });
}

/** The same with an image of another tag everywhere. */
const bumped = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name,
      text.replaceAll(/(image: *["']?[^\s"'@]*?:)[\w.-]+/g, '$1next'),
    ]),
  );

/** What impact says louder than information. */
const warnings = (before: Files, after: Files): readonly string[] =>
  impactsOf(before, after).flatMap(({ effects }) =>
    effects.flatMap(({ severity, detail }) => (severity === 'info' ? [] : [`${severity} ${detail.kind}`])),
  );

describe('nothing is louder than information where all is well', () => {
  it.each(Object.entries(healthy))(
    '%s',
    (_, files) => {
      const sources = sourcesOf(files);
      const { findings } = lint(sources, rules);
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(loud(readGraph(sources).graph)).toEqual([]);
      const after = bumped(files);
      expect(impactsOf(files, after).length).toBeGreaterThan(0);
      expect(warnings(files, after)).toEqual([]);
    },
    120_000,
  );
});

describe('what these manifests or this change bring is still loud', () => {
  const host = healthy['examples/istio-host/corrected']!;
  const changed = (from: RegExp, to: string, files = host): Files => {
    const all = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, text.replace(from, to)]),
    );
    expect(all).not.toEqual(files);
    return all;
  };

  it('steps that change under an update start it over', () => {
    expect(warnings(host, changed(/setWeight: 50/, 'setWeight: 40'))).toContain('warning starts-over');
  });

  it('a sync of any commit that writes weights back is a warning', () => {
    const files = changed(/^ *- ApplyOutOfSyncOnly=true\n/m, '');
    expect(loud(readGraph(sourcesOf(files)).graph).join('\n')).toMatch(
      /warning: .*A sync of any commit writes/,
    );
  });

  it('fields that are not ignored are errors', () => {
    const files = changed(/^ *- \.spec\.http.*\n/m, '');
    expect(loud(readGraph(sourcesOf(files)).graph).join('\n')).toMatch(/error: /);
  });

  it('a Service that never settles, because aborted pods are kept for good, is a warning', () => {
    const files = changed(
      /^( *)canaryService: .*\n/m,
      '$&$1abortScaleDownDelaySeconds: 0\n',
      written({ router: 'istio-host', strategy: 'canary' }),
    );
    const withPods = changed(/steps:\n/, 'steps:\n        - setCanaryScale: {replicas: 1}\n', files);
    expect(loud(readGraph(sourcesOf(withPods)).graph).join('\n')).toMatch(/warning: .*does not settle/);
  });
});
