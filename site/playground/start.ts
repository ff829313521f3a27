/** The slowest part comes first: the thread loads the linter while the page loads. */
import { type Linter, newThread } from './thread.js';

(globalThis as Linter).linter ??= newThread();
