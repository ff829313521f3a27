/** Thrown where Argo CD itself fails, with the words that it uses. */
export class ArgoCdError extends Error {}
