// Neovim with a screen in memory: what a user sees, as HTML.
import { spawn } from 'node:child_process';
import { Decoder, encode, Incomplete } from './msgpack.mjs';

/** @typedef {{ text: string, style: number }} Cell */
/** @typedef {{ foreground?: number, background?: number, special?: number, bold?: boolean, italic?: boolean, underline?: boolean, undercurl?: boolean, reverse?: boolean }} Style */

export class Neovim {
  /** @type {Cell[][]} */
  rows = [];
  /** @type {Map<number, Style>} */
  styles = new Map();
  defaults = { foreground: 0xffffff, background: 0, special: 0xff0000 };
  /** @type {Map<number, { done: (value: any) => void, fail: (error: Error) => void }>} */
  #waiting = new Map();
  #last = 0;
  /** @type {Buffer} */
  #rest = Buffer.alloc(0);

  /** @param {{ columns: number, lines: number, cwd: string, env: NodeJS.ProcessEnv }} options */
  constructor({ columns, lines, cwd, env }) {
    this.process = spawn('nvim', ['--embed', '-u', 'NONE', '-n'], {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.process.stdout.on('data', (part) => this.#read(part));
    this.attached = this.request('nvim_ui_attach', columns, lines, { rgb: true, ext_linegrid: true });
  }

  /** @param {string} method @param {...unknown} params @returns {Promise<any>} */
  request(method, ...params) {
    const id = (this.#last += 1);
    this.process.stdin.write(encode([0, id, method, params]));
    return new Promise((done, fail) => this.#waiting.set(id, { done, fail }));
  }

  /** @param {string} code @param {...unknown} args */
  lua(code, ...args) {
    return this.request('nvim_exec_lua', code, args);
  }

  /** @param {Buffer} part */
  #read(part) {
    const decoder = new Decoder(Buffer.concat([this.#rest, part]));
    let end = 0;
    try {
      for (; decoder.at < decoder.bytes.length; end = decoder.at) this.#take(decoder.value());
    } catch (error) {
      if (!(error instanceof Incomplete)) throw error;
    }
    this.#rest = Buffer.from(decoder.bytes.subarray(end));
  }

  /** @param {any[]} message */
  #take([type, one, two, three]) {
    if (type === 1) {
      const waiting = this.#waiting.get(one);
      this.#waiting.delete(one);
      if (two) waiting?.fail(new Error(JSON.stringify(two)));
      else waiting?.done(three);
    } else if (type === 2 && one === 'redraw')
      for (const [name, ...calls] of two) for (const call of calls) this.#draw(name, call);
  }

  /** @param {string} name @param {any[]} args */
  #draw(name, args) {
    if (name === 'default_colors_set')
      this.defaults = { foreground: args[0], background: args[1], special: args[2] };
    else if (name === 'hl_attr_define') this.styles.set(args[0], args[1]);
    else if (name === 'grid_resize') this.rows = blank(args[1], args[2]);
    else if (name === 'grid_clear') this.rows = blank(this.rows[0]?.length ?? 0, this.rows.length);
    else if (name === 'grid_line') this.#drawLine(args);
    else if (name === 'grid_scroll') this.#scroll(args);
  }

  /** @param {any[]} args */
  #drawLine([, row, start, cells]) {
    let [at, style] = [start, 0];
    for (const [text, its = style, times = 1] of cells) {
      style = its;
      for (let count = 0; count < times; count += 1, at += 1) {
        const line = this.rows[row];
        if (line && at < line.length) line[at] = { text, style };
      }
    }
  }

  /** @param {number[]} args */
  #scroll([, top = 0, bottom = 0, left = 0, right = 0, rows = 0]) {
    const before = this.rows.map((line) => line.slice());
    for (let row = top; row < bottom; row += 1) {
      const from = before[row + rows];
      if (row + rows < top || row + rows >= bottom || !from) continue;
      this.rows[row]?.splice(left, right - left, ...from.slice(left, right));
    }
  }

  /** What stands on the screen. */
  get text() {
    return this.rows
      .map((line) =>
        line
          .map(({ text }) => text)
          .join('')
          .trimEnd(),
      )
      .join('\n');
  }

  /** The screen as the content of an element `pre`. */
  get html() {
    const lines = this.rows.map((line) => {
      /** @type {Cell[]} */
      const runs = [];
      for (const { text, style } of line) {
        const last = runs.at(-1);
        if (last?.style === style) last.text += text;
        else runs.push({ text, style });
      }
      return runs
        .map(({ text, style }) => `<span style="${this.#css(style)}">${escaped(text)}</span>`)
        .join('');
    });
    const css = `color:${hex(this.defaults.foreground)};background:${hex(this.defaults.background)}`;
    return `<pre style="${css}">${lines.join('\n')}</pre>`;
  }

  /** @param {number} id */
  #css(id) {
    const style = this.styles.get(id) ?? {};
    let [front, back] = [style.foreground ?? this.defaults.foreground, style.background];
    if (style.reverse) [front, back] = [back ?? this.defaults.background, front];
    const line = style.undercurl ? 'wavy' : style.underline ? 'solid' : undefined;
    return [
      `color:${hex(front)}`,
      ...(back === undefined ? [] : [`background:${hex(back)}`]),
      ...(style.bold ? ['font-weight:bold'] : []),
      ...(style.italic ? ['font-style:italic'] : []),
      ...(line ? [`text-decoration:underline ${line} ${hex(style.special ?? front)}`] : []),
    ].join(';');
  }

  async end() {
    this.process.stdin.write(encode([2, 'nvim_command', ['qall!']]));
    await new Promise((done) => this.process.once('exit', done));
  }
}

/** @param {number} columns @param {number} lines */
function blank(columns, lines) {
  return Array.from({ length: lines }, () =>
    Array.from({ length: columns }, () => ({ text: ' ', style: 0 })),
  );
}

/** @param {number} color */
function hex(color) {
  return `#${color.toString(16).padStart(6, '0')}`;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
