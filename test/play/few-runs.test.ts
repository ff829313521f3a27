import { arrivesAsRecorded } from './impact/arrives-as-recorded.js';
import { dropsByChance } from './impact/left-behind.js';
import { syncsAsRecorded } from './impact/syncs-as-recorded.js';
import { invariants } from './simulate/invariants.js';

// Enough to see most changes that break something; all-runs.slow.test.ts has the rest.
arrivesAsRecorded(10);
syncsAsRecorded(5);
dropsByChance(9, 10);
invariants(3);
