/** Thrown where an answer depends on what cannot be known here; it is never taken for "no difference". */
export class UnknownOutcome extends Error {}
