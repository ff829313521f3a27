// One frame: what holds there, what Argo CD says, and which objects are others than before.
// @ts-check
'use strict';

/** @param {PageFrame} frame */
function drawFrame(frame) {
  const previous = before(frame);
  const facts = element('dl', {});
  /** @param {string} name @param {string} value */
  const fact = (name, value) => facts.append(element('dt', {}, name), element('dd', {}, ...words(value)));
  const share = frame.share ?? frame.weight;
  if (frame.isPromoted && share !== undefined) fact('Traffic', 'all to the new version, which is stable now');
  else if (share !== undefined) fact('Traffic', `${share} % canary`);
  for (const lane of frame.lanes ?? [])
    fact(
      lane.name,
      answerers
        .filter((who) => lane.shares[who] > 0)
        .map((who) => `${lane.shares[who]} % ${who}`)
        .join(', '),
    );
  const { stable, canary, others } = frame.replicas;
  if (frame.event) fact('Event', frame.event);
  if (frame.at !== undefined) fact('Time', momentWords(frame, frame.at));
  if (frame.lasts !== undefined) fact('Lasts', lastsWords(frame, ''));
  if (frame.written !== '') fact('Written', frame.written);
  const counts = { stable, canary, ...(others.desired > 0 ? { 'old revisions': others } : {}) };
  fact(
    'Pods',
    Object.entries(counts)
      .map(([name, { available, desired }]) => `${name} ${available} of ${desired}`)
      .join(', '),
  );
  if (frame.routes.length > 0)
    fact('Routes', frame.routes.map(({ name, kind }) => `${name} (${kind})`).join(', then '));
  if (frame.phase) fact('Rollout', [frame.phase, frame.message].filter(Boolean).join(': '));
  if (previous) fact('Compared with', previous.title);

  const parts = [element('h2', {}, frame.title, element('span', { class: 'id' }, frame.id)), facts];
  for (const { condition, message, isTransient } of frame.errors)
    parts.push(
      element(
        'p',
        { class: isTransient ? 'passing' : 'wrong' },
        ...words([condition, message].filter(Boolean).join(': ')),
      ),
    );
  if (!frame.isSettled)
    parts.push(
      frame.endsItself === true || frame.kind === 'canary-lost'
        ? element(
            'p',
            { class: 'passing' },
            `Each pass writes again, until the canary pods are ${frame.endsItself === true ? 'removed' : 'back'}.`,
          )
        : element('p', { class: 'wrong' }, 'The controller does not settle here: each pass writes again.'),
    );

  parts.push(...branchParts(frame), ...driftParts(frame));

  const old = new Map(previous?.objects ?? []);
  const now = new Map(frame.objects);
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort(
    (left, right) => rankOf(left) - rankOf(right),
  );
  const changed = keys.filter((key) => previous && old.get(key) !== now.get(key));
  parts.push(element('h3', {}, changed.length > 0 ? 'Changed objects' : 'No changed objects'));
  for (const key of changed) {
    const [from, to] = [textOf(old.get(key)), textOf(now.get(key))];
    const verb = from === '' ? 'created' : to === '' ? 'deleted' : 'changed';
    parts.push(
      element(
        'details',
        rankOf(key) < ranks.length || changed.length === 1
          ? { open: '' }
          : /** @type {Record<string, string>} */ ({}),
        element('summary', {}, `${key} (${verb})`),
        ...(to === '' ? [] : [copyButton(() => to, 'Copy YAML')]),
        drawLines(compare(from.split('\n'), to.split('\n')), key),
      ),
    );
  }
  const same = keys.filter((key) => !changed.includes(key) && now.has(key));
  if (same.length > 0) parts.push(element('h3', {}, 'Unchanged objects'));
  for (const key of same) {
    const details = element('details', {}, element('summary', {}, key));
    details.addEventListener(
      'toggle',
      () =>
        details.append(
          copyButton(() => textOf(now.get(key)), 'Copy YAML'),
          drawLines(
            textOf(now.get(key))
              .split('\n')
              .map((text) => ({ sign: ' ', text })),
            key,
          ),
        ),
      { once: true },
    );
    parts.push(details);
  }
  byId('frame').replaceChildren(...parts);
}

/** What happens instead can happen later than at the moment that it leaves. @param {PageFrame} frame @param {number} at */
function momentWords({ from, kind }, at) {
  const words = `${duration(at)} after the update began`;
  if (from === undefined) return words;
  return kind === 'failed'
    ? `later than ${words}, once so many measurements have failed; "simulate --fail" with the metric plays them`
    : `${words} at the earliest`;
}

/** How long a frame lasts. @param {PageFrame} frame @param {string} separator */
function lastsWords({ lasts }, separator) {
  if (lasts === undefined) return '';
  return `${separator}${lasts === 'endless' ? 'until a person acts' : `for ${duration(lasts)}`}`;
}

/** What would happen instead, where the lane of it has no room. @param {PageFrame} frame */
function branchParts(frame) {
  const branches = branchesOf(mainOf(frame));
  if (branches.length === 0) return [];
  const links = branches.map((branch) =>
    button(branchNames[branch.kind] ?? branch.title, () => choose(branch), { class: 'link' }),
  );
  return [
    element('p', { class: 'instead' }, 'If at this point it is: ', ...links.flatMap((link) => [link, ' '])),
  ];
}

/** What sends traffic comes first; what the Rollout says of itself is there for who asks. */
const ranks = ['VirtualService', 'DestinationRule', 'Ingress', 'Service'];

/** @param {string} name */
function rankOf(name) {
  const [kind = ''] = name.split(' ');
  const rank = ranks.indexOf(kind);
  return rank !== -1 ? rank : ranks.length + Number(kind === 'Rollout');
}

/** What each Application says of a frame, and what its syncs would do then. @param {PageFrame} frame */
function driftParts({ id }) {
  return trace.drift.flatMap(({ application, settings, frames }) => {
    const at = frames[id];
    if (!at) return [];
    const list = element('ul', {});
    for (const { name, status, details } of at.objects) {
      const said = [
        `${name}: ${statusNames[status] ?? status}`,
        ...(details.length > 0 ? [details.join(', ')] : []),
      ];
      list.append(element('li', {}, ...words(said.join('; '))));
    }
    for (const sync of at.syncs) list.append(element('li', {}, ...words(sync)));
    return [
      element(
        'h3',
        {},
        `${application}: ${statusNames[at.status] ?? at.status}${at.health ? `, ${at.health}` : ''} (${settings})`,
      ),
      ...(list.childElementCount > 0 ? [list] : []),
    ];
  });
}

/** @typedef {{ sign: string, text: string }} Line */

/**
 * The lines of two texts side by side: the longest sequence that both have stays, the rest goes or comes.
 * @param {string[]} left @param {string[]} right @returns {Line[]}
 */
function compare(left, right) {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        left[i] === right[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
  const lines = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      if (left[i] !== '') lines.push({ sign: ' ', text: left[i] });
      [i, j] = [i + 1, j + 1];
    } else if (
      j >= right.length ||
      (i < left.length && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])
    ) {
      if (left[i] !== '') lines.push({ sign: '-', text: left[i] });
      i += 1;
    } else {
      if (right[j] !== '') lines.push({ sign: '+', text: right[j] });
      j += 1;
    }
  }
  return lines;
}

/** Changed lines with some around them; what is left out is counted. @param {Line[]} lines @param {string} of */
function drawLines(lines, of) {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - 4), at + 5).some(({ sign }) => sign !== ' '),
  );
  const showsAll = !isNear.includes(true);
  const pre = element('pre', { tabindex: '0', 'aria-label': of, role: 'region' });
  let hidden = 0;
  const closeGap = () => {
    if (hidden > 0)
      pre.append(
        element('span', { class: 'gap' }, `  … ${hidden} ${hidden === 1 ? 'line' : 'lines'} as before`),
      );
    hidden = 0;
  };
  lines.forEach(({ sign, text }, at) => {
    if (!showsAll && !isNear[at]) {
      hidden += 1;
      return;
    }
    closeGap();
    const name = sign === '+' ? 'added' : sign === '-' ? 'removed' : 'kept';
    pre.append(element('span', { class: name }, showsAll ? text : `${sign} ${text}`));
  });
  closeGap();
  return pre;
}
