import { askedAddress } from '@skein/dialects';
import { isObject, ownValue, type Json } from '@skein/kernel';
import type { ReactNode } from 'react';
import { textAt } from '../graph/own-keys.ts';
import { JsonView } from '../viewers/json/json-view.tsx';
import { visibleText } from '../text/visible-text.ts';
import { PlainValue } from './plain-value.tsx';

interface QuestionDataProps {
  readonly data: Json;
  /** Height at which it starts to scroll. */
  readonly className?: string;
}

/** Exactly what would be done, or what the question is about; never a summary. */
export function QuestionData({ data, className = 'max-h-96' }: QuestionDataProps): ReactNode {
  if (data === null) return null;
  const isCall = isObject(data) && typeof ownValue(data, 'tool') === 'string';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {isCall ? (
        <>
          <h3 className="text-sm font-semibold">
            Exact arguments of{' '}
            <code className="font-mono text-accent-text">{visibleText(textAt(data, 'tool'))}</code>
          </h3>
          <JsonView
            label="arguments"
            value={ownValue(data, 'arguments') ?? null}
            className={className}
          />
        </>
      ) : (
        <>
          <h3 className="text-sm font-semibold">About this question</h3>
          <AskedAddress address={askedAddress(data)} />
          <PlainValue label="the question" value={data} className={className} />
        </>
      )}
    </div>
  );
}

/** A tab of its own: the answer is given here afterwards. */
function AskedAddress({ address }: { readonly address: string | null }): ReactNode {
  if (address === null) return null;
  return (
    <p className="text-sm break-words">
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        className="text-accent-text underline"
      >
        {visibleText(address)}
      </a>
    </p>
  );
}
