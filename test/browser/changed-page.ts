import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import impactPage, { impactFiles } from '../../src/report/impact-page/page.js';
import type { ImpactResult } from '../../src/report/impact-json.js';
import type { RolloutImpact } from '../../src/play/impact/rollout-impact.js';
import { pagePartsOf } from '../../src/report/simulation-page/page.js';
import { edited, impactsOf, without } from '../play/impact/stories.js';
import { host, ingressTo, ledBy } from '../play/impact/story-list.js';

const folder = join(__dirname, '../../src/report/pages/simulation');

/** The page of what a change does. */
export function pageOf(impacts: readonly RolloutImpact[]): string {
  const result: ImpactResult = {
    impacts,
    untouched: 1,
    findings: [],
    notes: [],
    failures: [],
    unknown: [],
    unchecked: [],
    faults: [],
  };
  return impactPage(
    pagePartsOf((name) => readFileSync(join(folder, name), 'utf8'), impactFiles),
    result,
    '1.9',
  );
}

const mesh = without(host, 'application.yaml', 'namespace.yaml');

/** The image of one Rollout in a mesh, and an Ingress of another one that leads elsewhere from now on: its Service is pruned first. */
export function drawnImpacts(): readonly RolloutImpact[] {
  return impactsOf(
    { ...mesh, ...ledBy('web-internal', [ingressTo('web-internal')]) },
    {
      ...edited(mesh, ['rollout.yaml', 'podinfo:6.9.0', 'podinfo:6.9.1']),
      ...ledBy('web-internal', [ingressTo('other')], 'web-internal'),
    },
  );
}
