// What runs in the page: it draws the frames of a rollout and shows the one that is chosen.
// @ts-check
'use strict';

/**
 * @typedef {import('./data.js').PageData} PageData
 * @typedef {import('./data.js').PageTrace} PageTrace
 * @typedef {import('./data.js').PageFrame} PageFrame
 * @typedef {import('./data.js').PageDrift} PageDrift
 */

/** @type {PageData} */
const data = JSON.parse(byId('data').textContent ?? '');

/** @type {PageTrace} */
let trace;
/** The frames of the main line, and for each the branches that leave from it. @type {PageFrame[]} */
let line = [];
/** @type {PageFrame} */
let chosen;

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(id);
  return found;
}

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The frames that leave from a frame, each with those that leave from it. @param {PageFrame} frame @returns {PageFrame[]} */
const branchesOf = (frame) =>
  trace.frames.filter(({ from }) => from === frame.id).flatMap((branch) => [branch, ...branchesOf(branch)]);

/** The frame of the main line that a frame is, or leaves from. @param {PageFrame} frame @returns {PageFrame} */
function mainOf(frame) {
  const parent = trace.frames.find(({ id }) => id === frame.from);
  return parent ? mainOf(parent) : frame;
}

/** @param {PageTrace} next */
function show(next) {
  trace = next;
  line = trace.frames.filter(({ from }) => from === undefined);
  const name = [trace.namespace, trace.name].filter(Boolean).join('/');
  byId('heading').textContent = `Rollout ${name}, as Argo Rollouts ${data.version} runs it`;
  document.title = `${name}: simulated rollout`;
  byId('notes').replaceChildren(...trace.notes.map((note) => element('p', {}, note)));
  const wanted = decodeURIComponent(location.hash.slice(1));
  drawOverview();
  const first = trace.frames.find(({ id }) => id === wanted) ?? line[0];
  if (first) choose(first);
}

function drawOverview() {
  const grid = element('div', { class: 'grid', role: 'tablist', 'aria-label': 'Frames' });
  grid.style.setProperty('--frames', String(line.length));
  let row = 0;
  /** @param {string} name @param {...string} colours what the colours of the row mean */
  const begin = (name, ...colours) => {
    row += 1;
    const legend = colours.map((colour) => element('span', { class: colour }, colour));
    grid.append(place(element('div', { class: 'row-name' }, name, ...legend), 0, 1));
  };
  /** @param {HTMLElement} cell @param {number} column @param {number} [span] */
  const place = (cell, column, span = 1) => {
    cell.style.gridRow = String(row);
    cell.style.gridColumn = `${column + 1} / span ${span}`;
    return cell;
  };

  begin('Frame');
  line.forEach((frame, index) => grid.append(place(frameButton(frame), index + 1)));
  if (line.some(({ weight }) => weight !== undefined)) {
    begin('Traffic', 'canary', 'stable');
    line.forEach((frame, index) => grid.append(place(traffic(frame), index + 1)));
  }
  const hasOthers = line.some(({ replicas }) => replicas.others.desired > 0);
  begin('Pods', 'stable', 'canary', ...(hasOthers ? ['others'] : []));
  const most = Math.max(
    1,
    ...line.flatMap(({ replicas }) => Object.values(replicas).map(({ desired }) => desired)),
  );
  line.forEach((frame, index) => grid.append(place(pods(frame, most), index + 1)));

  const routes = new Map(line.flatMap((frame) => frame.routes.map((route) => [route.name, route.kind])));
  for (const [name, kind] of routes) {
    begin(kind === 'mirror' ? 'Mirror route' : 'Header route');
    grid.append(place(element('div', { class: 'lane' }), 1, line.length));
    const has = line.map((frame) => frame.routes.some((route) => route.name === name));
    for (let start = 0; start < has.length; start++) {
      if (!has[start]) continue;
      let end = start;
      while (has[end + 1]) end += 1;
      grid.append(place(element('div', { class: `route ${kind}` }, name), start + 1, end - start + 1));
      start = end;
    }
  }

  for (const drift of trace.drift) {
    begin(`Argo CD: ${drift.application}`);
    line.forEach((frame, index) => grid.append(place(driftCell(drift, frame), index + 1)));
  }

  if (line.length < trace.frames.length) {
    begin('If at this point it is');
    line.forEach((frame, index) => {
      const cell = element('div', { class: 'cell branches', 'data-frame': frame.id });
      for (const branch of branchesOf(frame)) cell.append(branchButton(branch));
      grid.append(place(cell, index + 1));
    });
  }
  byId('overview').replaceChildren(grid);
}

/** @param {PageFrame} frame */
function frameButton(frame) {
  const wrong = frame.errors.length > 0 || !frame.isSettled;
  const button = element(
    'button',
    { class: 'frame', role: 'tab', type: 'button', 'data-frame': frame.id, 'aria-controls': 'frame' },
    element('span', { class: 'kind' }, kindNames[frame.kind] ?? frame.kind),
    element('span', {}, frame.title),
  );
  if (wrong)
    button.append(element('span', { class: 'wrong' }, frame.errors.length > 0 ? 'error' : 'never settles'));
  button.addEventListener('click', () => choose(frame));
  return button;
}

/** @type {Record<string, string>} */
const kindNames = {
  invalid: 'rejected',
  installed: 'first deployment',
  started: 'new revision',
  scaling: 'scaling',
  step: 'step',
  running: 'running',
  preview: 'preview',
  'at-scale': 'all pods new',
  promoted: 'promoted',
  'scaled-down': 'old pods gone',
  aborted: 'aborted',
  'rolled-back': 'rolled back',
  'canary-lost': 'canary loses its pods',
  recovered: 'canary pods are back',
  deleted: 'Rollout deleted',
};

/** @type {Record<string, string>} */
const branchNames = {
  aborted: 'aborted',
  'rolled-back': 'rolled back',
  'canary-lost': 'without canary pods',
  recovered: 'pods are back',
  deleted: 'deleted',
};

/** @param {PageFrame} frame */
function branchButton(frame) {
  const button = element(
    'button',
    { class: 'branch', role: 'tab', type: 'button', 'data-frame': frame.id, title: frame.title },
    branchNames[frame.kind] ?? frame.title,
  );
  if (frame.errors.length > 0 || !frame.isSettled) button.classList.add('wrong');
  button.addEventListener('click', () => choose(frame));
  return button;
}

/** @param {PageFrame} frame */
function traffic({ id, weight }) {
  const cell = element('div', { class: 'cell traffic', 'data-frame': id });
  if (weight === undefined) {
    cell.append(element('div', { class: 'none' }, 'not split'));
    return cell;
  }
  const canary = element('div', { class: 'canary' }, weight >= 15 ? `${weight} %` : '');
  canary.style.height = `${weight}%`;
  const stable = element('div', { class: 'stable' }, weight < 15 ? `${weight} % canary` : '');
  cell.append(canary, stable);
  return cell;
}

/** What Argo CD says at a frame, and a mark where a sync would change live traffic. @param {PageDrift} drift @param {PageFrame} frame */
function driftCell(drift, { id }) {
  const cell = element('div', { class: 'cell drift', 'data-frame': id });
  const at = drift.frames[id];
  if (!at) return cell;
  cell.append(element('span', { class: `status ${at.status}` }, statusNames[at.status] ?? at.status));
  if (at.syncs.length > 0) cell.append(element('span', { class: 'sync' }, 'a sync would change it'));
  return cell;
}

/** @type {Record<string, string>} */
const statusNames = {
  synced: 'Synced',
  'out-of-sync': 'OutOfSync',
  unknown: 'Unknown',
  'cannot-tell': 'cannot tell',
};

/** @param {PageFrame} frame @param {number} most */
function pods({ id, replicas }, most) {
  const cell = element('div', { class: 'cell', 'data-frame': id });
  const rows = element('div', { class: 'pods' });
  for (const [name, { desired, available }] of Object.entries(replicas)) {
    if (name === 'others' && desired === 0) continue;
    const bar = element('span', { class: `bar ${name}` });
    bar.style.setProperty('--desired', String(desired / most));
    bar.style.setProperty('--available', String(desired === 0 ? 0 : Math.min(1, available / desired)));
    rows.append(element('span', { title: `${name}: available / wanted` }, `${available}/${desired}`), bar);
  }
  cell.append(rows);
  return cell;
}

/** @param {PageFrame} frame */
function choose(frame) {
  chosen = frame;
  const main = mainOf(frame);
  for (const part of document.querySelectorAll('[data-frame]')) {
    const id = part.getAttribute('data-frame');
    if (part.getAttribute('role') === 'tab') {
      part.setAttribute('aria-selected', String(id === frame.id));
      part.setAttribute('tabindex', id === frame.id ? '0' : '-1');
      if (id === frame.id) part.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else part.classList.toggle('chosen', id === main.id);
  }
  history.replaceState(null, '', `#${encodeURIComponent(frame.id)}`);
  drawFrame(frame);
}

/** What a frame is compared with: the one that it leaves from, or the one before. @param {PageFrame} frame */
function before(frame) {
  if (frame.from !== undefined) return trace.frames.find(({ id }) => id === frame.from);
  return line[line.indexOf(frame) - 1];
}

/** @param {PageFrame} frame */
function drawFrame(frame) {
  const previous = before(frame);
  const facts = element('dl', {});
  /** @param {string} name @param {string} value */
  const fact = (name, value) => facts.append(element('dt', {}, name), element('dd', {}, value));
  if (frame.weight !== undefined) fact('Traffic', `${frame.weight} % canary`);
  const { stable, canary, others } = frame.replicas;
  if (frame.event) fact('Event', frame.event);
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

  const parts = [element('h2', {}, frame.title), facts];
  for (const { condition, message } of frame.errors)
    parts.push(element('p', { class: 'wrong' }, [condition, message].filter(Boolean).join(': ')));
  if (!frame.isSettled)
    parts.push(
      element('p', { class: 'wrong' }, 'The controller does not settle here: each pass writes again.'),
    );

  parts.push(...driftParts(frame));

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
        rankOf(key) < ranks.length ? { open: '' } : /** @type {Record<string, string>} */ ({}),
        element('summary', {}, `${key} (${verb})`),
        drawLines(compare(from.split('\n'), to.split('\n'))),
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
          drawLines(
            textOf(now.get(key))
              .split('\n')
              .map((text) => ({ sign: ' ', text })),
          ),
        ),
      { once: true },
    );
    parts.push(details);
  }
  byId('frame').replaceChildren(...parts);
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
      const words = [
        `${name}: ${statusNames[status] ?? status}`,
        ...(details.length > 0 ? [details.join(', ')] : []),
      ];
      list.append(element('li', {}, words.join('; ')));
    }
    for (const sync of at.syncs) list.append(element('li', {}, sync));
    return [
      element('h3', {}, `Application ${application}: ${statusNames[at.status] ?? at.status} (${settings})`),
      ...(list.childElementCount > 0 ? [list] : []),
    ];
  });
}

/** @param {number | undefined} index */
const textOf = (index) => (index === undefined ? '' : (data.texts[index] ?? ''));

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

/** Changed lines with some around them; what is left out is counted. @param {Line[]} lines */
function drawLines(lines) {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - 4), at + 5).some(({ sign }) => sign !== ' '),
  );
  const showsAll = !isNear.includes(true);
  const pre = element('pre', { tabindex: '0' });
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

document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLSelectElement) return;
  if (event.target instanceof HTMLElement && event.target.tagName === 'PRE') return;
  const main = mainOf(chosen);
  const column = [main, ...branchesOf(main)];
  const at = line.indexOf(main);
  /** @type {Record<string, PageFrame | undefined>} */
  const moves = {
    ArrowLeft: line[at - 1],
    ArrowRight: line[at + 1],
    ArrowUp: column[column.indexOf(chosen) - 1],
    ArrowDown: column[column.indexOf(chosen) + 1],
    Home: line[0],
    End: line.at(-1),
  };
  if (!(event.key in moves)) return;
  event.preventDefault();
  const next = moves[event.key];
  if (!next) return;
  choose(next);
  /** @type {HTMLElement | null} */
  const tab = document.querySelector('[role=tab][aria-selected=true]');
  tab?.focus();
});

const select = /** @type {HTMLSelectElement} */ (byId('rollouts'));
data.traces.forEach(({ namespace, name }, index) =>
  select.append(element('option', { value: String(index) }, [namespace, name].filter(Boolean).join('/'))),
);
byId('choice').hidden = data.traces.length < 2;
select.addEventListener('change', () => {
  const next = data.traces[Number(select.value)];
  history.replaceState(null, '', '#');
  if (next) show(next);
});
const [start] = data.traces;
if (start) show(start);
