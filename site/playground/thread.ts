/** The first thread of the linter, which whoever comes first of two scripts has started. */
export type Linter = typeof globalThis & { linter?: Worker };

/** It is no module: only others can load what few texts need in the middle of their work. */
export const newThread = (): Worker => new Worker('worker.js');
