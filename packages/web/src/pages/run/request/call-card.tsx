import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import type { RunCall } from '../../../data/debugging/run-calls.ts';
import { FoldMark } from '../../../design/controls/fold-mark.tsx';
import {
  answerText,
  callFigures,
  callTitle,
  sentMessages,
  sentSettings,
  sentTools,
} from '../../../graph/run/call-words.ts';
import { shownFailure } from '../../../graph/run/failure-hints.ts';
import { textAt } from '../../../graph/own-keys.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { JsonView } from '../../../viewers/json/json-view.tsx';
import { LongText } from '../../../viewers/long-text.tsx';
import { FailureNote } from '../outcome/failure-note.tsx';

interface CallCardProps {
  readonly call: RunCall;
  readonly number: number;
  /** The subagent that made it; undefined: the step itself. */
  readonly by?: string | undefined;
}

/** One request, exactly as it was sent, and what came back. */
export function CallCard({ call, number, by }: CallCardProps): ReactNode {
  const title = by === undefined ? callTitle(call) : `${by}: ${callTitle(call)}`;
  return (
    <section
      aria-label={`Request ${number}: ${title}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-2.5 rounded-lg border border-line p-3"
    >
      <header className="grid gap-0.5">
        <h3 className="font-medium break-words">{visibleText(title)}</h3>
        <p className="num text-xs text-text-3">{callFigures(call)}</p>
      </header>
      <h4 className="text-xs font-medium text-text-2">Sent</h4>
      <Sent request={call.request} />
      <h4 className="text-xs font-medium text-text-2">Came back</h4>
      <CameBack call={call} />
    </section>
  );
}

function Sent({ request }: { readonly request: Json }): ReactNode {
  const type = isObject(request) ? textAt(request, 'type') : '';
  if (type === 'model') return <SentToModel request={request} />;
  if (type === 'tool' && isObject(request))
    return <JsonView label="arguments" value={ownValue(request, 'arguments') ?? null} />;
  return <JsonView label="request" value={withoutNode(request)} className="max-h-64" />;
}

function withoutNode(request: Json): Json {
  if (!isObject(request)) return request;
  const { type: _type, node: _node, ...rest } = request;
  return rest;
}

function SentToModel({ request }: { readonly request: Json }): ReactNode {
  const settings = sentSettings(request);
  const tools = sentTools(request);
  const schema = isObject(request) ? ownValue(request, 'schema') : undefined;
  return (
    <>
      <ol aria-label="Messages" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {sentMessages(request).map(({ role, text }, index) => (
          <li key={index} className="rounded-md bg-sunken px-2.5 py-2">
            <p className="text-xs text-text-3">{visibleText(role)}</p>
            <p className="break-words whitespace-pre-wrap">
              <LongText text={text} />
            </p>
          </li>
        ))}
      </ol>
      {settings.length > 0 && (
        <p className="text-xs break-words text-text-2">
          {visibleText(settings.map(([name, value]) => `${name}: ${value}`).join(' · '))}
        </p>
      )}
      {tools.map((tool) => (
        <SentTool key={textAt(tool, 'name')} tool={tool} />
      ))}
      {schema !== undefined && (
        <Folded title="The answer must fit this schema">
          <JsonView label="schema of the answer" value={schema} className="max-h-64" />
        </Folded>
      )}
    </>
  );
}

function SentTool({ tool }: { readonly tool: JsonObject }): ReactNode {
  return (
    <Folded title={`Tool ${visibleText(textAt(tool, 'name'))}`}>
      <p className="text-xs break-words text-text-2">{visibleText(textAt(tool, 'description'))}</p>
      <JsonView
        label={`parameters of ${textAt(tool, 'name')}`}
        value={ownValue(tool, 'parameters') ?? null}
        className="max-h-64"
      />
    </Folded>
  );
}

interface FoldedProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Folded({ title, children }: FoldedProps): ReactNode {
  return (
    <details className="group rounded-md border border-line">
      <summary className="flex h-8 list-none items-center gap-1.5 px-2 text-xs">
        <FoldMark />
        {title}
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line p-2">
        {children}
      </div>
    </details>
  );
}

function CameBack({ call: { result, failure } }: Pick<CallCardProps, 'call'>): ReactNode {
  if (failure !== undefined) {
    // The server sends failures in the kernel's own form.
    return <FailureNote failure={shownFailure(failure as Parameters<typeof shownFailure>[0])} />;
  }
  const text = answerText(result ?? null);
  if (text === null) return <JsonView label="answer" value={result ?? null} className="max-h-64" />;
  return (
    <p className="rounded-md bg-ok-soft px-2.5 py-2 break-words whitespace-pre-wrap text-ok-text">
      <LongText text={text === '' ? '(nothing)' : text} />
    </p>
  );
}
