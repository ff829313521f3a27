import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Range,
} from 'vscode-languageserver/node';
import { editsOf, Texts } from '../../lint/fix/edits.js';
import { withComments } from '../../lint/fix/suppression.js';
import type { KnownState } from '../../lint/workspace/known-state.js';
import type { Finding } from '../../model/finding.js';
import type { TextEdit } from '../../model/fix.js';
import { quoted } from '../../report/quoted.js';
import type { Diagnostics } from './diagnostics.js';
import { editOf, type EditorTexts, workspaceEdit } from './edits.js';
import { rangeOf } from './places.js';
import type { Root } from './root.js';

/** The command that shows the page of a rule. */
export const explainCommand = 'rolloutkit.explain';

/** The reason that the comment of a suppression has until the user writes another. */
const openReason = 'write the reason';

/** Which fixes an action applies that is resolved later. */
interface Lasting {
  readonly file: string;
  /** All rules without a name. */
  readonly rule?: string | undefined;
}

/** What can be done about the findings at a place. */
export class Actions {
  constructor(
    private readonly diagnostics: Diagnostics,
    private readonly texts: EditorTexts,
    /** Whether the editor asks for the edits of an action when it is chosen. */
    private readonly resolvesLater: boolean,
  ) {}

  /** The actions for a range of a file. */
  at(root: Root, file: string, { range, context }: CodeActionParams): readonly CodeAction[] {
    const state = root.current();
    if (!state) return [];
    const isAsked = (kind: string) => isAskedFor(kind, context);
    const quick = isAsked(CodeActionKind.QuickFix) ? this.quickFixes(root, state, file, range) : [];
    // A kind for saving is only wanted where it is asked for.
    const all = context.only && isAsked(fixAllKind) ? [this.fixAll(root, { file }, fixAllKind)] : [];
    return [...quick, ...all].filter((action) => action !== undefined);
  }

  /** An action with its edits. */
  resolve(root: Root, action: CodeAction): CodeAction {
    const { file, rule } = action.data as Lasting;
    return { ...action, edit: workspaceEdit(this.editsOfAll(root, { file, rule }), this.texts) };
  }

  private quickFixes(
    root: Root,
    state: KnownState,
    file: string,
    range: Range,
  ): readonly (CodeAction | undefined)[] {
    const own = firstFindings(state.byPlace.get(file) ?? [], ({ place }) => isTouched(rangeOf(place), range));
    const others = firstFindings(state.byFix.get(file) ?? [], ({ place }) => place.source.path !== file);
    const texts = new Texts();
    const { proven } = root.workspace.tried([...own, ...others], { isAlone: true });
    const rules = [...new Set(own.map(({ rule }) => rule))];
    return [
      ...own.map((finding) => this.fixOf(finding, proven, texts)),
      ...own.flatMap((finding) => this.choicesOf(finding, texts)),
      // Where a fix of another file's finding writes.
      ...others.map((finding) => this.fixOf(finding, proven, texts, { file, range })),
      ...rules.map((rule) => this.fixAllOf(root, state, file, rule)),
      ...rules.map((rule) => this.suppress(state, file, rule, own)),
      ...rules.map((rule) => explain(rule)),
    ];
  }

  private fixOf(
    finding: Finding,
    proven: ReadonlySet<Finding>,
    texts: Texts,
    at?: { readonly file: string; readonly range: Range },
  ): CodeAction | undefined {
    const { fix } = finding;
    const isSafe = fix?.safety === 'safe';
    if (!fix || (isSafe && !proven.has(finding))) return undefined;
    const edited = editsOf(fix, texts);
    if ('unfit' in edited || edited.edits.length === 0) return undefined;
    const { edits } = edited;
    const isHere = (edit: TextEdit) => edit.source.path === at?.file && isTouched(rangeOf(edit), at.range);
    if (at && !edits.some(isHere)) return undefined;
    return {
      title: isSafe ? quoted(fix.title) : `${quoted(fix.title)} (probably meant)`,
      kind: CodeActionKind.QuickFix,
      isPreferred: isSafe,
      diagnostics: at ? [] : [this.diagnostics.of(finding)],
      edit: workspaceEdit(edits, this.texts),
    };
  }

  /** The edits of which the user takes one. */
  private choicesOf(finding: Finding, texts: Texts): readonly CodeAction[] {
    return (finding.choices ?? []).flatMap((choice): CodeAction[] => {
      const edited = editsOf(choice, texts);
      if ('unfit' in edited || edited.edits.length === 0) return [];
      return [
        {
          title: quoted(choice.title),
          kind: CodeActionKind.QuickFix,
          diagnostics: [this.diagnostics.of(finding)],
          edit: workspaceEdit(edited.edits, this.texts),
        },
      ];
    });
  }

  /** All fixes of a rule in a file, if there are several. */
  private fixAllOf(root: Root, state: KnownState, file: string, rule: string): CodeAction | undefined {
    const fixable = (state.byPlace.get(file) ?? []).filter(isFixedIn({ file, rule }));
    return fixable.length > 1 ? this.fixAll(root, { file, rule }, CodeActionKind.QuickFix) : undefined;
  }

  private fixAll(root: Root, lasting: Lasting, kind: string): CodeAction | undefined {
    const { file, rule } = lasting;
    const its = rule === undefined ? 'that are safe' : `of ${rule}`;
    const action: CodeAction = { title: `Apply all fixes ${its} in this file`, kind, data: lasting };
    if (this.resolvesLater) return action;
    const edits = this.editsOfAll(root, { file, rule });
    return edits.length === 0 ? undefined : { ...action, edit: workspaceEdit(edits, this.texts) };
  }

  private editsOfAll(root: Root, lasting: Lasting): readonly TextEdit[] {
    return [...root.workspace.settle(isFixedIn(lasting))].map(([source, change]) => editOf(source, change));
  }

  private suppress(
    state: KnownState,
    file: string,
    rule: string,
    own: readonly Finding[],
  ): CodeAction | undefined {
    const its = own.filter((finding) => finding.rule === rule);
    const source = state.sources.find(({ path }) => path === file);
    const change =
      source && withComments(source, its, { rules: [rule], reason: openReason, until: undefined });
    if (!source || !change || 'unfit' in change) return undefined;
    return {
      title: `Suppress ${rule} here, with a reason`,
      kind: CodeActionKind.QuickFix,
      diagnostics: its.map((finding) => this.diagnostics.of(finding)),
      edit: workspaceEdit([editOf(source, change)], this.texts),
    };
  }
}

/** The findings that actions are offered for: a menu with more helps little, and each fix is tried. */
const mostFindings = 50;

function firstFindings(
  findings: readonly Finding[],
  isWanted: (finding: Finding) => boolean,
): readonly Finding[] {
  const first: Finding[] = [];
  for (const finding of findings) {
    if (first.length === mostFindings) break;
    if (isWanted(finding)) first.push(finding);
  }
  return first;
}

const fixAllKind = `${CodeActionKind.SourceFixAll}.rolloutkit`;

/** The kinds of actions. */
export const actionKinds: readonly string[] = [CodeActionKind.QuickFix, fixAllKind];

/** Whether a request is answered by what is found in all files. */
export function needsFindings({ context }: CodeActionParams): boolean {
  return actionKinds.some((kind) => isAskedFor(kind, context));
}

function isAskedFor(kind: string, { only: kinds }: CodeActionParams['context']): boolean {
  return !kinds || kinds.some((only) => kind === only || kind.startsWith(`${only}.`));
}

function explain(rule: string): CodeAction {
  const title = `Explain ${rule}`;
  return {
    title,
    kind: CodeActionKind.QuickFix,
    command: { title, command: explainCommand, arguments: [rule] },
  };
}

/** Whether a finding of a file is repaired by edits of that file alone, which are certain. */
function isFixedIn({ file, rule }: Lasting): (finding: Finding) => boolean {
  return ({ place, fix, ...finding }) =>
    place.source.path === file &&
    (rule === undefined || finding.rule === rule) &&
    fix?.safety === 'safe' &&
    fix.writes.every(({ resource }) => resource.source.path === file);
}

function isTouched(one: Range, other: Range): boolean {
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
}

function isBefore(one: Range['start'], other: Range['start']): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}
