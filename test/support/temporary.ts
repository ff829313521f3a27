import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const prefix = 'rolloutkit-tests-';

/** What tests and the libraries they try leave in the temporary folder goes with the run: cdk8s alone leaves hundreds. */
export default function setup(): (() => void) | undefined {
  // Each project of Vitest calls this; they share one folder, for what a test opens to others is open up to its root.
  if (path.basename(tmpdir()).startsWith(prefix)) return undefined;
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), prefix));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
