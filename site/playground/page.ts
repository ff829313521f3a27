import type { Finding, Judgement, Text } from './judge.js';
import type { Answer, Question } from './worker.js';
import { readLink, writeLink } from './link.js';
import { type Linter, newThread } from './thread.js';

/** The time limit of a run. */
const patience = 20_000;

/** The pause in typing after which the text is read. */
const pause = 250;

const at = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;
const area = at<HTMLTextAreaElement>('text');
const [summary, notes, findings] = [at('summary'), at('notes'), at<HTMLOListElement>('findings')];

/** The example with which the page opens; the build works out what the linter finds in it. */
interface Opening {
  readonly example: string;
  readonly texts: readonly Text[];
  readonly judgement: Judgement;
}

let texts: Text[] = [];
let shown = 0;
/** Whether the user has not chosen a file yet, so that one with a finding may be opened. */
let isFresh = true;
let count = 0;
let worker = start(((globalThis as Linter).linter ??= newThread()));
let timer: ReturnType<typeof setTimeout> | undefined;
let limit: ReturnType<typeof setTimeout> | undefined;

function start(thread: Worker): Worker {
  thread.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if (data.id !== count) return;
    if ('first' in data) {
      if (findings.childElementCount === 0) findings.append(...data.first.map(item));
      return;
    }
    clearTimeout(limit);
    if ('failure' in data) fail(`This is a bug of rolloutkit: ${data.failure}`);
    else if ('page' in data) showUpdate(data.page);
    else {
      show(data.judgement);
      onceShown(() => {
        if (data.id !== count) return;
        put('page');
        if (!mark) void (edited ??= loadEditor());
      });
    }
  });
  return thread;
}

/** Requests the findings of the current texts. */
function ask(): void {
  count += 1;
  put('findings');
}

/** Delays other work, which would compete with the frame that shows the findings. */
function onceShown(next: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(next)));
}

function put(wants: Question['wants']): void {
  clearTimeout(limit);
  limit = setTimeout(() => {
    worker.terminate();
    worker = start(newThread());
    fail('This takes too long. The command line has more patience: npx rolloutkit lint');
  }, patience);
  const question: Question = { id: count, texts, wants };
  worker.postMessage(question);
}

function fail(message: string): void {
  summary.textContent = message;
  summary.dataset['state'] = 'error';
}

function show({ findings: found, resources, rollouts, notes: told }: Judgement): void {
  const counts = (['error', 'warning', 'info'] as const).map(
    (severity) => [severity, found.filter((one) => one.severity === severity).length] as const,
  );
  const plural = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
  const wrong = counts
    .filter(([, number]) => number > 0)
    .map(([severity, number]) => plural(number, severity));
  const isEmpty = texts.every(({ text }) => text.trim() === '');
  const inAll = resources === 0 ? '' : ` in ${plural(resources, 'resource')}, ${plural(rollouts, 'Rollout')}`;
  summary.textContent = isEmpty
    ? 'Paste manifests into the editor, or drop files.'
    : wrong.length > 0
      ? `${wrong.join(', ')}${inAll}`
      : resources > 0 || told.length > 0
        ? `Nothing found${inAll}`
        : 'There is no Kubernetes object here, and no part of one.';
  const worst = counts[0]![1] > 0 ? 'error' : counts[1]![1] > 0 ? 'warning' : 'clean';
  summary.dataset['state'] = isEmpty ? '' : worst;
  notes.replaceChildren(...told.map((text) => element('li', text)));
  findings.replaceChildren(...found.map(item));
  findings.dataset['count'] = String(found.length);
  all = found;
  openWithFinding();
  markShown();
  countInTabs();
}

/** One finding, as in the text report; its place is a button that leads there. */
function item(finding: Finding): HTMLElement {
  const { rule, severity, message, why, file, line, column, fix, live } = finding;
  const li = element('li');
  li.dataset['severity'] = severity;
  const go = element('button', line === undefined ? file : `${file}:${line}:${column}`) as HTMLButtonElement;
  go.type = 'button';
  go.addEventListener('click', () => goTo(finding));
  const name = element('code', rule);
  const head = element('p');
  head.className = 'head';
  head.append(element('strong', severity), name, go);
  li.append(head, element('p', message));
  if (live) {
    const pre = element('pre', [`${live.object} at "${live.frame}" of an update:`, ...live.lines].join('\n'));
    li.append(pre);
  }
  if (why !== undefined) li.append(aside('Why', why));
  if (fix) li.append(aside('Fix', fix.title));
  return li;
}

function aside(word: string, text: string): HTMLElement {
  const p = element('p');
  p.className = 'aside';
  p.append(element('b', word), ` ${text}`);
  return p;
}

function element(name: string, text = ''): HTMLElement {
  const one = document.createElement(name);
  one.textContent = text;
  return one;
}

let frame: HTMLIFrameElement | undefined;

function showUpdate(page: string | undefined): void {
  at('update').hidden = page === undefined;
  if (frame) URL.revokeObjectURL(frame.src);
  if (page === undefined) {
    frame?.remove();
    frame = undefined;
    return;
  }
  frame ??= newFrame();
  frame.src = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
}

/** Not in the page from the start: the browser would load the frame as a page, and delay the linter. */
function newFrame(): HTMLIFrameElement {
  const created = document.createElement('iframe');
  created.id = 'page';
  created.title = 'The update, frame by frame';
  created.setAttribute('sandbox', 'allow-scripts');
  at('update').append(created);
  return created;
}

let all: readonly Finding[] = [];

/** Marks the findings in the open file. */
function markShown(): void {
  mark?.(all.filter(({ file }) => file === texts[shown]?.name));
}

let edited: Promise<void> | undefined;
/** Marks findings in the editor, once it is loaded. */
let mark: ((found: readonly Finding[]) => void) | undefined;
let select = (start: number, end: number): void => {
  area.focus();
  area.setSelectionRange(start, end);
};
let write = (text: string): void => {
  area.value = text;
};

function goTo({ file, line, column, endLine, endColumn }: Finding): void {
  const index = texts.findIndex(({ name }) => name === file);
  if (index >= 0 && index !== shown) open(index);
  const { text } = texts[shown]!;
  const offset = (l: number, c: number): number => {
    let from = 0;
    for (let at = 1; at < l; at += 1) from = text.indexOf('\n', from) + 1;
    return from + c - 1;
  };
  if (line !== undefined && column !== undefined)
    select(offset(line, column), offset(endLine ?? line, endColumn ?? column));
}

function open(index: number): void {
  shown = index;
  write(texts[index]?.text ?? '');
  markShown();
  tabs();
}

/** Opens the file of the worst finding, if the open one has none and was not chosen. */
function openWithFinding(): void {
  if (!isFresh || all.some(({ file }) => file === texts[shown]?.name)) return;
  const worst = all.find(({ severity }) => severity === 'error') ?? all[0];
  const index = texts.findIndex(({ name }) => name === worst?.file);
  if (index >= 0 && index !== shown) open(index);
}

/** Each tab tells the number of findings in its file. */
function countInTabs(): void {
  for (const [index, tab] of [...at('tabs').children].entries()) {
    const { name } = texts[index]!;
    const { length } = all.filter(({ file }) => file === name);
    (tab as HTMLElement).dataset['count'] = length === 0 ? '' : String(length);
    tab.ariaLabel = length === 0 ? name : `${name}, ${length} ${length === 1 ? 'finding' : 'findings'}`;
  }
}

function tabs(): void {
  at('tabs').replaceChildren(
    ...texts.map(({ name }, index) => {
      const tab = element('button', name) as HTMLButtonElement;
      tab.type = 'button';
      tab.role = 'tab';
      tab.ariaSelected = String(index === shown);
      tab.tabIndex = index === shown ? 0 : -1;
      tab.addEventListener('click', () => choose(index));
      return tab;
    }),
  );
  countInTabs();
}

function choose(index: number): void {
  isFresh = false;
  open(index);
}

at('tabs').addEventListener('keydown', ({ key }) => {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (step === 0 || texts.length === 0) return;
  choose((shown + step + texts.length) % texts.length);
  (at('tabs').children[shown] as HTMLElement).focus();
});

function typed(text: string): void {
  const name = texts[shown]?.name ?? 'pasted.yaml';
  if (texts[shown]?.text === text) return;
  isFresh = false;
  texts = texts.length === 0 ? [{ name, text }] : texts.with(shown, { name, text });
  if (location.hash !== '') history.replaceState(null, '', location.pathname);
  clearTimeout(timer);
  timer = setTimeout(ask, pause);
}

function give(given: readonly Text[]): void {
  texts = given.length === 0 ? [{ name: 'pasted.yaml', text: '' }] : [...given];
  isFresh = true;
  all = [];
  open(0);
  ask();
}

/** Shows an example with its findings at once, without waiting for the linter. */
function begin(): void {
  const { example, texts: given, judgement } = JSON.parse(at('opening').textContent) as Opening;
  choice.value = example;
  give(given);
  show(judgement);
}

area.addEventListener('input', () => typed(area.value));

document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const files = [...(event.dataTransfer?.files ?? [])];
  if (files.length === 0) return;
  void Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() }))).then(give);
});

const choice = at<HTMLSelectElement>('examples');
choice.addEventListener('change', () => {
  const { value } = choice;
  void import('./examples.js').then(({ examples }) => value === choice.value && give(examples[value] ?? []));
});

at('share').addEventListener('click', () => {
  void writeLink(texts).then(async (hash) => {
    history.replaceState(null, '', hash);
    try {
      await navigator.clipboard.writeText(location.href);
      at('share').textContent = 'Copied';
    } catch {
      at('share').textContent = 'The link is in the address bar';
    }
  });
});

at('empty').addEventListener('click', () => {
  choice.selectedIndex = 0;
  give([]);
  select(0, 0);
});

addEventListener('hashchange', () => void readLink(location.hash).then((given) => given && give(given)));
if (location.hash === '') begin();
else void readLink(location.hash).then((given) => give(given ?? []));

async function loadEditor(): Promise<void> {
  const { edit } = await import('./editor.js');
  const [hasFocus, from, to] = [document.activeElement === area, area.selectionStart, area.selectionEnd];
  ({ mark, select, write } = edit(at('editor'), area, typed));
  write(texts[shown]?.text ?? '');
  markShown();
  if (hasFocus) select(from, to); // Keeps the focus and the selection of a user who is typing.
}
