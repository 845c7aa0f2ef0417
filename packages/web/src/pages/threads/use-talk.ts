import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
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
  const stop = useStop(place);
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
          onRun: (run) => {
            isTaken = true;
            stop.begun(run);
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
        await stop.over();
        setLive(null);
        setSaid(null);
        setRetrying(false);
        setBusy(false);
      }
      return isTaken;
    },
    [place, stop],
  );
  useUnanswered(messages.at(-1), tell);
  return {
    isBusy,
    isRetrying,
    said,
    live,
    send(text, files) {
      const id = newId();
      setSaid({ id, role: 'user', parts: [{ type: 'text', text }, ...files.map(toPart)] });
      return tell({ to: 'messages', body: { id, text, files: [...files] } });
    },
    decide: (message, body) => void tell({ to: 'decisions', body }, message),
    retry: () => void tell({ to: 'retry' }),
    stop: stop.wanted,
  };
}

interface Stop {
  /** The turn has begun, as this run. */
  readonly begun: (run: string | null) => void;
  /** Somebody wants it stopped. One that has not begun yet is stopped when it has. */
  readonly wanted: () => void;
  /** Resolves when what was stopped is kept: until then, what was heard stays on the page. */
  readonly over: () => Promise<void>;
}

function useStop(place: ThreadPlace): Stop {
  const turn = useRef<{ run: string | null } | null>(null);
  const isUnwanted = useRef(false);
  const stopping = useRef<Promise<void>>(Promise.resolve());
  return useMemo(() => {
    const stopNow = (run: string | null) => {
      stopping.current = stopThread(place, run).catch((error: unknown) =>
        showToast({ tone: 'bad', text: problemOf(error).message }),
      );
    };
    return {
      begun(run) {
        turn.current = { run };
        if (isUnwanted.current) stopNow(run);
      },
      wanted() {
        isUnwanted.current = true;
        if (turn.current !== null) stopNow(turn.current.run);
      },
      async over() {
        await stopping.current;
        turn.current = null;
        isUnwanted.current = false;
      },
    };
  }, [place]);
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
