/**
 * Thrown to leave what was begun, and caught by whoever began it. It is no error and has no stack: that of an error costs time, and
 * in a browser whose debugger listens that of a parse of the whole program.
 */
export class Signal {}
