import { useMemo, type ReactNode } from 'react';
import { conversationOf } from '../../../graph/run/conversation.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { Chat } from '../chat/chat.tsx';

interface StepMessagesProps {
  readonly replay: Replay;
  readonly node: string;
  readonly titles: ReadonlyMap<string, string>;
}

const nothingStreams: ReadonlyMap<string, string> = new Map();

/** Messages of this node and its subagents. */
export function StepMessages({ replay, node, titles }: StepMessagesProps): ReactNode {
  const hasSaid = useMemo(
    () => conversationOf(replay.moments, node).length > 0,
    [replay.moments, node],
  );
  if (!hasSaid) return null;
  return (
    <div className="grid gap-1.5">
      <h3 className="font-medium">Messages</h3>
      <div className="max-h-96 overflow-auto rounded-lg border border-line">
        <Chat replay={replay} titles={titles} streaming={nothingStreams} node={node} />
      </div>
    </div>
  );
}
