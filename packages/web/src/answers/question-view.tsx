import { isObject, ownValue, type Json } from '@skein/kernel';
import type { ReactNode } from 'react';
import { textAt } from '../graph/own-keys.ts';
import { JsonView } from '../viewers/json-view.tsx';
import { visibleText } from '../viewers/visible-text.ts';

interface QuestionDataProps {
  readonly data: Json;
  /** How high it may become before it scrolls. */
  readonly className?: string;
}

/** Exactly what would be done, or what the question is about; never a summary of it. */
export function QuestionData({ data, className = 'max-h-96' }: QuestionDataProps): ReactNode {
  if (data === null) return null;
  const isCall = isObject(data) && typeof ownValue(data, 'tool') === 'string';
  const shown = isObject(data) && isCall ? (ownValue(data, 'arguments') ?? null) : data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-semibold">
        {isObject(data) && isCall ? (
          <>
            Exact arguments of{' '}
            <code className="font-mono text-accent-text">{visibleText(textAt(data, 'tool'))}</code>
          </>
        ) : (
          'About this question'
        )}
      </h3>
      <JsonView label="arguments" value={shown} className={className} />
    </div>
  );
}
