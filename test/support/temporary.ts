import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What tests and the libraries they try leave in the temporary folder goes with the run: cdk8s alone leaves hundreds. */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'rolloutkit-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
