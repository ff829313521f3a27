import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { derivedSettings, ignoreDifferencesFor } from '../../src/manifests/differences.js';

const examples = join(__dirname, '../../examples');

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
  it.each(['alb-header-route', 'configmap-revision', 'istio-host', 'istio-subset'])(
    'of examples/%s is what the Application there ignores',
    (example) => {
      const objects = manifestsIn(example);
      const { spec } = objects.find(({ kind }) => kind === 'Application') ?? {};
      const namespace = spec?.destination?.namespace;
      const automated = { prune: true, selfHeal: true };

      expect(derivedSettings(objects, { automated, ...(namespace !== undefined && { namespace }) })).toEqual({
        ignoreDifferences: spec?.ignoreDifferences,
        syncOptions: spec?.syncPolicy?.syncOptions,
      });
    },
  );

  it('is nothing without a Rollout', () => {
    const objects = manifestsIn('istio-subset').filter(({ kind }) => kind !== 'Rollout');
    expect(derivedSettings(objects)).toEqual({ ignoreDifferences: [], syncOptions: [] });
    expect(ignoreDifferencesFor([])).toEqual([]);
  });
});
