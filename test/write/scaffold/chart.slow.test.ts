import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { loadAll } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { newService } from '../../../src/write/scaffold/new-service.js';
import type { NewService } from '../../../src/write/scaffold/service.js';
import { folderOf, run } from '../../support/command.js';
import { project } from '../../support/new-services.js';
import { programCalled } from '../../support/programs.js';

const helm = programCalled('helm');

interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** Renders the chart of a service for a release. */
function rendered(asked: Partial<NewService>, release: string, ...args: string[]): readonly Rendered[] {
  const service: NewService = {
    name: 'web',
    router: 'istio-host',
    strategy: 'canary',
    image: 'ghcr.io/acme/web:1',
    port: 8080,
    namespace: 'shop',
    hosts: [],
    ...asked,
  };
  const { files } = newService(service, { style: 'helm', project, version: '1.0.0' });
  const folder = folderOf(Object.fromEntries(files.map((file) => [file.path, file.text])));
  const text = execFileSync(
    helm ?? '',
    ['template', release, path.join(folder, service.name), '--namespace', 'shop', ...args],
    { encoding: 'utf8' },
  );
  return loadAll(text) as readonly Rendered[];
}

describe.runIf(helm)('a chart', { timeout: 60_000 }, () => {
  it.each(['istio-subset', 'istio-host', 'alb', 'nginx', 'gateway', 'none'] as const)(
    'can be installed twice in a namespace: no object of two releases has the same name, or selects the same pods, %s',
    (router) => {
      const asked = {
        router,
        hosts: ['web.example.com'],
        gateway: 'infra/public',
        ...(router === 'none' ? {} : { header: { name: 'x-beta', value: 'true' } }),
        analysis: { provider: 'job', url: 'http://web.example.com' },
      } as const;
      const [one, other] = ['blue', 'green'].map((release) => rendered(asked, release));
      const names = (all: readonly Rendered[] | undefined) =>
        all?.map(({ kind, metadata }) => `${kind} ${metadata.name}`) ?? [];
      expect(one?.length).toBeGreaterThan(5);
      expect(names(one).filter((name) => names(other).includes(name))).toEqual([]);
      // Whatever names an object of the release names one that exists; another release's is not among them.
      expect(JSON.stringify(one)).not.toContain('green');
      // The header route is a name within an object; all others begin with the release.
      const text = JSON.stringify(one).replaceAll(
        /blue-web|web-header|web-0\.1\.0|"web"|web:1|web\.example/g,
        '',
      );
      expect([...text.matchAll(/.{20}\bweb\b.{20}/g)].map(String)).toEqual([]);
      const folder = folderOf({
        'all.yaml': one?.map((object) => JSON.stringify(object)).join('\n---\n') ?? '',
      });
      expect(
        JSON.parse(run(folder, 'lint', '--format', 'json', '--assume', 'Gateway/infra/public').stdout),
      ).toMatchObject({
        findings: [],
      });
    },
  );

  it('has a release named like it for its name, and cuts a long one where a Service would not take it', () => {
    const service = (release: string) =>
      rendered({}, release).flatMap(({ kind, metadata }) => (kind === 'Service' ? [metadata.name] : []));
    expect(service('web')).toContain('web-canary');
    expect(service('web-eu')).toContain('web-eu-canary');
    const long = service(`web${'x'.repeat(50)}`);
    expect(long.every((name) => name.length <= 63)).toBe(true);
    const longer = rendered({ name: 'w'.repeat(53) }, 'r'.repeat(53));
    for (const { metadata, kind } of longer)
      if (kind === 'Service') expect(metadata.name.length).toBeLessThanOrEqual(63);
  });

  it('has labels of its release; pods have none that change with the version of the chart', () => {
    for (const { kind, metadata, spec } of rendered({}, 'blue')) {
      expect(metadata.labels).toEqual({
        'helm.sh/chart': 'web-0.1.0',
        'app.kubernetes.io/managed-by': 'Helm',
        'app.kubernetes.io/name': 'web',
        'app.kubernetes.io/instance': 'blue',
        'app.kubernetes.io/part-of': 'shop',
      });
      if (kind !== 'Rollout') continue;
      const { metadata: pods } = spec?.['template'] as Rendered;
      expect(Object.keys(pods.labels)).toEqual([
        'app',
        'app.kubernetes.io/name',
        'app.kubernetes.io/instance',
        'app.kubernetes.io/part-of',
      ]);
    }
  });

  it('takes environment, probes, port, pull policy and annotations of pods from its values', () => {
    const values = [
      'port=9090',
      'image.pullPolicy=Always',
      'env[0].name=LOG_LEVEL,env[0].value=debug',
      'podAnnotations.example\\.com/owner=shop',
      'probes.readiness.periodSeconds=3',
      'probes.path=/ready',
    ];
    const all = rendered({ healthPath: '/healthz' }, 'web', '--set', values.join(','));
    const rollout = all.find(({ kind }) => kind === 'Rollout')?.spec as {
      readonly template: {
        readonly metadata: { readonly annotations: object };
        readonly spec: { readonly containers: readonly object[] };
      };
    };
    expect(rollout.template.metadata.annotations).toEqual({ 'example.com/owner': 'shop' });
    expect(rollout.template.spec.containers[0]).toMatchObject({
      imagePullPolicy: 'Always',
      ports: [{ name: 'http', containerPort: 9090 }],
      env: [{ name: 'LOG_LEVEL', value: 'debug' }],
      readinessProbe: { httpGet: { path: '/ready', port: 'http' }, periodSeconds: 3, failureThreshold: 2 },
      livenessProbe: { tcpSocket: { port: 9090 }, periodSeconds: 10 },
    });
  });

  it.each([
    'port=none',
    'image.pullPolicy=Sometimes',
    'env[0].value=x',
    'podAnnotations.a=1',
    'probes.ready.x=1',
  ])('refuses values that cannot be meant: %s', (value) => {
    expect(() => rendered({}, 'web', '--set', value)).toThrow(/values don't meet the specifications/);
  });
});
