/** Thrown where an answer depends on what cannot be known here; it is never taken for "no difference". */
export class UnknownOutcome extends Error {}

/** Thrown where Argo CD itself fails, with the words that it uses. */
export class ArgoCdError extends Error {}
