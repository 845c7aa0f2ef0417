import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Entry } from '../../../graph/run/conversation.ts';
import { modelWords } from '../../../text/model-words.ts';
import { LazyMarkdown } from '../../../viewers/lazy-markdown.tsx';
import { LongText } from '../../../viewers/long-text.tsx';
import { ToolCall } from './tool-call.tsx';
import { Speaker } from './speaker.tsx';

interface ChatEntryProps {
  readonly entry: Entry;
  readonly titles: ReadonlyMap<string, string>;
  readonly isSameSpeaker: boolean;
}

export function ChatEntry({ entry, titles, isSameSpeaker }: ChatEntryProps): ReactNode {
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
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {!isSameSpeaker && (
        <Speaker
          name={title}
          note={[entry.depth > 0 && 'subagent', entry.kind === 'reply' && modelWords(entry.model)]
            .filter(Boolean)
            .join(' · ')}
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
