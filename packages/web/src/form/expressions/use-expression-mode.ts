// Whether a field shows its value as a text or as an expression
// A value that is one expression is shown without its braces. Where both would be possible, people choose; nothing is kept about
// it, so undo and another form always show what is stored.
import type { Json } from '@skein/kernel';
import { useMemo, useState } from 'react';
import { fromExpression } from '../../graph/expressions/from-expression.ts';
import { toExpression } from '../../graph/expressions/to-expression.ts';
import {
  insideOf,
  isBegun,
  isWrapped,
  unwrapExpression,
  wrapExpression,
} from '../../graph/expressions/whole-expression.ts';

export interface ExpressionMode {
  /** The expression without its braces; null while the value is shown as a text. */
  readonly inner: string | null;
  readonly toggle: () => void;
  /** What was written as an expression. */
  readonly writeInner: (text: string) => void;
  /** What was written as a text. */
  readonly write: (value: Json | undefined) => void;
  /** Whether someone has just switched to it. */
  readonly takesFocus: boolean;
}

interface Choice {
  readonly mode: 'text' | 'expression';
  /** The value for which it was made: any other was not written here. */
  readonly of: string | undefined;
}

interface ExpressionModeOptions {
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  /** The value as an expression, if it is not written as a template. */
  readonly convert?: (value: Json) => string | null;
  /** In a text of some length, an expression can also stand between other words. */
  readonly staysText?: boolean;
}

export function useExpressionMode(options: ExpressionModeOptions): ExpressionMode {
  const { value, onChange, convert = toExpression, staysText = false } = options;
  const [choice, setChoice] = useState<Choice | null>(null);
  const text = JSON.stringify(value);
  const isChosen = choice !== null && choice.of === text;
  const stored = useMemo(() => unwrapExpression(value), [value]);
  const chosen = isWrapped(value) ? insideOf(value) : '';
  const inner = !isChosen ? stored : choice.mode === 'text' ? null : chosen;
  const put = (mode: Choice['mode'], next: Json | undefined) => {
    setChoice({ mode, of: JSON.stringify(next) });
    if (JSON.stringify(next) !== text) onChange(next);
  };
  const writeInner = (written: string) =>
    put('expression', written.trim() === '' ? undefined : wrapExpression(written));
  return {
    inner,
    writeInner,
    write: (next) => {
      if (staysText || !isBegun(next) || isBegun(value)) put('text', next);
      else writeInner(insideOf(next));
    },
    toggle: () => {
      if (inner !== null) return put('text', fromExpression(inner) ?? value);
      const isEmpty = value === undefined || value === '';
      const converted = isEmpty ? null : convert(value);
      // What cannot be said as an expression stays until something else is written.
      return put('expression', converted === null ? value : wrapExpression(converted));
    },
    takesFocus: isChosen && choice.mode === 'expression',
  };
}
