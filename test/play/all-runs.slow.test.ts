import { arrivesAsRecorded } from './impact/arrives-as-recorded.js';
import { dropsByChance } from './impact/left-behind.js';
import { syncsAsRecorded } from './impact/syncs-as-recorded.js';
import { invariants } from './simulate/invariants.js';

arrivesAsRecorded(1);
syncsAsRecorded(1);
dropsByChance(60);
invariants(25);
