// Posts a text as the one comment of rolloutkit on a pull request, or puts it in the place of the one that is there. The text may come
// from a job that ran with the files of a fork: it is read as text, and what it is posted on is told by the event alone.
import { readFileSync } from 'node:fs';
import { commentText, marker } from '../bin/comment-text.mjs';

const gitHub = { name: 'GitHub', maxLength: 65_536 };

/**
 * @typedef {{ number: number, head: { sha: string } }} PullRequest
 * @typedef {{
 *   pull_request?: PullRequest,
 *   workflow_run?: { head_sha: string, head_branch: string, head_repository: { owner: { login: string } } },
 * }} Event
 */

/** @param {string} file @param {string} token */
export async function comment(file, token) {
  if (token === '') throw new Error('Input "token" is empty; a comment needs one with pull-requests: write.');
  const body = commentText(file, gitHub);
  const repository = process.env['GITHUB_REPOSITORY'] ?? '';
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw new Error('GITHUB_REPOSITORY names no repository.');
  const api = github(
    `${process.env['GITHUB_API_URL'] ?? 'https://api.github.com'}/repos/${repository}`,
    token,
  );
  const number = await pullRequestOf(api);
  if (number === undefined) return 'The pull request is not open any more at this commit; nothing is posted.';
  const known = await ownComment(api, number);
  if (known === undefined) {
    await api('POST', `/issues/${number}/comments`, { body });
    return `Commented on pull request ${number}.`;
  }
  await api('PATCH', `/issues/comments/${known}`, { body });
  return `Updated the comment on pull request ${number}.`;
}

/** @typedef {(method: string, path: string, body?: object) => Promise<any>} Api */

/** @param {string} base @param {string} token @returns {Api} */
function github(base, token) {
  return async (method, path, body) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'user-agent': 'rolloutkit',
      },
      redirect: 'error',
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`GitHub answers ${answer.status} to ${method} ${path.split('?')[0]}.`);
    return answer.json();
  };
}

/**
 * The pull request of the event. One of a fork is not in the event of a workflow_run: it is the open one from that branch whose head
 * is the commit that was checked. Undefined where it has moved on.
 * @param {Api} api
 * @returns {Promise<number | undefined>}
 */
async function pullRequestOf(api) {
  /** @type {Event} */
  const event = JSON.parse(readFileSync(process.env['GITHUB_EVENT_PATH'] ?? '', 'utf8'));
  if (event.pull_request) return event.pull_request.number;
  if (!event.workflow_run) throw new Error('A comment needs the event pull_request or workflow_run.');
  const { head_sha: sha, head_branch: branch, head_repository: from } = event.workflow_run;
  const head = encodeURIComponent(`${from.owner.login}:${branch}`);
  /** @type {PullRequest[]} */
  const found = await api('GET', `/pulls?state=open&per_page=100&head=${head}`);
  return found.find((one) => one.head.sha === sha)?.number;
}

/**
 * The comment that an earlier run has posted. Anyone can write the marker: only a bot's comment is taken.
 * @param {Api} api @param {number} number
 * @returns {Promise<number | undefined>}
 */
async function ownComment(api, number) {
  for (let page = 1; page <= 30; page += 1) {
    /** @type {{ id: number, body?: string, user?: { type?: string } }[]} */
    const comments = await api('GET', `/issues/${number}/comments?per_page=100&page=${page}`);
    const own = comments.find(({ body = '', user }) => user?.type === 'Bot' && body.startsWith(marker));
    if (own || comments.length < 100) return own?.id;
  }
  return undefined;
}
