import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagePartsOf, renderPage } from '../../src/report/simulation-page/page.js';
import { drawnTrace } from '../report/drawn-trace.js';

const folder = join(__dirname, '../../src/report/pages/simulation');

/** What an Application says of the first of the traces. */
const drift = [
  {
    application: 'Application web',
    called: 'Application argocd/web',
    file: 'app.yaml',
    notes: [],
    settings: 'three-way diff',
    conclusions: [
      { level: 'error', text: 'VirtualService web: spec.http differs (step-2).', frames: ['step-2'] },
      { level: 'warning', text: 'A sync removes route "header-test". Frame: step-2.', frames: ['step-2'] },
    ],
    patch: { where: 'Add to Application web, app.yaml', text: 'spec:\n  ignoreDifferences: []' },
    frames: {
      installed: { status: 'synced', objects: [], syncs: [] },
      'step-2': {
        status: 'out-of-sync',
        objects: [{ name: 'VirtualService "web"', status: 'out-of-sync', details: ['spec.http'] }],
        syncs: ['A sync removes route "header-test".'],
      },
    },
  },
];
/** A page of two Rollouts, drawn by hand. */
export function drawnPage(): string {
  const parts = pagePartsOf((name) => readFileSync(join(folder, name), 'utf8'));
  const another = { ...drawnTrace, rollout: { namespace: 'shop', name: 'api' } };
  return renderPage(parts, [drawnTrace, another]).replace('"drift":[]', `"drift":${JSON.stringify(drift)}`);
}
