// The frames side by side: one lane for each thing that changes.
// @ts-check
'use strict';

function drawOverview() {
  const grid = element('div', { class: 'grid', role: 'tablist', 'aria-label': 'Frames' });
  grid.style.setProperty('--frames', String(line.length));
  let row = 0;
  /** @param {string} name @param {...string} colours what the colours of the row mean */
  const begin = (name, ...colours) => {
    row += 1;
    const legend = colours.map((colour) => element('span', { class: colour }, colour));
    const head = element('div', { class: 'row-name' }, name, ...legend);
    grid.append(place(head, 0));
    return head;
  };
  /** @param {HTMLElement} cell @param {number} column @param {number} [span] */
  const place = (cell, column, span = 1) => {
    // The style turns lanes into columns where there is no room for many frames beside each other.
    cell.style.setProperty('--lane', String(row));
    cell.style.setProperty('--at', String(column + 1));
    cell.style.setProperty('--span', String(span));
    cell.classList.add('placed');
    return cell;
  };

  begin('Frame');
  line.forEach((frame, index) => grid.append(place(frameButton(frame), index + 1)));
  if (line.some(({ at }) => at !== undefined)) {
    begin('At').classList.add('of-moments');
    line.forEach((frame, index) => grid.append(place(moment(frame), index + 1)));
  }
  if (line.some(({ share, weight }) => (share ?? weight) !== undefined)) {
    begin('Traffic', 'canary', 'stable');
    line.forEach((frame, index) => grid.append(place(traffic(frame), index + 1)));
  }
  for (const name of new Set(line.flatMap(({ lanes = [] }) => lanes.map((lane) => lane.name)))) {
    const own = line.map(({ lanes = [] }) => lanes.find((lane) => lane.name === name));
    begin(name, ...tellers.filter((who) => own.some((lane) => (lane?.shares[who] ?? 0) > 0))).classList.add(
      'route-name',
    );
    line.forEach((frame, index) => grid.append(place(shares(frame, own[index]), index + 1)));
  }
  const hasOthers = line.some(({ replicas }) => replicas.others.desired > 0);
  const most = Math.max(
    ...line.flatMap(({ replicas }) => Object.values(replicas).map(({ desired }) => desired)),
  );
  if (most > 0) {
    begin('Pods', 'stable', 'canary', ...(hasOthers ? ['others'] : []));
    line.forEach((frame, index) => grid.append(place(pods(frame, most), index + 1)));
  }

  const routes = new Map(line.flatMap((frame) => frame.routes.map((route) => [route.name, route.kind])));
  for (const [name, kind] of routes) {
    begin(kind === 'mirror' ? 'Mirror route' : 'Header route');
    grid.append(place(element('div', { class: 'lane' }), 1, line.length));
    const has = line.map((frame) => frame.routes.some((route) => route.name === name));
    for (let start = 0; start < has.length; start++) {
      if (!has[start]) continue;
      let end = start;
      while (has[end + 1]) end += 1;
      grid.append(
        place(element('div', { class: `route ${kind}`, title: name }, name), start + 1, end - start + 1),
      );
      start = end;
    }
  }

  for (const drift of trace.drift) {
    if (Object.keys(drift.frames).length === 0) continue; // Nothing was compared.
    begin(drift.application);
    line.forEach((frame, index) => grid.append(place(driftCell(drift, frame), index + 1)));
  }

  if (line.length < trace.frames.length) {
    begin('If at this point it is').classList.add('for-branches');
    line.forEach((frame, index) => {
      const cell = element('div', { class: 'cell branches', 'data-frame': frame.id });
      for (const branch of branchesOf(frame)) cell.append(branchButton(branch));
      grid.append(place(cell, index + 1));
    });
  }
  grid.style.setProperty('--lanes', String(row - 1));
  // The last is left out where there is little room.
  grid.style.setProperty('--columns', String(row - 1 - Number(line.length < trace.frames.length)));
  byId('overview').replaceChildren(grid);
}

/** @param {PageFrame['errors'][number]} error */
const lasts = ({ isTransient }) => !isTransient;

/** Whether a frame shows more than what passes by itself in every update. @param {PageFrame} frame */
const isWrong = (frame) =>
  frame.errors.some(lasts) || (!frame.isSettled && frame.endsItself !== true && frame.kind !== 'canary-lost');

/** @param {PageFrame} frame */
function frameButton(frame) {
  const button = element(
    'button',
    { class: 'frame', role: 'tab', type: 'button', 'data-frame': frame.id, 'aria-controls': 'frame' },
    element('span', { class: 'title', title: frame.title }, frame.title),
    element('span', { class: 'id' }, frame.id),
  );
  if (isWrong(frame))
    button.append(element('span', { class: 'wrong' }, frame.errors.some(lasts) ? 'error' : 'never settles'));
  button.addEventListener('click', () => choose(frame));
  return button;
}

/** @type {Record<string, string>} */
const branchNames = {
  aborted: 'aborted',
  'rolled-back': 'rolled back',
  'canary-lost': 'without canary pods',
  recovered: 'pods are back',
  failed: 'failed',
  inconclusive: 'inconclusive',
  resumed: 'promoted then',
  deleted: 'deleted',
};

/** @param {PageFrame} frame */
function branchButton(frame) {
  const button = element(
    'button',
    { class: 'branch', role: 'tab', type: 'button', 'data-frame': frame.id, title: frame.title },
    branchNames[frame.kind] ?? frame.title,
  );
  if (isWrong(frame)) button.classList.add('wrong');
  button.addEventListener('click', () => choose(frame));
  return button;
}

/** When a frame is reached. @param {PageFrame} frame */
function moment({ id, at }) {
  return element('div', { class: 'cell of-moments', 'data-frame': id }, at === undefined ? '' : duration(at));
}

/** @param {PageFrame} frame */
function traffic({ id, share: known, weight: written, isPromoted }) {
  const cell = element('div', { class: 'cell traffic', 'data-frame': id });
  // The new version is stable then, and 0 % would look like a rollback.
  if (isPromoted && known !== undefined) {
    cell.append(element('div', { class: 'stable' }), element('span', { class: 'share' }, 'stable'));
    return cell;
  }
  const weight = known ?? written;
  if (weight === undefined) {
    cell.append(element('div', { class: 'none' }, 'not split'));
    return cell;
  }
  const canary = element('div', { class: 'canary' });
  canary.style.setProperty('--weight', `${weight}%`);
  const stable = element('div', { class: 'stable' });
  const share = element(
    'span',
    { class: 'share' },
    `${weight} %`,
    element('span', { class: 'unseen' }, ' canary'),
  );
  cell.append(canary, stable, share);
  return cell;
}

/** Who answers requests, from below to above. @type {readonly (keyof PageLane['shares'])[]} */
const answerers = ['canary', 'others', 'nobody', 'stable'];

/** Who answers the requests of a lane. @param {PageFrame} frame @param {PageLane | undefined} lane */
function shares({ id }, lane) {
  const cell = element('div', { class: 'cell traffic shares', 'data-frame': id });
  if (!lane) {
    cell.append(element('div', { class: 'none' }, 'no route'));
    return cell;
  }
  for (const who of answerers) {
    const part = element('div', { class: who });
    part.style.setProperty('--weight', `${lane.shares[who]}%`);
    cell.append(part);
  }
  cell.append(element('span', { class: 'share' }, sharesWords(lane)));
  return cell;
}

/** What is said first. @type {typeof answerers} */
const tellers = ['nobody', 'canary', 'others', 'stable'];

/** What there is to be said of a lane in the room of a frame. @param {PageLane} lane */
function sharesWords({ shares }) {
  const said = tellers.filter((who) => shares[who] > 0).map((who) => `${shares[who]} % ${who}`);
  return said[0] ?? 'no requests';
}

/** What Argo CD says at a frame, and a mark where a sync would change live traffic. @param {PageDrift} drift @param {PageFrame} frame */
function driftCell(drift, { id }) {
  const cell = element('div', { class: 'cell drift', 'data-frame': id });
  const at = drift.frames[id];
  if (!at) return cell;
  cell.append(
    element(
      'span',
      { class: `status ${at.status}` },
      element('span', {}, statusNames[at.status] ?? at.status),
    ),
  );
  if (at.syncs.length > 0) cell.append(element('span', { class: 'sync' }, 'a sync would change it'));
  return cell;
}

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
