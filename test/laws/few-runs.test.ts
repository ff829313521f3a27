import { fixes } from './fixes.js';
import { generatedBlueGreen } from './generated-blue-green.js';
import { generatedServices } from './generated-services.js';
import { hiding } from './hiding.js';
import { moments } from './moments.js';
import { placeholders } from './placeholders.js';
import { rejections } from './rejections.js';
import { same } from './same.js';
import { writtenObjects } from './written-objects.js';

// Enough to see a law broken by most changes that break it; all-*.slow.test.ts has the rest.
generatedBlueGreen(1);
generatedServices(1);
placeholders(3000);
rejections(15);
fixes(4, 0);
hiding(12);
moments(2);
same(2400, 900, 3);
writtenObjects(600, 1);
