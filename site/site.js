// The search, the menu on phones, and light or dark mode. Pages are readable without it.
// @ts-check
'use strict';

/** @typedef {{ id: string, title: string, of: string }} Found */

const own = document.currentScript?.dataset ?? {};
const root = own['root'] ?? '';
/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const query = /** @type {HTMLInputElement} */ (byId('query'));
const results = byId('results');

const key = 'rolloutkit-theme';
const prefers = matchMedia('(prefers-color-scheme: dark)');
/** @type {string | null} */
let chosen = null;
try {
  chosen = localStorage.getItem(key);
} catch {
  // A page opened from a file may have no storage.
}
const isDark = () => (chosen === null ? prefers.matches : chosen === 'dark');
const paint = () => {
  if (chosen !== null) document.documentElement.className = isDark() ? 'dark' : 'light';
};
paint();
byId('theme').addEventListener('click', () => {
  chosen = isDark() ? 'light' : 'dark';
  try {
    localStorage.setItem(key, chosen);
  } catch {
    // The choice applies to this page only.
  }
  paint();
});

byId('menu').addEventListener('click', () => {
  const isOpen = byId('pages').classList.toggle('open');
  byId('menu').setAttribute('aria-expanded', String(isOpen));
});

/** The index is as large as all pages together, so it is loaded on the first search. */
let index = /** @type {Promise<{ search: (text: string) => Found[] }> | undefined} */ (undefined);
function loaded() {
  index ??= Promise.all(['minisearch.js', 'symptom-search.js', 'search-index.js'].map(script)).then(() => {
    const { MiniSearch, searchIndex, symptomSearch } = /** @type {any} */ (window);
    const search = MiniSearch.loadJS(searchIndex.index, searchIndex.options);
    const options = { prefix: true, fuzzy: 0.15, boost: { title: 3, of: 2 } };
    return {
      // A symptom in whole sentences has words that no page contains, so pages are ranked by the number of matching
      // words.
      search: (text) => {
        /** @type {Found[]} */
        const all = search.search(text, { ...options, combineWith: 'AND' });
        /** @type {Found[]} */
        const some = search.search(text, options);
        // One word is often the name of a page; several are what a user sees.
        /** @type {Found[]} */
        const seen = /\S\s+\S/.test(text)
          ? symptomSearch.symptomsAmong(text, searchIndex.symptoms).slice(0, 2)
          : [];
        return [...new Map([...seen, ...all, ...some].map((found) => [found.id, found])).values()];
      },
    };
  });
  return index;
}

/** @param {string} name */
function script(name) {
  return new Promise((done, failed) => {
    const made = document.createElement('script');
    made.src = root + name;
    made.addEventListener('load', done);
    made.addEventListener('error', failed);
    document.head.append(made);
  });
}

/** Versions are in sibling folders, with the list of them in the parent; a single version has no list. */
if (own['versions'])
  void script(own['versions']).then(() => {
    const { versions } = /** @type {{ versions?: string[] }} */ (/** @type {unknown} */ (window));
    const { version = '', place = '' } = own;
    const select = byId('versions').querySelector('select');
    if (!versions?.includes(version) || versions.length < 2 || !select) return;
    select.append(...versions.map((name) => new Option(name, name, name === version, name === version)));
    byId('versions').hidden = false;
    const said = document.querySelector('.brand small');
    if (said instanceof HTMLElement) said.hidden = true;
    // Checks whether the page exists in the other version, and uses its first page otherwise.
    select.addEventListener('change', () => {
      location.href = `${root}../${select.value}/${place.startsWith('rules/') ? 'rules/README.html' : 'index.html'}`;
    });
  });

let at = -1;

/** @param {Found[]} found */
function show(found) {
  at = -1;
  results.hidden = query.value.trim() === '';
  query.setAttribute('aria-expanded', String(!results.hidden));
  query.removeAttribute('aria-activedescendant');
  results.replaceChildren(
    ...found.slice(0, 12).map(({ id, title, of }, number) => {
      const item = document.createElement('li');
      item.setAttribute('role', 'option');
      item.setAttribute('aria-selected', 'false');
      item.id = `result-${number}`;
      const link = document.createElement('a');
      link.href = root + id;
      link.tabIndex = -1;
      const page = document.createElement('small');
      page.textContent = of;
      link.append(title, page);
      item.append(link);
      return item;
    }),
  );
  if (found.length === 0 && !results.hidden) {
    const none = document.createElement('li');
    none.textContent = 'Nothing is found';
    none.setAttribute('role', 'option');
    none.setAttribute('aria-selected', 'false');
    results.append(none);
  }
}

query.addEventListener('focus', () => void loaded());
query.addEventListener('input', async () => {
  const { value } = query;
  const { search } = await loaded();
  if (value === query.value) show(value.trim() === '' ? [] : search(value));
});
query.addEventListener('keydown', (event) => {
  const items = [...results.querySelectorAll('li')];
  if (event.key === 'Escape') {
    query.value = '';
    show([]);
  } else if (event.key === 'Enter') items[Math.max(0, at)]?.querySelector('a')?.click();
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    at = Math.min(items.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)));
    items.forEach((item, number) => item.setAttribute('aria-selected', String(number === at)));
    items[at]?.scrollIntoView({ block: 'nearest' });
    query.setAttribute('aria-activedescendant', items[at]?.id ?? '');
  }
});
document.addEventListener('click', ({ target }) => {
  if (target instanceof Node && !byId('search').contains(target)) results.hidden = true;
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target !== document.body) return;
  event.preventDefault();
  query.focus();
});
