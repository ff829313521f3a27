// Which frame is chosen, and how to go from one to another.
// @ts-check
'use strict';

/** @param {PageFrame} frame @param {{ isLookedAt?: boolean }} [how] whether to bring it before the eyes */
function choose(frame, { isLookedAt = false } = {}) {
  chosen = frame;
  const main = mainOf(frame);
  for (const part of document.querySelectorAll('[data-frame]')) {
    const id = part.getAttribute('data-frame');
    if (part.getAttribute('role') === 'tab') {
      part.setAttribute('aria-selected', String(id === frame.id));
      part.setAttribute('tabindex', id === frame.id ? '0' : '-1');
      if (id === frame.id) keepSeen(part);
    } else part.classList.toggle('chosen', id === main.id);
  }
  history.replaceState(null, '', hashOf(frame));
  drawFrame(frame);
  if (isLookedAt) byId('frame').scrollIntoView({ block: 'start' });
}

/** Scrolls the frames until one is seen, and nothing else: the verdict above them stays. @param {Element} tab */
function keepSeen(tab) {
  const frames = byId('overview');
  const [seen, wanted] = [frames.getBoundingClientRect(), tab.getBoundingClientRect()];
  // The names of lanes lie over what is scrolled below them.
  const head = frames.querySelector('.row-name')?.getBoundingClientRect();
  const isBeside =
    getComputedStyle(frames).overflowY !== 'auto' || frames.scrollHeight <= frames.clientHeight;
  const [left, top] = [isBeside ? (head?.right ?? seen.left) : seen.left, head?.bottom ?? seen.top];
  if (wanted.left < left) frames.scrollLeft -= left - wanted.left;
  else if (wanted.right > seen.right) frames.scrollLeft += wanted.right - seen.right;
  if (wanted.top < top && !isBeside) frames.scrollTop -= top - wanted.top;
  else if (wanted.bottom > seen.bottom) frames.scrollTop += wanted.bottom - seen.bottom;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
  if (event.target.tagName === 'PRE' || event.target.closest('#index')) return;
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
  stop();
  const next = moves[event.key];
  if (!next) return;
  choose(next);
  /** @type {HTMLElement | null} */
  const tab = document.querySelector('[role=tab][aria-selected=true]');
  tab?.focus();
});
