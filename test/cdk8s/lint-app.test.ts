import { ApiObject, App, Chart, JsonPatch, Yaml } from 'cdk8s';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintApp as lint } from '../../src/cdk8s/lint-app.js';
import type { LintAppOptions } from '../../src/cdk8s/index.js';
import { addChecks } from '../../src/constructs/checks.js';
import { CanaryRollout, IstioTraffic } from '../../src/constructs/index.js';
import { folderOf } from '../support/command.js';

const lintApp = (app: App, options: LintAppOptions = {}) => lint(app, options);

function shop(): { readonly app: App; readonly checkout: CanaryRollout } {
  const app = new App();
  const chart = new Chart(app, 'shop', { namespace: 'shop' });
  const checkout = new CanaryRollout(chart, 'checkout', {
    pod: { image: 'checkout:1', port: 8080, readinessProbe: { tcpSocket: { port: 8080 } } },
    traffic: IstioTraffic.subsets(),
    steps: [{ setWeight: 20 }, { pause: {} }],
  });
  return { app, checkout };
}

/** Where a text stands in the only file of an app. */
function lineOf(app: App, words: string): number {
  const objects = app.node.findAll().filter((construct) => ApiObject.isApiObject(construct));
  const lines = Yaml.stringify(...objects.map((object) => object.toJson() as unknown)).split('\n');
  return lines.findIndex((line) => line.includes(words)) + 1;
}

describe('lintApp', () => {
  it('finds nothing in an app that is right', () => {
    expect(lintApp(shop().app)).toEqual([]);
  });

  it('names the constructs that take part in a finding', () => {
    const { app, checkout } = shop();
    checkout.virtualService?.addJsonPatch(JsonPatch.replace('/spec/http/0/name', 'renamed'));

    expect(lintApp(app, { only: ['istio/route-exists'] })).toEqual([
      {
        rule: 'istio/route-exists',
        severity: 'error',
        message:
          'Route "primary" is not in VirtualService "checkout", which only has "renamed"; use one of its routes.',
        messageId: 'http',
        data: { route: 'primary', virtualService: 'checkout', known: '"renamed"' },
        consequence: 'invalid-spec',
        why: 'The Rollout is InvalidSpec and updates no longer progress; Argo CD shows it as Degraded.',
        construct: 'shop/checkout/Resource',
        manifest: 'dist/shop.k8s.yaml',
        line: lineOf(app, '- primary'),
        resource: 'Rollout/checkout',
        path: 'spec.strategy.canary.trafficRouting.istio.virtualService.routes[0]',
        related: [
          {
            construct: 'shop/checkout/VirtualService',
            manifest: 'dist/shop.k8s.yaml',
            line: lineOf(app, ' http:'),
            message: 'the routes are here',
          },
        ],
      },
    ]);
  });

  it('lints all charts together', () => {
    const app = new App();
    const services = new Chart(app, 'services');
    new ApiObject(services, 'stable', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'stable' },
      spec: { selector: { app: 'checkout' }, ports: [{ port: 80 }] },
    });
    new ApiObject(new Chart(app, 'rollouts'), 'checkout', {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Rollout',
      metadata: { name: 'checkout' },
      spec: { strategy: { canary: { stableService: 'stable', canaryService: 'canary' } } },
    });

    expect(
      lintApp(app, { only: ['rollout/services-exist'] }).map(({ construct, manifest, path }) => [
        construct,
        manifest,
        path,
      ]),
    ).toEqual([['rollouts/checkout', 'dist/rollouts.k8s.yaml', 'spec.strategy.canary.canaryService']]);
  });

  it('sees what is written by hand, and says in which file', () => {
    const folder = folderOf({
      'service.yaml': 'apiVersion: v1\nkind: Service\nspec:\n  prots: []\nmetadata:\n  name: by-hand\n',
    });

    const findings = lintApp(shop().app, { also: [folder] });
    expect(findings).toMatchObject([{ rule: 'schema/fields-known', construct: undefined, line: 4 }]);
    // As it is written from here, which depends on where here is.
    expect(path.resolve(findings[0]?.manifest ?? '')).toBe(path.join(folder, 'service.yaml'));
  });

  it('tells what it did not read of other files, beside what is wrong with the rest', () => {
    const files = {
      'service.yaml': 'apiVersion: v1\nkind: Service\nspec:\n  prots: []\nmetadata:\n  name: by-hand\n',
      'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
      'chart/templates/service.yaml':
        'apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ .Release.Name }}\n',
    };
    const folder = folderOf(files);
    const found = lintApp(shop().app, { also: [folder] });
    expect(found).toMatchObject([
      { rule: 'schema/fields-known', severity: 'error' },
      { rule: 'rolloutkit/checked', severity: 'info', construct: undefined, line: 1 },
    ]);
    expect(found[1]!.message).toContain('1 file is an unrendered template and was skipped.');
    expect(lintApp(shop().app, { also: [path.join(folder, 'service.yaml')] })).toHaveLength(1);
  });

  it('takes the same choice of rules as the plugin', () => {
    const { app, checkout } = shop();
    checkout.rollout.addJsonPatch(JsonPatch.add('/spec/strategy/canary/maxsurge', 1));

    expect(lintApp(app, { skip: ['schema'] })).toEqual([]);
    expect(lintApp(app, { rules: { schema: 'info' } }).map(({ severity }) => severity)).toEqual(['info']);
    expect(() => lintApp(app, { failOn: 'never' } as LintAppOptions)).toThrow(
      'Unknown property "failOn". The properties are also, only, skip, rules.',
    );
  });

  it('leaves out what a construct is told to suppress', () => {
    const rollout = (suppressed: Readonly<Record<string, string>>) => {
      const { app, checkout } = shop();
      addChecks(checkout, suppressed);
      checkout.rollout.addJsonPatch(JsonPatch.add('/spec/strategy/canary/maxSurge', '1'));
      return lintApp(app).map(({ rule }) => rule);
    };

    expect(rollout({})).toEqual(['steps/surge-unquoted']);
    expect(rollout({ 'steps/surge-unquoted': 'there is a hundred of them' })).toEqual([]);
  });
});
