import { Bot } from 'lucide-react';
import type { ReactNode } from 'react';

/** Who wrote the next message. */
export function Speaker({
  name,
  note = '',
}: {
  readonly name: string;
  readonly note?: string;
}): ReactNode {
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
