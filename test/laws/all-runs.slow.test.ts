import { generatedApplications } from './generated-applications.js';
import { generatedBlueGreen } from './generated-blue-green.js';
import { generatedCanaries } from './generated-canaries.js';
import { generatedServices } from './generated-services.js';
import { partlyDeployed } from './partly-deployed.js';
import { placeholders } from './placeholders.js';
import { rejections } from './rejections.js';
import { writtenObjects } from './written-objects.js';

const runs = Number(process.env['GENERATED_CANARIES'] ?? 20);

generatedApplications(Number(process.env['GENERATED_APPLICATIONS'] ?? 6));
generatedBlueGreen(runs);
generatedCanaries(runs);
generatedServices(runs);
partlyDeployed(runs);
placeholders(Number(process.env['PLACEHOLDERS'] ?? 5));
rejections(1);
writtenObjects(1, runs);
