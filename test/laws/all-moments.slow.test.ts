import { moments } from './moments.js';

moments(Number(process.env['MOMENTS'] ?? 150), 1);
