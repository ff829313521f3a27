// Which Rollout is shown, and what the address says of it.
// @ts-check
'use strict';

/** @param {Line} line @param {string} [wanted] the moment at which it turns bad */
function show(line, wanted) {
  const { rollout, said } = line;
  const name = nameOf(rollout.rollout);
  byId('heading').replaceChildren(element('span', { class: 'kind' }, 'What a bad version costs: '), name);
  byId('source').replaceChildren(
    `as Argo Rollouts ${rollout.rollouts} runs it · `,
    ...pathParts(`${rollout.rollout.file}:${rollout.rollout.line}`),
  );
  document.title = `${name}: what a bad version costs`;
  drawTurn(line);
  const level = said.level === 'info' ? 'good' : said.level;
  byId('verdict').className = level;
  byId('verdict').replaceChildren(
    element('h2', {}, mark(level), said.headline),
    ...list(said.conclusions, levels),
  );
  byId('notes').replaceChildren(...said.notes.map((text) => element('p', {}, ...words(text))));
  drawScenarios(line);
  drawGates(line);
  markCurrent();
  turnTo(
    Math.max(
      0,
      said.moments.findIndex(({ id }) => id === (wanted ?? rollout.worst)),
    ),
  );
  if (said.moments.length === 0) history.replaceState(null, '', `#${encodeURIComponent(said.key)}`);
}

/** A moment of which a conclusion speaks. @param {string} id */
function linkTo(id) {
  const moment = current.said.moments.find((one) => one.id === id);
  return moment ? [button(moment.title, () => turn(id), { class: 'link' })] : [];
}

function markCurrent() {
  for (const link of document.querySelectorAll('[data-rollout]'))
    if (link.getAttribute('data-rollout') === current?.said.key) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
}

function drawLimits() {
  byId('limits').hidden = page.exceeded.length === 0;
  byId('limits').replaceChildren(
    element('h2', { id: 'limits-name' }, 'Limits that are exceeded'),
    element(
      'ul',
      { class: 'conclusions' },
      ...page.exceeded.map((text) =>
        element('li', { class: 'error' }, mark('error'), element('div', {}, ...words(text))),
      ),
    ),
  );
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Shows what the address names. */
function follow() {
  const [key, moment] = location.hash.slice(1).split(':').map(decoded);
  const line = lines.find(({ said }) => said.key === key) ?? current ?? lines[0];
  if (line) show(line, line.said.key === key ? moment : undefined);
  else nothing();
}

/** Where no Rollout could be judged, what was read says why. */
function nothing() {
  byId('heading').textContent = document.title = 'What a bad version costs is not known';
  byId('source').textContent = 'No Rollout was read.';
  for (const id of ['verdict', 'turn', 'gates']) byId(id).hidden = true;
}

window.addEventListener('hashchange', follow);
drawInputs();
drawTerms();
drawLimits();
drawRollouts();
follow();
