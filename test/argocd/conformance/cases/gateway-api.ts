import type { Case } from '../case.js';
import { gatewayCases, type DriftCase } from '../gateway-api.js';
import { wholeRelease } from '../recording.js';

/** Few of those by chance: three moments of each route. */
export const updates: readonly DriftCase[] = [
  ...gatewayCases({ count: 150, seed: 17, release: wholeRelease, moments: 3 }),
];

/** As they are recorded, without what drift says. */
export const gatewayApiCases: readonly Case[] = updates.map(
  ({ says: _says, mode: _mode, ignored: _ignored, ...one }) => one,
);
