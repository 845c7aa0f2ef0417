import { Ban } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { showToast } from '../../design/feedback/toasts.ts';
import { useCancelRuns } from '../../data/runs.ts';
import { ScopedButton } from '../../viewers/scoped-button.tsx';
import { ConfirmDialog } from '../../design/dialogs/confirm-dialog.tsx';
import { countWords } from '../../text/time-words.ts';

interface CancelRunsProps {
  readonly chosen: ReadonlySet<string>;
  readonly onDone: () => void;
}

export function CancelRuns({ chosen, onDone }: CancelRunsProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancelRuns(({ cancelled, failed }) => {
    const left = failed.length === 0 ? {} : { detail: `${failed.length} could not be cancelled.` };
    showToast({ tone: 'ok', text: `Cancelled ${countWords(cancelled.length, 'run')}.`, ...left });
    setAsking(false);
    onDone();
  });
  const words = countWords(chosen.size, 'run');
  return (
    <>
      <ScopedButton needs="run" tone="danger" icon={Ban} onClick={() => setAsking(true)}>
        Cancel {words}
      </ScopedButton>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Cancel ${words}?`}
        action={`Cancel ${words}`}
        keep="Keep running"
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate([...chosen])}
      >
        <p>No further steps start, and open questions are closed. Completed work is not undone.</p>
      </ConfirmDialog>
    </>
  );
}
