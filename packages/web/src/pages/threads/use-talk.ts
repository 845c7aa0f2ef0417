import { useCallback, useEffect, useRef, useState } from 'react';
import { newId } from '../../data/new-id.ts';
import { problemOf, unreachable } from '../../data/problem.ts';
import {
  stopThread,
  tellThread,
  type Said,
  type SentFile,
  type ThreadMessage,
  type ThreadPlace,
} from '../../data/threads.ts';
import { showToast } from '../../design/feedback/toasts.ts';
import { addChunk, type Parts } from '../../graph/chat/add-chunk.ts';
import { textAt } from '../../graph/own-keys.ts';

/** A decision about a call. */
export type Decision = Extract<Said, { to: 'decisions' }>['body'];

export interface Talk {
  readonly isBusy: boolean;
  /** The last answer is on its way anew. */
  readonly isRetrying: boolean;
  /** What was just sent, until the server tells it back. */
  readonly said: ThreadMessage | null;
  /** The answer as far as it has come. */
  readonly live: ThreadMessage | null;
  /** Whether the server has taken it. */
  readonly send: (text: string, files: readonly SentFile[]) => Promise<boolean>;
  readonly decide: (message: ThreadMessage, decision: Decision) => void;
  readonly retry: () => void;
  readonly stop: () => void;
}

/** `messages`: what the server has told so far. */
export function useTalk(place: ThreadPlace, messages: readonly ThreadMessage[]): Talk {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<ThreadMessage | null>(null);
  const [live, setLive] = useState<ThreadMessage | null>(null);
  const [isRetrying, setRetrying] = useState(false);
  const run = useRef<string | null>(null);
  /** Whether the turn has begun, and whether somebody wants to stop it. */
  const isBegun = useRef(false);
  const isUnwanted = useRef(false);
  /** Until it is kept, what was heard stays on the page. */
  const stopping = useRef<Promise<void>>(Promise.resolve());
  const stopNow = useCallback(() => {
    stopping.current = stopThread(place, run.current).catch((error) => tellFailure(error, false));
  }, [place]);
  const tell = useCallback(
    async (what: Said, begun: ThreadMessage | null = null): Promise<boolean> => {
      let isTaken = false;
      setBusy(true);
      setRetrying(what.to === 'retry');
      setLive(begun);
      let parts: Parts = begun?.parts ?? [];
      let id = begun?.id ?? 'live';
      try {
        await tellThread(place, what, {
          onRun: (its) => {
            run.current = its;
            isBegun.current = true;
            isTaken = true;
            if (isUnwanted.current) stopNow();
          },
          onChunk: (chunk) => {
            id = textAt(chunk, 'messageId') || id;
            parts = addChunk(parts, chunk);
            setLive({ id, role: 'assistant', parts: [...parts] });
          },
        });
      } catch (error) {
        tellFailure(error, isTaken);
      } finally {
        await stopping.current;
        run.current = null;
        isBegun.current = false;
        isUnwanted.current = false;
        setLive(null);
        setSaid(null);
        setRetrying(false);
        setBusy(false);
      }
      return isTaken;
    },
    [place, stopNow],
  );
  useUnanswered(messages.at(-1), tell);
  return {
    isBusy,
    isRetrying,
    said,
    live,
    send(text, files) {
      const id = newId();
      setSaid(saidNow(id, text, files));
      return tell({ to: 'messages', body: { id, text, files: [...files] } });
    },
    decide: (message, body) => void tell({ to: 'decisions', body }, message),
    retry: () => void tell({ to: 'retry' }),
    stop: () => {
      isUnwanted.current = true;
      // What has not begun yet is stopped when it has.
      if (isBegun.current) stopNow();
    },
  };
}

/** What somebody says, as it is shown before the server has told it back. */
function saidNow(id: string, text: string, files: readonly SentFile[]): ThreadMessage {
  return { id, role: 'user', parts: [{ type: 'text', text }, ...files.map(toPart)] };
}

function tellFailure(error: unknown, isTaken: boolean): void {
  const { code, message } = problemOf(error);
  // That the connection is lost stands above the page, and the answer goes on when it is back.
  if (!isTaken || code !== unreachable.code) showToast({ tone: 'bad', text: message });
}

/** Whoever comes while an answer is on its way hears it from its first word; what is sent from here streams by itself. */
function useUnanswered(
  last: ThreadMessage | undefined,
  tell: (what: Said) => Promise<boolean>,
): void {
  const isUnanswered = last?.role === 'user';
  const lastId = last?.id;
  useEffect(() => {
    if (isUnanswered && lastId !== undefined) void tell({ to: 'stream' });
  }, [isUnanswered, lastId, tell]);
}

function toPart({ name = '', mediaType, url }: SentFile) {
  return { type: 'file', mediaType, url, filename: name };
}
