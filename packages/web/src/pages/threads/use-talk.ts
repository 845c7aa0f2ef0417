import { useCallback, useState } from 'react';
import { newId } from '../../data/new-id.ts';
import { problemOf } from '../../data/problem.ts';
import { tellThread, type ThreadMessage, type ThreadPlace } from '../../data/threads.ts';
import { showToast } from '../../design/feedback/toasts.ts';

interface Talk {
  readonly isBusy: boolean;
  /** What was just sent, until the server tells it back. */
  readonly said: ThreadMessage | null;
  /** Of the answer that is coming. */
  readonly text: string;
  readonly send: (text: string) => void;
  readonly decide: (approvalId: string, approved: boolean) => void;
}

export function useTalk(place: ThreadPlace): Talk {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<ThreadMessage | null>(null);
  const [text, setText] = useState('');
  const tell = useCallback(
    async (what: Parameters<typeof tellThread>[1]) => {
      setBusy(true);
      try {
        await tellThread(place, what, (more) => setText((before) => before + more));
      } catch (error) {
        showToast({ tone: 'bad', text: problemOf(error).message });
      } finally {
        setText('');
        setSaid(null);
        setBusy(false);
      }
    },
    [place],
  );
  return {
    isBusy,
    said,
    text,
    send(given) {
      const id = newId();
      setSaid({ id, role: 'user', parts: [{ type: 'text', text: given }] });
      void tell({ to: 'messages', body: { id, text: given } });
    },
    decide: (approvalId, approved) =>
      void tell({ to: 'decisions', body: { approvalId, approved } }),
  };
}
