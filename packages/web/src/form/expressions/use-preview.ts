import type { Json } from '@skein/kernel';
import { useMemo } from 'react';
import type { ExpressionPlace } from '../../graph/expressions/expression-place.ts';
import {
  previewExpression,
  previewTemplate,
  type Preview,
} from '../../graph/expressions/preview-value.ts';
import { hasExpression } from '../../graph/expressions/whole-expression.ts';
import { useDebounced } from './use-debounced.ts';

const pauseMs = 250;

interface ShownPreview {
  readonly preview: Preview | null;
  /** Where it has mistakes; none while it is being typed. */
  readonly places: readonly number[];
}

const none: readonly number[] = [];

/** What a setting gives, once typing has paused: `inner` is an expression without its braces. */
export function usePreview(
  place: ExpressionPlace | null,
  { inner, value }: { readonly inner: string | null; readonly value: Json | undefined },
): ShownPreview {
  const written = inner ?? (value === undefined ? '' : JSON.stringify(value));
  const isWhole = inner !== null;
  const settled = useDebounced(written, pauseMs);
  const isSettled = settled === written;
  return useMemo(() => {
    const preview = place === null ? null : previewOf(settled, isWhole, place);
    const at = preview?.kind === 'problems' ? preview.problems.map((problem) => problem.at) : none;
    const places = at.filter((each) => each !== null);
    return { preview, places: isSettled && places.length > 0 ? places : none };
  }, [settled, isSettled, isWhole, place]);
}

function previewOf(settled: string, isWhole: boolean, place: ExpressionPlace): Preview | null {
  if (settled.trim() === '') return null;
  if (isWhole) return previewExpression(settled, place);
  const value = parsed(settled);
  const isShown = value !== undefined && (hasExpression(value) || isFilled(settled, place));
  return isShown ? previewTemplate(value, place) : null;
}

/** References say something only once there are values. */
function isFilled(settled: string, { values }: ExpressionPlace): boolean {
  return settled.includes('${') && (values.trigger !== undefined || values.outputs.size > 0);
}

/** Undefined for the moment in which a field has just become another kind. */
function parsed(text: string): Json | undefined {
  try {
    // What JSON says is JSON.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
