const abortWords = /^(?:RolloutAborted: )?Rollout aborted update to revision \d+(?:: )?/;

/**
 * Why the controller stopped an update, from the message of its status, in upstream's words; undefined if the message has no reason, which
 * only an abort for a lack of progress lacks.
 */
export function abortReason(message: string): string | undefined {
  return message.replace(abortWords, '') || undefined;
}

/** The metric that a message of a status names as the one that stopped the update. */
export function metricIn(message: string): string | undefined {
  return /[Mm]etric "([^"]*)" assessed/.exec(message)?.[1];
}
