/** Thrown where Argo CD fails, with its own message. */
export class ArgoCdError extends Error {}
