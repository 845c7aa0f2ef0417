import type { ReactNode } from 'react';
import type { Entry } from '../../../graph/run/conversation.ts';
import { depthOf, groupEntries } from '../../../graph/run/group-entries.ts';
import { ChatEntry } from './chat-entry.tsx';

interface ThreadProps {
  readonly entries: readonly Entry[];
  readonly depth: number;
  readonly titles: ReadonlyMap<string, string>;
}

/** The messages at one depth, with those of subagents in between. */
export function Thread({ entries, depth, titles }: ThreadProps): ReactNode {
  return groupEntries(entries, depth).map((turn, index, turns) => {
    const [first] = turn;
    if (first === undefined) return null;
    if (depthOf(first) > depth) {
      const agent = first.node === null ? '' : (titles.get(first.node) ?? first.node);
      return (
        <section
          key={`below ${first.key}`}
          aria-label={`Subagent ${agent}`}
          className="grid grid-cols-[minmax(0,1fr)] gap-3 border-l-2 border-dotted border-k-agent pl-3"
        >
          <Thread entries={turn} depth={depth + 1} titles={titles} />
        </section>
      );
    }
    return (
      <ChatEntry
        key={first.key}
        entry={first}
        titles={titles}
        isSameSpeaker={speakerOf(turns[index - 1]?.at(-1)) === speakerOf(first)}
      />
    );
  });
}

function speakerOf(entry: Entry | undefined): string {
  if (entry === undefined) return '';
  return 'depth' in entry ? `${entry.depth} ${entry.node}` : entry.kind;
}
