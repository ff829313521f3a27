// Posts a text as the one comment of rolloutkit on a pull request, or puts it in the place of the one that is there. The text may come
// from a job that ran with the files of a fork: it is read as text, and what it is posted on is told by the event alone.
import { readFileSync } from 'node:fs';

/** What the comment begins with: by it the next run finds the comment again. */
const marker = '<!-- rolloutkit impact -->';

/** A comment of GitHub has 65 536 characters at most. */
const maxLength = 65_536;

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
  const body = textOf(file);
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

/** @param {string} file */
function textOf(file) {
  const text = readFileSync(file, 'utf8');
  if (!text.startsWith(`${marker}\n`))
    throw new Error(
      `The file for the comment does not begin with "${marker}", as rolloutkit impact --format markdown writes it.`,
    );
  if (text.length > maxLength)
    throw new Error(`The file for the comment has ${text.length} characters; GitHub takes ${maxLength}.`);
  const foreign = foreignIn(text);
  if (foreign !== undefined)
    throw new Error(
      `The file for the comment has "${foreign}" in it, which rolloutkit never writes there; it is not posted.`,
    );
  return text;
}

/** What GitHub would make something of: a tag, a link, a mention, a reference, an emoji. */
const anything =
  /[<>@[\]`\\~*_]|:\/\/|#\d|\bwww\.|\bGH-\d|:[a-z0-9+-]+:|&(?!#124;)|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/i;

/**
 * The first thing in a comment that rolloutkit does not write. Names stand in code spans, and in `<code>` where a line is HTML, from one
 * that begins with a tag to the next empty one: no mention, link, image or other tag comes from them.
 * @param {string} text
 */
function foreignIn(text) {
  let isHtml = false;
  for (const line of text.split('\n').slice(1)) {
    if (/^<\/?(?:details|summary)\b/.test(line)) isHtml = true;
    if (line === '') isHtml = false;
    const rest = isHtml
      ? line.replaceAll(tags, '')
      : withoutCode(line).replaceAll(/<br>|\*\*(?:not checked|unknown)\*\*/g, '');
    const found = anything.exec(rest);
    if (found) return found[0];
  }
  return undefined;
}

/** All that rolloutkit writes of HTML in lines of its own. */
const tags = /<\/?details>|<details open>|<\/?summary>|<code>(?:[^<>&]|&(?:amp|lt|gt);)*<\/code>/g;

/**
 * A line without its code spans; a fence that nothing closes stays, and so does a span with a pipe, which would end in a table.
 * @param {string} line
 */
function withoutCode(line) {
  let rest = '';
  for (let at = 0; at < line.length;) {
    const [fence = ''] = /^`+/.exec(line.slice(at)) ?? [];
    if (fence === '') {
      rest += line[at];
      at += 1;
      continue;
    }
    const inside = line.slice(at + fence.length);
    const end = [...inside.matchAll(/`+/g)].find(([ticks]) => ticks === fence)?.index;
    if (end === undefined || inside.slice(0, end).includes('|')) return `${rest}${fence}`;
    rest += ' ';
    at += fence.length + end + fence.length;
  }
  return rest;
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
