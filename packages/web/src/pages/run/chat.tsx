import { Bot, CircleHelp } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { conversationOf, type Entry } from '../../graph/run/conversation.ts';
import type { Replay } from '../../graph/run/replay-run.ts';
import { LongText } from '../../viewers/long-text.tsx';
import { LazyMarkdown } from '../../viewers/lazy-markdown.tsx';
import { ToolCall } from './tool-call.tsx';

interface ChatProps {
  readonly replay: Replay;
  readonly titles: ReadonlyMap<string, string>;
  readonly streaming: ReadonlyMap<string, string>;
  /** Only what this node and the agents that it called said. */
  readonly node?: string | null;
}

const pageSize = 200;

export function Chat({ replay, titles, streaming, node = null }: ChatProps): ReactNode {
  const all = useMemo(() => conversationOf(replay.moments, node), [replay.moments, node]);
  const [shownMax, setShownMax] = useState(pageSize);
  const entries = all.slice(-shownMax);
  const end = useRef<HTMLDivElement>(null);
  const streamed = [...streaming.values()].join('').length;
  useEffect(() => {
    // In braces: newer browsers give back a promise, which React would take for a clean-up.
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [entries.length, streamed]);
  if (entries.length === 0 && streaming.size === 0)
    return (
      <p className="p-4 text-sm text-text-3">
        Nobody has said anything yet. Messages of people, agents and tools come here.
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
      {entries.map((entry, index) => (
        <ChatEntry
          key={entry.key}
          entry={entry}
          titles={titles}
          isSameSpeaker={speakerOf(entries[index - 1]) === speakerOf(entry)}
        />
      ))}
      {[...streaming].map(([node, text]) => (
        <div key={node} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <Who name={titles.get(node) ?? node} />
          <div className="stream leading-6">
            <LazyMarkdown text={text} />
          </div>
        </div>
      ))}
      <div ref={end} />
    </div>
  );
}

function speakerOf(entry: Entry | undefined): string {
  if (entry === undefined) return '';
  return entry.kind === 'reply' || entry.kind === 'call'
    ? `${entry.depth} ${entry.node}`
    : entry.kind;
}

interface ChatEntryProps {
  readonly entry: Entry;
  readonly titles: ReadonlyMap<string, string>;
  readonly isSameSpeaker: boolean;
}

function ChatEntry({ entry, titles, isSameSpeaker }: ChatEntryProps): ReactNode {
  if (entry.kind === 'person')
    return (
      <div className="max-w-[88%] justify-self-end rounded-lg rounded-br-sm bg-accent-soft px-3 py-2 break-words whitespace-pre-wrap text-text">
        <LongText text={entry.text} />
      </div>
    );
  const title = entry.node === null ? '' : (titles.get(entry.node) ?? entry.node);
  if (entry.kind === 'question')
    return (
      <div className="flex gap-2 rounded-lg bg-wait-soft px-3 py-2 text-wait-text">
        <CircleHelp size={16} aria-hidden className="mt-0.5 shrink-0" />
        <p className="min-w-0 break-words whitespace-pre-line">
          <b className="font-semibold">{title}</b> asks: <LongText text={entry.text} />
        </p>
      </div>
    );
  return (
    <div
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] gap-2',
        entry.depth > 0 && 'border-l-2 border-dotted border-k-agent pl-3',
      )}
      style={{ marginLeft: Math.max(0, entry.depth - 1) * 12 }}
    >
      {!isSameSpeaker && (
        <Who
          name={title}
          note={entry.depth > 0 ? 'subagent' : entry.kind === 'reply' ? entry.model : ''}
        />
      )}
      {entry.kind === 'reply' ? (
        <div className="leading-6">
          <LazyMarkdown text={entry.text} />
        </div>
      ) : (
        <ToolCall call={entry} />
      )}
    </div>
  );
}

function Who({ name, note = '' }: { readonly name: string; readonly note?: string }): ReactNode {
  return (
    <p className="flex items-center gap-2 text-xs">
      <span className="grid size-5 shrink-0 place-items-center rounded-sm bg-k-agent-soft text-k-agent">
        <Bot size={12} aria-hidden />
      </span>
      <b className="truncate font-semibold">{name}</b>
      <span className="truncate text-text-3">{note}</span>
    </p>
  );
}
