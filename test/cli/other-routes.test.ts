import { describe, expect, it } from 'vitest';
import { all } from '../play/protect/system.js';
import { run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const object = (apiVersion: string, kind: string, spec: string, namespace = 'shop'): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: front, namespace: ${namespace} }\nspec: ${spec}\n`;

/** The last line of text and the JSON of `impact` for a change of one file beside a Rollout that stays as it is. */
function changed(
  before: string,
  after: string,
  app = all,
): { readonly last: string; readonly unchecked: readonly string[]; readonly title: string } {
  const repository = new Repository({ 'app.yaml': app, 'front.yaml': before });
  repository.write({ 'front.yaml': after });
  const { stdout } = run(repository.folder, 'impact');
  const json = run(repository.folder, 'impact', '--format', 'json').stdout;
  return {
    last: stdout.trimEnd().split('\n').at(-1) ?? '',
    unchecked: (JSON.parse(json) as { readonly unchecked: readonly string[] }).unchecked,
    title: run(repository.folder, 'impact', '--format', 'markdown').stdout.split('\n')[1] ?? '',
  };
}

const ofRollout = (kind: string): string => `what ${kind} "front" does to the requests of Rollout "checkout"`;

describe('a change of an object of a router that is not simulated', () => {
  // Where each of these kinds names Services: the documentation of its API.
  it.each([
    ['Route', 'route.openshift.io/v1', '{ to: { kind: Service, name: checkout-stable, weight: 100 } }'],
    [
      'IngressRoute',
      'traefik.io/v1alpha1',
      '{ routes: [{ services: [{ name: checkout-stable, port: 80 }] }] }',
    ],
    [
      'HTTPProxy',
      'projectcontour.io/v1',
      '{ routes: [{ services: [{ name: checkout-stable, port: 80 }] }] }',
    ],
    ['ApisixRoute', 'apisix.apache.org/v2', '{ http: [{ backends: [{ serviceName: checkout-stable }] }] }'],
    [
      'Mapping',
      'getambassador.io/v3alpha1',
      '{ hostname: shop, prefix: /, service: "checkout-stable.shop:80" }',
    ],
  ])('is not checked: %s', (kind, apiVersion, spec) => {
    const before = object(apiVersion, kind, spec);
    const after = object(apiVersion, kind, spec.replaceAll('checkout-stable', 'elsewhere'));
    const { last, unchecked, title } = changed(before, after);
    expect(last).toMatch(/^! 0 Rollouts touched, 1 untouched, .*; not checked: what /);
    expect(unchecked).toEqual([ofRollout(kind)]);
    expect(title).not.toContain('✅');
  });

  it('is not checked if the configuration of a plugin names the object', () => {
    const plugin = all.replace(
      '{ nginx: { stableIngress: checkout } }',
      '{ plugins: { argoproj-labs/openshift: { routes: [front] } } }',
    );
    expect(plugin).not.toBe(all);
    const [before, after] = ['edge', 'passthrough'].map((termination) =>
      object('route.openshift.io/v1', 'Route', `{ tls: { termination: ${termination} } }`),
    ) as [string, string];
    expect(changed(before, after, plugin).unchecked).toEqual([ofRollout('Route')]);
    // Nothing ties it to a Rollout that has another router.
    expect(changed(before, after).unchecked).toEqual([]);
  });

  it('is nothing where the object stays as it is, is in another namespace, or leads elsewhere', () => {
    const to = '{ to: { kind: Service, name: checkout-stable } }';
    const route = object('route.openshift.io/v1', 'Route', to);
    expect(changed(route, `# a comment\n${route}`).unchecked).toEqual([]);
    const elsewhere = object('route.openshift.io/v1', 'Route', to, 'other');
    expect(changed(elsewhere, elsewhere.replace('checkout-stable', 'web')).unchecked).toEqual([]);
    const another = object('route.openshift.io/v1', 'Route', '{ to: { kind: Service, name: web } }');
    expect(changed(another, another.replace('name: web', 'name: api')).unchecked).toEqual([]);
    // A label is not a Service.
    const monitor = object('example.com/v1', 'Watch', '{ selector: { app: checkout-stable }, level: 1 }');
    expect(changed(monitor, monitor.replace('level: 1', 'level: 2')).unchecked).toEqual([]);
  });
});
