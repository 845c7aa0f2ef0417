// A run as it happens
// The journal so far, then the live stream after it. Events that arrive within one frame are applied together.
import { isOver, type Graph, type RunEvent } from '@skein/kernel';
import { useEffect, useState } from 'react';
import { readJournal, askAgain, useResumeCount } from '../../data/runs.ts';
import { followRun } from '../../data/run-stream.ts';
import { useSessionEnd } from '../../data/session-end.ts';
import { endTexts, takeTold, textsBySpeaker, type LiveTexts } from '../../graph/run/live-text.ts';
import { advanceReplay, createReplay, type Replay } from '../../graph/run/rebuild-run.ts';

export interface LiveRun {
  readonly replay: Replay | null;
  /** Streaming replies of models by the node that speaks; removed when the reply is recorded. */
  readonly streaming: ReadonlyMap<string, string>;
  readonly isLost: boolean;
  readonly error: unknown;
}

const nothing: LiveRun = { replay: null, streaming: new Map(), isLost: false, error: null };

export function useLiveRun(run: string, graph: Graph | null): LiveRun {
  const [live, setLive] = useState<LiveRun>(nothing);
  const hasEnded = useSessionEnd((store) => store.hasEnded);
  const resumed = useResumeCount(run);
  useEffect(() => {
    // The stream of an ended session is closed for good; after signing in, a new one starts.
    if (graph === null || hasEnded) return undefined;
    const follower = createFollower(run, graph, setLive);
    return () => follower.stop();
    // A run that was resumed is followed anew.
  }, [run, graph, hasEnded, resumed]);
  return live;
}

interface Follower {
  readonly stop: () => void;
}

function createFollower(run: string, graph: Graph, show: (live: LiveRun) => void): Follower {
  const ending = new AbortController();
  let live: LiveRun = { ...nothing, replay: createReplay(graph) };
  let texts: LiveTexts = [];
  let pending: RunEvent[] = [];
  let frame = 0;
  let unfollow = () => {};
  const change = (next: Partial<LiveRun>) => {
    live = { ...live, ...next };
    if (frame === 0)
      frame = requestAnimationFrame(() => {
        frame = 0;
        show(takePending());
      });
  };
  const takePending = () => {
    if (pending.length === 0 || live.replay === null) return live;
    live = { ...live, replay: advanceReplay(live.replay, pending) };
    pending = pending.filter(({ seq }) => seq > (live.replay?.seq ?? 0));
    if (live.replay !== null && isOver(live.replay.state)) {
      // The run has ended: the end of the stream is not a lost connection.
      unfollow();
      live = { ...live, streaming: new Map(), isLost: false };
    }
    return live;
  };
  const begin = async () => {
    const rows = await readJournal(run, 0, ending.signal);
    pending.push(...rows);
    const { replay } = takePending();
    show(live);
    if (replay === null || isOver(replay.state)) return;
    unfollow = followRun(run, replay.seq, {
      onEvent: (event) => {
        // Its state is one of another version, whose graph is read first.
        if (event.type === 'run.moved') {
          unfollow();
          askAgain();
          return;
        }
        pending.push(event);
        // At once: what is said next in the same frame may be of another attempt.
        texts = endTexts(texts, event);
        change({ streaming: textsBySpeaker(texts) });
      },
      onTransient: (told) => {
        texts = takeTold(texts, told);
        change({ streaming: textsBySpeaker(texts) });
      },
      onLost: (isLost) => change({ isLost }),
    });
  };
  begin().catch((error: unknown) => {
    if (!ending.signal.aborted) change({ error });
  });
  return {
    stop: () => {
      ending.abort();
      unfollow();
      cancelAnimationFrame(frame);
    },
  };
}
