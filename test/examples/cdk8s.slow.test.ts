import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, Testing } from 'cdk8s';
import { loadAll } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import albHeaderRoute from '../../examples/cdk8s/alb-header-route.mjs';
import configmapRevision from '../../examples/cdk8s/configmap-revision.mjs';
import gatewayHeaderRoute from '../../examples/cdk8s/gateway-header-route.mjs';
import istioHost from '../../examples/cdk8s/istio-host.mjs';
import istioSubset from '../../examples/cdk8s/istio-subset.mjs';
import { withProtocols } from '../../scripts/synth/protocols.mjs';

vi.mock('rolloutkit/constructs', () => import('../../src/constructs/index.js'));

const examples = join(__dirname, '../../examples');
const systems = {
  'alb-header-route': albHeaderRoute,
  'configmap-revision': configmapRevision,
  'gateway-header-route': gatewayHeaderRoute,
  'istio-host': istioHost,
  'istio-subset': istioSubset,
};

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

function byIdentity(manifests: readonly unknown[]): Readonly<Record<string, unknown>> {
  const entries = (manifests as readonly Manifest[]).map((manifest) => {
    const { kind, metadata } = manifest;
    return [`${kind}/${metadata.namespace ?? ''}/${metadata.name}`, manifest] as const;
  });
  expect(new Set(entries.map(([key]) => key)).size).toBe(entries.length);
  return Object.fromEntries(entries);
}

function written(folder: string): readonly unknown[] {
  return readdirSync(folder).flatMap((file) => loadAll(readFileSync(join(folder, file), 'utf8')));
}

function synthesized(addTo: (app: App) => void): readonly unknown[] {
  const app = Testing.app();
  addTo(app);
  return loadAll(app.synthYaml());
}

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a system as constructs is the same system as by hand', () => {
  it('for every example that there is', () => {
    const folders = readdirSync(examples, { withFileTypes: true })
      .filter((entry) => existsSync(join(examples, entry.name, 'corrected')))
      .map(({ name }) => name);
    expect(folders.sort()).toEqual(Object.keys(systems).sort());
  });

  it.each(Object.entries(systems))('examples/%s', (example, addTo) => {
    const byHand = byIdentity(written(join(examples, example, 'corrected')).map(withProtocols));
    expect(Object.keys(byHand).length).toBeGreaterThan(5);
    expect(byIdentity(synthesized(addTo).map(withProtocols))).toEqual(byHand);
    expect(printed).toEqual([]);
  });
});
