/**
 * Thrown to leave a computation, and caught where it was started. It is not an Error and has no stack trace: creating one takes
 * time, and in a browser with a listening debugger a parse of the whole program.
 */
export class Signal {}
