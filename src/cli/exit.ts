/** What the process says of its work; the same for every output format. */
export const exitCodes = { clean: 0, findings: 1, usage: 2, internal: 3, unread: 4 } as const;

/** The command line asks for something that there is not. */
export class UsageError extends Error {}
