import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSection,
} from '@codemirror/autocomplete';
import type { DescribedFunction } from '@skein/kernel';
import {
  completeExpression,
  type ExpressionOption,
} from '../../graph/expressions/complete-expression.ts';
import type { ExpressionPlace } from '../../graph/expressions/expression-place.ts';
import type { Region } from './expression-colours.ts';

/** Offers what an expression can say at the cursor; null outside of expressions. */
export function expressionSource(
  regionsOf: (text: string) => readonly Region[],
  placeOf: () => ExpressionPlace | null,
): (context: CompletionContext) => CompletionResult | null {
  return ({ state, pos, explicit }) => {
    const place = placeOf();
    const text = state.doc.toString();
    const region = regionsOf(text).find(({ from, to }) => from <= pos && pos <= to);
    if (place === null || region === undefined) return null;
    const written = text.slice(region.from, region.to);
    const completion = completeExpression(written, pos - region.from, { place, isAsked: explicit });
    if (completion === null) return null;
    return {
      from: region.from + completion.from,
      options: completion.options.map((option, index) => toCompletion(option, index, region.from)),
      validFor: /^[\p{L}\p{M}\p{N}_$]*$/u,
    };
  };
}

const boostMax = 99;
const sections: Readonly<Record<ExpressionOption['group'], CompletionSection>> = {
  Fields: { name: 'Fields', rank: 0 },
  Values: { name: 'Values', rank: 1 },
  Nodes: { name: 'Nodes', rank: 2 },
  Methods: { name: 'Methods', rank: 3 },
  Functions: { name: 'Functions', rank: 4 },
};

function toCompletion(option: ExpressionOption, index: number, shift: number): Completion {
  const { label, detail, group, text, from, cursor, entry } = option;
  const start = shift + from;
  const completion: Completion = {
    label,
    detail,
    section: sections[group],
    // In the order of the table, not of the alphabet.
    boost: Math.max(-boostMax, boostMax - index),
    apply: (view, _, __, to) => {
      view.dispatch({
        changes: { from: start, to, insert: text },
        selection: { anchor: start + cursor },
        userEvent: 'input.complete',
      });
    },
  };
  return entry === undefined ? completion : { ...completion, info: () => describe(entry) };
}

function describe({ signature, description, example, result }: DescribedFunction): Node {
  const element = document.createElement('div');
  const add = (name: string, text: string) => {
    const part = document.createElement('p');
    part.className = name;
    part.textContent = text;
    element.append(part);
  };
  add('cm-signature', signature);
  add('cm-description', description);
  add('cm-example', `${example}  =  ${JSON.stringify(result)}`);
  return element;
}
