import { describe, expect, it } from 'vitest';
import { withBundled } from '../../scripts/sbom.mjs';

const installed = JSON.stringify({
  metadata: { component: { 'bom-ref': 'rolloutkit@0.1.0' } },
  components: [{ 'bom-ref': 'yaml@2.9.1', name: 'yaml', purl: 'pkg:npm/yaml@2.9.1' }],
  dependencies: [
    { ref: 'rolloutkit@0.1.0', dependsOn: ['yaml@2.9.1'] },
    { ref: 'yaml@2.9.1', dependsOn: [] },
  ],
});

describe('the SBOM', () => {
  it('has packages whose code is in the bundles, each once', () => {
    const bundled = JSON.stringify([
      { name: 'yaml', version: '2.9.1', license: 'ISC' },
      { name: '@modelcontextprotocol/sdk', version: '1.32.2', license: 'MIT' },
    ]);
    const bom = JSON.parse(withBundled(installed, bundled)) as {
      components: readonly { name: string; purl: string }[];
      dependencies: unknown;
    };
    expect(bom.components.map(({ purl }) => purl)).toEqual([
      'pkg:npm/yaml@2.9.1',
      'pkg:npm/%40modelcontextprotocol/sdk@1.32.2',
    ]);
    expect(bom.components[1]).toMatchObject({ licenses: [{ license: { id: 'MIT' } }] });
    expect(bom.dependencies).toEqual([
      { ref: 'rolloutkit@0.1.0', dependsOn: ['yaml@2.9.1', '@modelcontextprotocol/sdk@1.32.2'] },
      { ref: 'yaml@2.9.1', dependsOn: [] },
      { ref: '@modelcontextprotocol/sdk@1.32.2', dependsOn: [] },
    ]);
  });
});
