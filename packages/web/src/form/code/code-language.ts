// What TypeScript knows about the code, in the editor: completion, explanations and findings. It is asked when the editor has been
// focused once: it is large, and who only looks at a workflow does not need it.
import { autocompletion, type Completion, type CompletionContext } from '@codemirror/autocomplete';
import { linter, type Diagnostic } from '@codemirror/lint';
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, hoverTooltip } from '@codemirror/view';
import { askLanguage } from './language/ask-language.ts';
import type { CodeHelp, CodeText } from './language/language-messages.ts';

export interface LanguageOptions {
  /** Without the code; null for what TypeScript cannot read. */
  readonly given: () => Omit<CodeText, 'code'> | null;
  /** Findings of others: of the server, and of the last execution. */
  readonly others: (doc: EditorView['state']['doc']) => readonly Diagnostic[];
  /** All of them, whenever they change. */
  readonly onFindings: (findings: readonly Diagnostic[]) => void;
}

const focused = StateEffect.define<null>();
const isUsed = StateField.define<boolean>({
  create: () => false,
  update: (value, { effects }) => value || effects.some((effect) => effect.is(focused)),
});
const recheck = StateEffect.define<null>();

/** Asks for the findings again: what they depend on has changed. */
export function checkAgain(view: EditorView): void {
  view.dispatch({ effects: recheck.of(null) });
}

export function codeLanguage(options: LanguageOptions): Extension {
  const textOf = (view: EditorView['state']): CodeText | null => {
    const given = options.given();
    return given && { code: view.doc.toString(), ...given };
  };
  return [
    isUsed,
    EditorView.focusChangeEffect.of((state, isFocused) =>
      isFocused && !state.field(isUsed) ? focused.of(null) : null,
    ),
    autocompletion({ override: [(context) => complete(context, textOf)], icons: false }),
    hoverTooltip(async (view, at) => {
      const text = view.state.field(isUsed) ? textOf(view.state) : null;
      if (text === null) return null;
      const help = await askLanguage({ kind: 'explain', text, at });
      if (help === undefined || help === null) return null;
      return { pos: at, above: true, create: () => ({ dom: helpView(help) }) };
    }),
    linter((view) => findingsIn(view, options, textOf), {
      delay: 300,
      needsRefresh: ({ transactions }) =>
        transactions.some(({ effects }) =>
          effects.some((effect) => effect.is(focused) || effect.is(recheck)),
        ),
    }),
  ];
}

type TextOf = (state: EditorView['state']) => CodeText | null;

async function findingsIn(
  view: EditorView,
  { others, onFindings }: LanguageOptions,
  textOf: TextOf,
): Promise<readonly Diagnostic[]> {
  const { state } = view;
  const text = state.field(isUsed) ? textOf(state) : null;
  const own = text === null ? [] : ((await askLanguage({ kind: 'check', text })) ?? []);
  const foreign = others(state.doc);
  const lineOf = (at: number) => state.doc.lineAt(Math.min(at, state.doc.length)).number;
  const known = new Set(own.map(({ from }) => lineOf(from)));
  // The server finds the same mistake of syntax; TypeScript says it better.
  const added = foreign.filter(
    ({ source, from }) => source !== 'server' || !known.has(lineOf(from)),
  );
  const all = [...own, ...added].toSorted((a, b) => a.from - b.from);
  if (view.state.doc.eq(state.doc)) onFindings(all);
  return all;
}

async function complete(context: CompletionContext, textOf: TextOf) {
  const word = context.matchBefore(/[\w$]*$/);
  const isMember = context.matchBefore(/\.\s*[\w$]*$/) !== null;
  const from = word?.from ?? context.pos;
  if (!context.explicit && !isMember && from === context.pos) return null;
  const text = textOf(context.state);
  if (text === null) return null;
  const found = await askLanguage({ kind: 'complete', text, at: context.pos });
  // Also if more was typed meanwhile: only an answer that no longer fits makes CodeMirror ask again.
  if (found === undefined) return null;
  const options = found.map(({ name, kind, sort }): Completion => ({
    label: name,
    detail: kind === 'keyword' ? '' : kind,
    sortText: sort + name,
    boost: kind === 'const' || kind === 'property' || kind === 'method' ? 1 : 0,
    info: async () => {
      const help = await askLanguage({ kind: 'explain', text, at: context.pos, name });
      return help === undefined || help === null ? null : helpView(help);
    },
  }));
  return { from, options, validFor: /^[\w$]*$/ };
}

function helpView({ type, about }: CodeHelp): HTMLElement {
  const element = document.createElement('div');
  element.className = 'cm-help';
  element.textContent = type;
  if (about !== '') {
    const text = document.createElement('p');
    text.textContent = about;
    element.append(text);
  }
  return element;
}
