import { fixes } from './fixes.js';
import { generatedApplications } from './generated-applications.js';
import { generatedBlueGreen } from './generated-blue-green.js';
import { generatedCanaries } from './generated-canaries.js';
import { generatedServices } from './generated-services.js';
import { hiding } from './hiding.js';
import { moments } from './moments.js';
import { partlyDeployed } from './partly-deployed.js';
import { placeholders } from './placeholders.js';
import { rejections } from './rejections.js';
import { writtenObjects } from './written-objects.js';
import { same } from './same.js';

const runs = Number(process.env['GENERATED_CANARIES'] ?? 20);

generatedApplications(Number(process.env['GENERATED_APPLICATIONS'] ?? 6));
generatedBlueGreen(runs);
generatedCanaries(runs);
generatedServices(runs);
partlyDeployed(runs);
placeholders(1);
rejections(1);
fixes(600, 30);
hiding(Number(process.env['HIDING'] ?? 400), Number(process.env['HIDING_SEED'] ?? 1));
moments(Number(process.env['MOMENTS'] ?? 150), 1);
writtenObjects(1, runs);
same(50, 90);
