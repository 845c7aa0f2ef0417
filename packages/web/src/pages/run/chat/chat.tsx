import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { conversationOf } from '../../../graph/run/conversation.ts';
import { outcomeOf } from '../../../graph/run/outcome-of.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { LazyMarkdown } from '../../../viewers/lazy-markdown.tsx';
import { RunOutcome } from '../outcome/run-outcome.tsx';
import { Thread } from './thread.tsx';
import { Speaker } from './speaker.tsx';

interface ChatProps {
  readonly replay: Replay;
  readonly titles: ReadonlyMap<string, string>;
  readonly streaming: ReadonlyMap<string, string>;
  /** Only messages of this node and its subagents. */
  readonly node?: string | null;
}

const pageSize = 200;

export function Chat({ replay, titles, streaming, node = null }: ChatProps): ReactNode {
  const all = useMemo(() => conversationOf(replay.moments, node), [replay.moments, node]);
  const [shownMax, setShownMax] = useState(pageSize);
  const entries = all.slice(-shownMax);
  const outcome = useMemo(
    () => (node === null ? outcomeOf(replay, all) : null),
    [replay, all, node],
  );
  const end = useRef<HTMLDivElement>(null);
  const streamed = [...streaming.values()].join('').length;
  useEffect(() => {
    // Among the details of a step it is the last part, and what is above it is what they begin with.
    if (node !== null) return;
    // In braces: newer browsers return a promise, which React would take for a cleanup function.
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [entries.length, streamed, outcome?.status, node]);
  if (entries.length === 0 && streaming.size === 0 && outcome === null)
    return (
      <p className="p-4 text-sm text-text-3">
        No messages yet. Messages from people, agents and tools appear here.
      </p>
    );
  return (
    <div
      role="log"
      tabIndex={0}
      aria-label="Messages"
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 p-4 text-sm outline-offset-[-2px]"
    >
      {all.length > entries.length && (
        <Button
          size="sm"
          className="justify-self-center"
          onClick={() => setShownMax(shownMax + pageSize)}
        >
          Show earlier messages ({all.length - entries.length})
        </Button>
      )}
      <Thread entries={entries} depth={0} titles={titles} />
      {[...streaming].map(([node, text]) => (
        <div key={node} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <Speaker name={titles.get(node) ?? node} />
          <div className="stream leading-6">
            <LazyMarkdown text={text} />
          </div>
        </div>
      ))}
      {outcome !== null && <RunOutcome outcome={outcome} titles={titles} />}
      <div ref={end} />
    </div>
  );
}
