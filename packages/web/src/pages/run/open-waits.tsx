import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { AnswerPanel } from '../../answers/answer-panel.tsx';
import { QuestionData } from '../../answers/question-view.tsx';
import { StatusIcon } from '../../design/status-icon.tsx';
import { listAt, textAt } from '../../graph/own-keys.ts';
import { LongText } from '../../viewers/long-text.tsx';

interface OpenWaitsProps {
  readonly view: JsonObject;
  /** When this node asks, only its questions are shown. */
  readonly selected: string | null;
}

/** Questions of this run, answered where one looks at it. */
export function OpenWaits({ view, selected }: OpenWaitsProps): ReactNode {
  const all = listAt(view, 'waits').filter(isObject);
  const own = all.filter((wait) => textAt(wait, 'node') === selected);
  const waits = own.length > 0 ? own : all;
  if (waits.length === 0) return null;
  return (
    <section
      aria-label="Waiting for you"
      className="max-h-[60%] shrink-0 overflow-auto border-y border-line bg-bg"
    >
      {waits.map((wait) => (
        <OpenWait key={textAt(wait, 'id')} wait={wait} />
      ))}
    </section>
  );
}

function OpenWait({ wait }: { readonly wait: JsonObject }): ReactNode {
  const prompt = textAt(wait, 'prompt') || `Answer for ${textAt(wait, 'node')}`;
  const question = {
    id: textAt(wait, 'id'),
    kind: textAt(wait, 'kind'),
    prompt,
    schema: ownValue(wait, 'schema') ?? null,
    data: ownValue(wait, 'data') ?? null,
  };
  return (
    <div className="grid gap-3 border-b border-line p-4 last:border-b-0">
      <h3 className="flex gap-2 text-sm font-semibold">
        <StatusIcon status="waiting" />
        <span className="min-w-0 break-words whitespace-pre-line">
          <LongText text={prompt} />
        </span>
      </h3>
      <QuestionData data={question.data} />
      <AnswerPanel wait={question} />
    </div>
  );
}
