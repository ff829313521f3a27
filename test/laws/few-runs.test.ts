import { fixes } from './fixes.js';
import { generatedApplications } from './generated-applications.js';
import { generatedBlueGreen } from './generated-blue-green.js';
import { generatedCanaries } from './generated-canaries.js';
import { generatedServices } from './generated-services.js';
import { hiding } from './hiding.js';
import { partlyDeployed } from './partly-deployed.js';
import { placeholders } from './placeholders.js';
import { same } from './same.js';
import { writtenObjects } from './written-objects.js';

// Enough to see a law broken by most changes that break it; all-runs.slow.test.ts has the rest.
generatedApplications(1);
generatedBlueGreen(4);
generatedCanaries(4);
generatedServices(4);
partlyDeployed(2);
placeholders(50);
fixes(30, 2);
hiding(60);
same(300, 150);
writtenObjects(60, 2);
