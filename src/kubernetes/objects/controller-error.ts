/**
 * An error with which the controller ends a pass, in upstream's words, which users find in its log. It is thrown and caught
 * within a simulation only: callers get it as part of a frame.
 */
export class ControllerError extends Error {
  constructor(
    message: string,
    /**
     * `not-found`: an API object is missing, which upstream logs and drops without a retry; `panic`: upstream panics in the pass
     * and recovers; `error`: anything else, retried with back-off.
     */
    readonly reason: 'error' | 'not-found' | 'panic' = 'error',
  ) {
    super(message);
  }
}

/** Upstream panics in the pass, because it dereferences nil, and recovers. */
export function panic(): ControllerError {
  return new ControllerError('Recovered from Panic', 'panic');
}

const conflictWords = 'Operation cannot be fulfilled on';

/** The API server rejects an object that was derived from an outdated copy. */
export function conflict(resource: string, name: string): ControllerError {
  return new ControllerError(
    `${conflictWords} ${resource} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
  );
}

/** Whether a message is that error, which disappears once the controller has seen the latest version. */
export function isConflict(message: string): boolean {
  return message.includes(conflictWords);
}

/** Runs a function, and prepends a location to its error. */
export function failingIn<T>(where: string, what: () => T): T {
  try {
    return what();
  } catch (error) {
    if (!(error instanceof ControllerError)) throw error;
    throw new ControllerError(`${where}: ${error.message}`, error.reason);
  }
}
