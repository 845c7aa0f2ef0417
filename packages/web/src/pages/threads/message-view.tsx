import { isObject, type JsonObject } from '@skein/kernel';
import { Link } from '@tanstack/react-router';
import { Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ThreadMessage } from '../../data/threads.ts';
import { Button } from '../../design/controls/button.tsx';
import { textAt } from '../../graph/own-keys.ts';
import { visibleText } from '../../text/visible-text.ts';
import { LazyMarkdown } from '../../viewers/lazy-markdown.tsx';
import { LongText } from '../../viewers/long-text.tsx';

interface MessageViewProps {
  readonly message: ThreadMessage;
  readonly isBusy: boolean;
  readonly onDecide: (approvalId: string, approved: boolean) => void;
}

export function MessageView({ message, isBusy, onDecide }: MessageViewProps): ReactNode {
  if (message.role === 'user')
    return (
      <div className="max-w-[88%] justify-self-end rounded-lg rounded-br-sm bg-accent-soft px-3 py-2 break-words whitespace-pre-wrap">
        <LongText text={message.parts.map((part) => textAt(part, 'text')).join('\n')} />
      </div>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {message.parts.map((part, index) => {
        const type = textAt(part, 'type');
        if (type === 'text')
          return (
            <div key={index} className="leading-6">
              <LazyMarkdown text={textAt(part, 'text')} />
            </div>
          );
        if (!type.startsWith('tool-')) return null;
        return <CallView key={index} part={part} isBusy={isBusy} onDecide={onDecide} />;
      })}
    </div>
  );
}

interface CallViewProps extends Pick<MessageViewProps, 'isBusy' | 'onDecide'> {
  readonly part: JsonObject;
}

function CallView({ part, isBusy, onDecide }: CallViewProps): ReactNode {
  const name = textAt(part, 'type').slice('tool-'.length);
  const approval = isObject(part['approval']) ? textAt(part['approval'], 'id') : '';
  const isAsking = part['state'] === 'approval-requested';
  const given = part['errorText'] ?? part['output'];
  return (
    <section
      aria-label={`Call of ${name}`}
      className="grid gap-1 rounded-lg border border-line bg-surface px-3 py-2"
    >
      <p className="flex items-center gap-2 text-xs">
        <Wrench size={14} aria-hidden className="text-k-tool" />
        <b className="font-semibold">{visibleText(name)}</b>
      </p>
      <code className="text-xs break-words whitespace-pre-wrap">{shown(part['input'])}</code>
      {given !== undefined && (
        <code className="text-xs break-words whitespace-pre-wrap text-text-2">{shown(given)}</code>
      )}
      {isAsking && (
        <div className="flex flex-wrap items-center gap-2 pt-1">
          <Button
            size="sm"
            tone="primary"
            disabled={isBusy}
            onClick={() => onDecide(approval, true)}
          >
            Approve
          </Button>
          <Button size="sm" disabled={isBusy} onClick={() => onDecide(approval, false)}>
            Reject
          </Button>
          <Link to="/inbox" search={{ wait: approval }} className="text-xs underline">
            Change the input
          </Link>
        </div>
      )}
    </section>
  );
}

const shownMax = 4_000;

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return visibleText(text.slice(0, shownMax));
}
