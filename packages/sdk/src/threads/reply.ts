// Replies
// A view of one turn: it streams while the answer comes about, can be read several times, and reading it is not what makes the answer.
import type { ApprovalRequest, ThreadPart } from './thread-part.ts';
import { turnFailed } from './turn-failed.ts';
import { uiResponse, type UiChunk } from './ui-response.ts';
import { uiChunks } from './ui-chunks.ts';
import type { PlainPart } from './read-parts.ts';

/** What an agent answers in one turn, up to its end or to where a person must decide. */
export interface Reply<Tools, Out = string> {
  /** The text as it comes. */
  readonly textStream: AsyncIterable<string>;
  /** Text, thoughts, calls, results and questions as they come. */
  readonly fullStream: AsyncIterable<ThreadPart<Tools, Out>>;
  /** All text of this reply; rejects with TURN_FAILED if the turn fails. Of a reply that a person must decide about: what was said until then. */
  readonly text: Promise<string>;
  /** The answer as the agent's `output` describes it; null if a person must decide first. */
  readonly output: Promise<Out | null>;
  /** The calls that a person must agree to before the turn goes on; empty when it is over. */
  readonly approvals: Promise<readonly ApprovalRequest<Tools>[]>;
  /** The run of the turn, for `engine.runs`. */
  readonly run: Promise<string>;
  /** For `useChat` of the AI SDK. */
  toUIMessageStream(): ReadableStream<UiChunk>;
  toUIMessageStreamResponse(init?: ResponseInit): Response;
}

/** `messageId`: of the message that `useChat` shows; undefined where the reply goes on with one that it has. */
export interface ReplySource {
  readonly thread: string;
  readonly messageId: string | undefined;
  readonly run: () => Promise<string>;
  readonly open: () => AsyncIterable<PlainPart>;
}

export function makeReply<Tools, Out>(source: ReplySource): Reply<Tools, Out> {
  const { thread, messageId, open } = source;
  let all: Promise<readonly PlainPart[]> | undefined;
  const collect = () => (all ??= collectParts(open()));
  const chunks = () => uiChunks(open(), messageId);
  return {
    get textStream() {
      return textsOf(open(), thread);
    },
    get fullStream() {
      // The agent that the thread was opened with says which tools and answers these are.
      return open() as AsyncIterable<ThreadPart<Tools, Out>>;
    },
    get text() {
      return collect().then((parts) => textOfParts(parts, thread));
    },
    get output() {
      return collect().then((parts) => {
        throwFailure(parts, thread);
        const end = parts.at(-1);
        const value = end?.type === 'finish' ? end.output : undefined;
        // As for `fullStream`.
        return (value ?? null) as Out | null;
      });
    },
    get approvals() {
      return collect().then((parts) => {
        throwFailure(parts, thread);
        const asked = parts.filter((part) => part.type === 'approval-request');
        // As for `fullStream`.
        return asked as unknown as readonly ApprovalRequest<Tools>[];
      });
    },
    get run() {
      return source.run();
    },
    toUIMessageStream: () => ReadableStream.from(chunks()),
    toUIMessageStreamResponse: (init) => uiResponse(chunks(), init),
  };
}

async function collectParts(parts: AsyncIterable<PlainPart>): Promise<readonly PlainPart[]> {
  const all: PlainPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

async function* textsOf(parts: AsyncIterable<PlainPart>, thread: string): AsyncGenerator<string> {
  for await (const part of parts) {
    if (part.type === 'text-delta') yield part.text;
    if (part.type === 'error') throw turnFailed(thread, part);
  }
}

function textOfParts(parts: readonly PlainPart[], thread: string): string {
  throwFailure(parts, thread);
  let text = '';
  let begun = 0;
  for (const part of parts) {
    if (part.type === 'step-start') begun = text.length;
    if (part.type === 'text-delta') text += part.text;
    // What the failed attempt said is said again.
    if (part.type === 'retry') text = text.slice(0, begun);
  }
  return text;
}

function throwFailure(parts: readonly PlainPart[], thread: string): void {
  const failed = parts.find((part) => part.type === 'error');
  if (failed !== undefined) throw turnFailed(thread, failed);
}
