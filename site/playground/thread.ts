/** The first thread of the linter, started by whichever of two scripts runs first. */
export type Linter = typeof globalThis & { linter?: Worker };

/** Not a module, because only a classic worker can load rarely used code synchronously. */
export const newThread = (): Worker => new Worker('worker.js');
