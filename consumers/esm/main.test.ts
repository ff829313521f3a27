import { describe, expect, test } from 'vitest';
import { JsonPatch, Testing } from 'cdk8s';
import { lintApp } from 'rolloutkit/cdk8s';
import { Shop } from './main.ts';

function shop() {
  const app = Testing.app();
  return { app, chart: new Shop(app, 'shop') };
}

describe('Shop', () => {
  test('has what a canary needs', () => {
    const kinds: string[] = Testing.synth(shop().chart).map(({ kind }: { kind: string }) => kind);

    expect([...kinds].sort()).toEqual(['DestinationRule', 'Rollout', 'Service', 'VirtualService']);
  });

  test('has nothing that would break it', () => {
    const { app, chart } = shop();
    expect(lintApp(app)).toEqual([]);

    chart.checkout.rollout.addJsonPatch(JsonPatch.add('/spec/strategy/canary/maxsurge', 1));
    expect(lintApp(app)).toMatchObject([
      { rule: 'schema/fields-known', construct: 'shop/checkout/Resource' },
    ]);
  });
});
