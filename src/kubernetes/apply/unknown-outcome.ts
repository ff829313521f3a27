/** Thrown if a result depends on something unknown; it must not be treated as "no difference". */
export class UnknownOutcome extends Error {}
