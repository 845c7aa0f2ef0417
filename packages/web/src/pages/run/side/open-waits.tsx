import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import { Fragment, type ReactNode } from 'react';
import { AnswerPanel } from '../../../answers/answer-panel.tsx';
import { QuestionData } from '../../../answers/question-view.tsx';
import { NodeInput } from '../../../answers/node-input.tsx';
import { FoldMark } from '../../../design/controls/fold-mark.tsx';
import { StatusIcon } from '../../../design/status/status-icon.tsx';
import { listAt, textAt } from '../../../graph/own-keys.ts';
import { activationsOf } from '../../../graph/run/activations-of.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { LongText } from '../../../viewers/long-text.tsx';
import { ageWords, dueWords } from '../../../text/time-words.ts';
import { visibleText } from '../../../text/visible-text.ts';

interface OpenWaitsProps {
  readonly replay: Replay;
  readonly titles: ReadonlyMap<string, string>;
  /** If this node asks, only its questions are shown; while another is looked at, those of others are folded. */
  readonly selected: string | null;
}

/** Open questions of this run, answered in place. */
export function OpenWaits({ replay, titles, selected }: OpenWaitsProps): ReactNode {
  const all = listAt(replay.view, 'waits').filter(isObject);
  const own = all.filter((wait) => textAt(wait, 'node') === selected);
  const waits = own.length > 0 ? own : all;
  // The details of a node that was chosen come before questions that are not its own.
  const isAside = selected !== null && own.length === 0;
  if (waits.length === 0) return null;
  return (
    <section
      aria-label="Waiting for you"
      className="shrink-0 overflow-auto md:max-h-[70%] border-y border-line bg-bg"
    >
      {waits.map((wait) => {
        const shown = <OpenWait wait={wait} replay={replay} titles={titles} />;
        const id = textAt(wait, 'id');
        if (!isAside || textAt(wait, 'node') === '') return <Fragment key={id}>{shown}</Fragment>;
        return (
          <FoldedWait key={id} wait={wait} titles={titles}>
            {shown}
          </FoldedWait>
        );
      })}
    </section>
  );
}

interface FoldedWaitProps extends Pick<OpenWaitsProps, 'titles'> {
  readonly wait: JsonObject;
  readonly children: ReactNode;
}

interface OpenWaitProps extends Pick<OpenWaitsProps, 'replay' | 'titles'> {
  readonly wait: JsonObject;
}

/** One line, which unfolds to the whole question. */
function FoldedWait({ wait, titles, children }: FoldedWaitProps): ReactNode {
  const node = textAt(wait, 'node');
  const title = titles.get(node) ?? node;
  return (
    <details className="group border-b border-line last:border-b-0">
      <summary className="flex min-h-11 list-none items-center gap-2 bg-wait-soft px-4 py-2 text-sm text-wait-text outline-offset-[-2px]">
        <FoldMark />
        <span className="min-w-0 flex-1 truncate">
          <span className="font-medium">{visibleText(title)}</span>{' '}
          {visibleText(`asks: ${textAt(wait, 'prompt')}`)}
        </span>
        <span className="shrink-0 font-semibold group-open:hidden">Answer</span>
      </summary>
      {children}
    </details>
  );
}

function OpenWait({ wait, replay, titles }: OpenWaitProps): ReactNode {
  const node = textAt(wait, 'node');
  const prompt = textAt(wait, 'prompt') || `Answer for ${titles.get(node) ?? node}`;
  const question = {
    id: textAt(wait, 'id'),
    kind: textAt(wait, 'kind'),
    prompt,
    schema: ownValue(wait, 'schema') ?? null,
    data: ownValue(wait, 'data') ?? null,
    who: listAt(wait, 'who').filter((name) => typeof name === 'string'),
  };
  return (
    // The widest word does not make it wider than its place.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-b border-line p-4 last:border-b-0">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <h3 className="flex gap-2 text-sm font-semibold">
          <StatusIcon status="waiting" />
          <span className="min-w-0 break-words whitespace-pre-line">
            <LongText text={prompt} />
          </span>
        </h3>
        <p className="num pl-6 text-xs text-text-3">
          {visibleText(whereWords(wait, titles.get(node) ?? node))}
        </p>
      </div>
      {question.data === null ? (
        <NodeInput inputs={reachedBy(replay, node, question.id)} className="max-h-44" />
      ) : (
        <QuestionData data={question.data} className="max-h-44" />
      )}
      <AnswerPanel wait={question} />
    </div>
  );
}

/** Who asks, since when and until when. */
function whereWords(wait: JsonObject, title: string): string {
  const now = Date.now();
  const due = textAt(wait, 'deadline');
  return [
    title === '' ? 'Asked by the run itself' : `Asked by ${title}`,
    ageWords(textAt(wait, 'createdAt'), now),
    ...(due === '' ? [] : [`due ${dueWords(due, now)}`]),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The input of the activation that asks: a node in a loop may ask several times. */
function reachedBy({ moments }: Replay, node: string, wait: string): JsonObject {
  const opened = moments
    .flatMap(({ derived }) => derived)
    .find((fact) => fact.type === 'wait.opened' && fact.wait === wait);
  const activation = opened !== undefined && 'activation' in opened ? opened.activation : null;
  return activationsOf(moments, node).find(({ n }) => n === activation)?.inputs ?? {};
}
