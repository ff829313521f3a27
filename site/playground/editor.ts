import { yaml } from '@codemirror/lang-yaml';
import { syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import type { Judgement } from './judge.js';

type Finding = Judgement['findings'][number];

/** The text area as an editor that marks findings. */
export interface Editor {
  readonly mark: (found: readonly Finding[]) => void;
  readonly select: (start: number, end: number) => void;
  readonly write: (text: string) => void;
}

/** Replaces a text area by an editor; `typed` is called with the text after each edit. */
export function edit(parent: HTMLElement, area: HTMLElement, typed: (text: string) => void): Editor {
  const view = new EditorView({
    parent,
    extensions: [
      basicSetup,
      yaml(),
      syntaxHighlighting(classHighlighter), // Uses the colors of the page, light and dark.
      lintGutter(),
      EditorView.contentAttributes.of({ 'aria-label': 'Manifest' }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) typed(state.doc.toString());
      }),
    ],
  });
  area.hidden = true;
  view.scrollDOM.tabIndex = 0; // Makes it scrollable with the keyboard.
  return {
    mark: (found) => {
      const { doc } = view.state;
      const offset = (line: number, column: number): number => {
        if (line > doc.lines) return doc.length;
        const { from, to } = doc.line(line);
        return Math.min(from + column - 1, to);
      };
      const diagnostics = found.flatMap(
        ({ line, column, endLine, endColumn, severity, message, rule }): Diagnostic[] =>
          line === undefined || column === undefined
            ? []
            : [
                {
                  from: offset(line, column),
                  to: Math.max(offset(line, column), offset(endLine ?? line, endColumn ?? column)),
                  severity,
                  message,
                  source: rule,
                },
              ],
      );
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    select: (anchor, head) => {
      const { length } = view.state.doc;
      view.dispatch({
        selection: { anchor: Math.min(anchor, length), head: Math.min(head, length) },
        effects: EditorView.scrollIntoView(Math.min(anchor, length), { y: 'center' }),
      });
      view.focus();
    },
    write: (text) => {
      if (text !== view.state.doc.toString())
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
  };
}
