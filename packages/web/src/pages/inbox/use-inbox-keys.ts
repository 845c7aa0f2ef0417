import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { isTyping } from '../../design/keyboard/is-typing.ts';

interface InboxKeys {
  readonly ids: readonly string[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}

/** J and K step through the list; only its own buttons send an answer. */
export function useInboxKeys({ ids, selected, onSelect }: InboxKeys): void {
  useEffect(() => {
    const step = (by: number) => (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      const next = ids[Math.max(0, ids.indexOf(selected ?? '')) + by];
      if (next !== undefined) onSelect(next);
    };
    return tinykeys(window, { j: step(1), k: step(-1) });
  }, [ids, selected, onSelect]);
}
