// Ends Jobs, as the Job controller would when their containers have ended: no container runs here.

/** @typedef {import('./api.mjs').KubeObject} KubeObject */

/** @param {KubeObject} job */
function isOver({ status }) {
  return (status?.conditions ?? []).some(
    (/** @type {any} */ { type, status: is }) => ['Complete', 'Failed'].includes(type) && is === 'True',
  );
}

/**
 * Ends the unfinished Jobs of a namespace.
 * @param {import('./space.mjs').Space} space @param {ReadonlySet<string>} failing names of those that fail
 * @returns {Promise<boolean>} whether there were any
 */
export async function endJobs(space, failing) {
  const open = space.list('Job').filter((job) => !isOver(job) && !job.metadata['deletionTimestamp']);
  for (const job of open) {
    const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    const is = (/** @type {string} */ type) => ({
      type,
      status: 'True',
      lastProbeTime: now,
      lastTransitionTime: now,
    });
    const fails = failing.has(String(job.metadata['name']));
    const status = fails
      ? { startTime: now, failed: 1, conditions: [is('FailureTarget'), is('Failed')] }
      : {
          startTime: now,
          completionTime: now,
          succeeded: 1,
          conditions: [is('SuccessCriteriaMet'), is('Complete')],
        };
    // It may have been deleted in the meantime.
    await space.api.patch(job, { status }, '/status').catch((error) => {
      if (error.status !== 404) throw error;
    });
  }
  return open.length > 0;
}
