import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { canaryManifests, orderedManifests } from '../../../src/constructs/manifests/canary.js';
import { derivedSettings, ignoreDifferencesFor } from '../../../src/constructs/manifests/differences.js';
import { fromExisting } from '../../../src/constructs/manifests/manifest.js';
import { IstioTraffic, NoTraffic } from '../../../src/constructs/manifests/traffic.js';

const examples = join(__dirname, '../../../examples');

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly ignoreDifferences?: readonly unknown[];
    readonly destination?: { readonly namespace: string };
    readonly syncPolicy?: { readonly syncOptions?: readonly string[] };
  };
}

function manifestsIn(example: string): readonly Manifest[] {
  const folder = join(examples, example, 'corrected');
  return readdirSync(folder).flatMap(
    (file) => loadAll(readFileSync(join(folder, file), 'utf8')) as Manifest[],
  );
}

describe('what an Application has to ignore', () => {
  it.each(['alb-header-route', 'configmap-revision', 'gateway-header-route', 'istio-host', 'istio-subset'])(
    'of examples/%s is what the Application there ignores',
    (example) => {
      const objects = manifestsIn(example);
      const { spec } = objects.find(({ kind }) => kind === 'Application') ?? {};
      const namespace = spec?.destination?.namespace;
      const automated = { prune: true, selfHeal: true };

      expect(derivedSettings(objects, { automated, ...(namespace !== undefined && { namespace }) })).toEqual({
        ignoreDifferences: spec?.ignoreDifferences,
        syncOptions: spec?.syncPolicy?.syncOptions,
        uncovered: [],
      });
    },
  );

  it('is nothing without a Rollout', () => {
    const objects = manifestsIn('istio-subset').filter(({ kind }) => kind !== 'Rollout');
    expect(derivedSettings(objects)).toEqual({ ignoreDifferences: [], syncOptions: [], uncovered: [] });
    expect(ignoreDifferencesFor([])).toEqual([]);
  });

  it('is nothing of a Rollout that is made here: what the controller leaves out is left out', () => {
    const { rollout } = canaryManifests('web', {
      pod: { image: 'ghcr.io/example/web:1.0.0' },
      traffic: NoTraffic.replicas({ service: false }),
      steps: [{ setWeight: 20 }, { pause: {} }],
      minReadySeconds: 0,
      progressDeadlineAbort: false,
      overrides: { paused: false, strategy: { canary: { dynamicStableScale: false } } },
    });
    expect(ignoreDifferencesFor([rollout])).toEqual([]);
    expect(Object.keys(rollout['spec'] as object)).toEqual(['replicas', 'selector', 'strategy', 'template']);
    const byHand = { ...rollout, spec: { ...(rollout['spec'] as object), minReadySeconds: 0 } };
    expect(ignoreDifferencesFor([byHand])).toMatchObject([{ jsonPointers: ['/spec/minReadySeconds'] }]);
  });

  it('is one entry for what several Rollouts write into, and freezes nothing of another one', () => {
    const route = (name: string) => ({
      name,
      route: [
        { destination: { host: name }, weight: 100 },
        { destination: { host: `${name}-canary` }, weight: 0 },
      ],
    });
    const both = ['web', 'api'].flatMap((name) =>
      orderedManifests(
        canaryManifests(name, {
          pod: { image: `ghcr.io/example/${name}:1.0.0`, port: 8080 },
          traffic: IstioTraffic.hosts({ virtualService: fromExisting('shop'), routeName: name }),
          steps: [{ setWeight: 20 }, { pause: {} }],
        }),
      ),
    );
    const shared = {
      apiVersion: 'networking.istio.io/v1',
      kind: 'VirtualService',
      metadata: { name: 'shop' },
      spec: { hosts: ['web'], http: [route('web'), route('api')] },
    };
    expect(ignoreDifferencesFor([...both, shared])).toEqual([
      {
        group: 'networking.istio.io',
        kind: 'VirtualService',
        name: 'shop',
        jqPathExpressions: [
          '.spec.http[]? | select(.name == "web") | .route[]?.weight',
          '.spec.http[]? | select(.name == "api") | .route[]?.weight',
        ],
      },
    ]);
  });
});
