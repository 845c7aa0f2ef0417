// What is offered while a placeholder is begun: the same tree as in the picker, in place.
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { findVariables } from '../../graph/variables/find-variables.ts';
import { previewText } from '../../graph/variables/preview-text.ts';
import type { Variable } from '../../graph/variables/variables-at.ts';

const begun = /(?:\$\{|\{\{|<<|@\{|\{)[\p{L}\p{M}\p{N}_.› -]{0,60}$/u;
const shownMax = 80;

export function variableSource(
  variables: () => readonly Variable[],
): (context: CompletionContext) => CompletionResult | null {
  const offer = ({ state, pos }: CompletionContext): CompletionResult | null => {
    const line = state.doc.lineAt(pos);
    const before = line.text.slice(0, pos - line.from);
    const opened = begun.exec(before);
    if (opened === null) return null;
    // Doubled, it is a dollar and no placeholder.
    if (/(?:^|[^$])(?:\$\$)+$/.test(before.slice(0, opened.index + 1)) && opened[0][0] !== '{')
      return null;
    if (opened[0][0] === '{' && before[opened.index - 1] === '$') return null;
    const typed = opened[0].replace(/^[${<@]+/, '');
    const found = findVariables(variables(), typed).slice(0, shownMax);
    if (found.length === 0) return null;
    const isTree = typed.trim() === '';
    return {
      from: line.from + opened.index,
      options: found.map((variable, index) => toCompletion(variable, { index, isTree })),
      filter: false,
      // At once: a list that is still being asked for does not take Enter, which would begin a line.
      update: (_, __, ___, context) => offer(context),
    };
  };
  return offer;
}

interface Shown {
  readonly index: number;
  /** Nothing is searched, so fields stand below what they belong to. */
  readonly isTree: boolean;
}

const boostMax = 99;

function toCompletion(variable: Variable, { index, isTree }: Shown): Completion {
  const { text, label, name, depth, type, preview } = variable;
  const isField = isTree && depth > 0;
  return {
    label: text,
    displayLabel: isField ? name : label,
    type: isField ? `depth-${Math.min(depth, 3)}` : 'depth-0',
    detail: `${type}${previewText(preview)}`,
    boost: Math.max(-boostMax, boostMax - index),
    apply: (view, _, from, to) => {
      view.dispatch({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
        userEvent: 'input.complete',
      });
    },
  };
}

/** How far a field is set in. */
export function depthClass({ type = '' }: Completion): string {
  return type.startsWith('depth-') ? `cm-${type}` : '';
}
