import { fixes } from './fixes.js';
import { generatedApplications } from './generated-applications.js';
import { generatedBlueGreen } from './generated-blue-green.js';
import { generatedCanaries } from './generated-canaries.js';
import { generatedServices } from './generated-services.js';
import { hiding } from './hiding.js';
import { partlyDeployed } from './partly-deployed.js';
import { placeholders } from './placeholders.js';
import { rejections } from './rejections.js';
import { same } from './same.js';
import { writtenObjects } from './written-objects.js';

// Enough to see a law broken by most changes that break it; all-runs.slow.test.ts has the rest.
generatedApplications(1);
generatedBlueGreen(2);
generatedCanaries(2);
generatedServices(2);
partlyDeployed(2);
placeholders(500);
rejections(15);
fixes(20, 1);
hiding(40);
same(400, 300);
writtenObjects(100, 1);
