import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import path from 'node:path';

const cli = path.resolve(__dirname, '../../node_modules/cdk8s-cli/bin/cdk8s');

/** Runs the real `cdk8s synth` in the folder of an app. */
export function cdk8sSynth(folder: string, ...args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [cli, 'synth', ...args], {
    cwd: folder,
    env: { ...process.env, CDK8S_CHECK_UPGRADE: 'false' },
    encoding: 'utf8',
  });
}
