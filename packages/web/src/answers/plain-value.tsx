import { isObject, textOf, type Json, type JsonObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { FactsGrid } from '../design/layout/facts-grid.tsx';
import { JsonView } from '../viewers/json/json-view.tsx';
import { LongText } from '../viewers/long-text.tsx';
import { visibleText } from '../text/visible-text.ts';

interface PlainValueProps {
  readonly label: string;
  readonly value: Json;
  /** Height at which a large value starts to scroll. */
  readonly className?: string | undefined;
}

/** A value in the plainest form that fits it: a text, a few facts, or the JSON itself. */
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

/** Few and short enough to be read side by side. */
function isFlat(value: JsonObject): boolean {
  const facts = Object.values(value);
  const isShort = (fact: Json) =>
    fact === null || (typeof fact !== 'object' && String(fact).length <= factMax);
  return facts.length > 0 && facts.length <= factsMax && facts.every(isShort);
}
