#!/usr/bin/env node
// Posts what `rolloutkit impact --format markdown` has written as the one note of rolloutkit on a merge request, or puts it in the place
// of the one that is there: rolloutkit-gitlab-note impact.md. It runs in a job of GitLab, reads the file as text, and starts nothing.
import { commentText, marker } from './comment-text.mjs';

/** GitLab takes 1 000 000 characters; rolloutkit writes no more than GitHub takes. */
const gitLab = {
  name: 'A note of rolloutkit',
  maxLength: 65_536,
  // References of GitLab besides those of GitHub: merge requests, labels, milestones, snippets, alerts; math, inline diffs, includes.
  own: /!\d|%[\w"]|\$|\^alert|&\d|\{[+-]|\[vulnerability|::/,
  // A line that begins with a slash is a quick action, such as /merge, which GitLab carries out for the user of the token.
  command: /^[\s>]*\/\w+/,
};

/** More are not looked through. */
const mostPages = 30;

/** @typedef {(method: string, path: string, body?: object) => Promise<any>} Api */

/** @param {string} name */
const variable = (name) => process.env[name] ?? '';

/** @param {string} file */
async function note(file) {
  const token = variable('ROLLOUTKIT_GITLAB_TOKEN');
  if (token === '')
    throw new Error(
      'ROLLOUTKIT_GITLAB_TOKEN is empty; a note needs a project access token with the scope api.',
    );
  const [project, request] = ['CI_MERGE_REQUEST_PROJECT_ID', 'CI_MERGE_REQUEST_IID'].map(variable);
  if (!/^\d+$/.test(project ?? '') || !/^\d+$/.test(request ?? ''))
    throw new Error('A note needs the pipeline of a merge request.');
  const body = commentText(file, gitLab);
  const api = gitlab(variable('CI_API_V4_URL'), token);
  const notes = `/projects/${project}/merge_requests/${request}/notes`;
  const known = await ownNote(api, notes);
  if (known === undefined) {
    await api('POST', notes, { body });
    return `Added a note to merge request ${request}.`;
  }
  await api('PUT', `${notes}/${known}`, { body });
  return `Updated the note on merge request ${request}.`;
}

/** @param {string} base @param {string} token @returns {Api} */
function gitlab(base, token) {
  if (!/^https?:\/\//.test(base)) throw new Error('CI_API_V4_URL is not the address of an API.');
  return async (method, path, body) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { 'private-token': token, 'content-type': 'application/json', 'user-agent': 'rolloutkit' },
      redirect: 'error',
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`GitLab answers ${answer.status} to ${method} ${path.split('?')[0]}.`);
    return answer.json();
  };
}

/**
 * The note that an earlier run has posted. Anyone can write the marker: only a note of the user of the token is taken.
 * @param {Api} api @param {string} notes
 * @returns {Promise<number | undefined>}
 */
async function ownNote(api, notes) {
  /** @type {{ id: number }} */
  const user = await api('GET', '/user');
  for (let page = 1; page <= mostPages; page += 1) {
    /** @type {{ id: number, body?: string, author?: { id?: number } }[]} */
    const some = await api('GET', `${notes}?sort=asc&order_by=created_at&per_page=100&page=${page}`);
    const own = some.find(({ body = '', author }) => author?.id === user.id && body.startsWith(marker));
    if (own || some.length < 100) return own?.id;
  }
  return undefined;
}

try {
  const [file, another] = process.argv.slice(2);
  if (file === undefined || another !== undefined)
    throw new Error('One file is needed: rolloutkit-gitlab-note impact.md');
  process.stdout.write(`${await note(file)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
