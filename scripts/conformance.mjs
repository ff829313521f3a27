// Writes the scenarios for the recorder: npm run conformance -- --write <folder>.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
const outfile = join(folder, 'scenarios.mjs');
await build({
  entryPoints: [join(root, 'test/conformance/scenarios/index.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
});
const { scenarios } = await import(pathToFileURL(outfile).href);
rmSync(folder, { recursive: true });
const out = join(root, 'conformance/scenarios');
mkdirSync(out, { recursive: true });
for (const [topic, list] of Object.entries(scenarios)) {
  writeFileSync(join(out, `${topic}.json`), `[\n${list.map((s) => JSON.stringify(s)).join(',\n')}\n]\n`);
  console.log(topic, list.length);
}
