import { isObject, textOf, type Json, type JsonObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { FactsGrid } from '../design/layout/facts-grid.tsx';
import { JsonView } from '../viewers/json/json-view.tsx';
import { LongText } from '../viewers/long-text.tsx';
import { visibleText } from '../text/visible-text.ts';

interface PlainValueProps {
  readonly label: string;
  readonly value: Json;
  /** How high a large one may become before it scrolls. */
  readonly className?: string;
}

/** What somebody has to know, in the plainest form that it fits into: a text, a few facts, or the whole value. */
export function PlainValue({ label, value, className = 'max-h-96' }: PlainValueProps): ReactNode {
  if (isObject(value) && isFlat(value))
    return (
      <FactsGrid
        label={label}
        facts={Object.entries(value).map(([name, fact]) => ({
          name: visibleText(name),
          value: visibleText(fact === null ? '–' : textOf(fact)),
        }))}
      />
    );
  if (typeof value === 'object')
    return <JsonView label={label} value={value} className={className} />;
  return (
    <p className="max-h-40 overflow-auto rounded-lg border border-line bg-surface px-3 py-2 text-sm break-words whitespace-pre-wrap">
      <LongText text={String(value)} />
    </p>
  );
}

const factsMax = 12;
const factMax = 200;

/** Few and short enough to be read beside each other. */
function isFlat(value: JsonObject): boolean {
  const facts = Object.values(value);
  const isShort = (fact: Json) =>
    fact === null || (typeof fact !== 'object' && String(fact).length <= factMax);
  return facts.length > 0 && facts.length <= factsMax && facts.every(isShort);
}
