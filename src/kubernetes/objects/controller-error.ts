/**
 * An error with which the controller ends a pass. It is upstream's own text, for it is what users find in its log.
 * Thrown and caught within a simulation only: to its caller an error is part of a frame.
 */
export class ControllerError extends Error {
  constructor(
    message: string,
    /**
     * `not-found`: an API object is missing, which upstream logs and drops without a retry; `panic`: upstream crashes in
     * the pass and recovers; `error`: anything else, tried again with back-off.
     */
    readonly reason: 'error' | 'not-found' | 'panic' = 'error',
  ) {
    super(message);
  }
}

/** Upstream crashes in the pass, for it reads something that is not there, and recovers. */
export function panic(): ControllerError {
  return new ControllerError('Recovered from Panic', 'panic');
}

const refusal = 'Operation cannot be fulfilled on';

/** The API server refuses an object that was made from one that is no longer the latest. */
export function conflict(resource: string, name: string): ControllerError {
  return new ControllerError(
    `${refusal} ${resource} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
  );
}

/** Whether an error says that: it is met no more where the controller has seen the latest. */
export function isConflict(message: string): boolean {
  return message.includes(refusal);
}

/** Does something, and says where it was when that ends with an error. */
export function failingIn<T>(where: string, what: () => T): T {
  try {
    return what();
  } catch (error) {
    if (!(error instanceof ControllerError)) throw error;
    throw new ControllerError(`${where}: ${error.message}`, error.reason);
  }
}
