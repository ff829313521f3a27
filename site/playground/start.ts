/** What takes longest comes first: the linter is loaded in its thread while the page itself is. */
import { type Linter, newThread } from './thread.js';

(globalThis as Linter).linter ??= newThread();
