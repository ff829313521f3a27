import { fixes } from './fixes.js';
import { hiding } from './hiding.js';
import { same } from './same.js';

fixes(600, 30);
hiding(Number(process.env['HIDING'] ?? 400), Number(process.env['HIDING_SEED'] ?? 1));
same(50, 90);
