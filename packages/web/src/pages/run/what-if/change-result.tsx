import { Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { recordedResult } from '../../../graph/run/forking/recorded-result.ts';
import { ScopedButton } from '../../../viewers/scoped-button.tsx';
import { ChangeResultDialog, type ChangedStep } from './change-result-dialog.tsx';

/** Opens the dialog that changes the recorded result of an activation; nothing where none was recorded. */
export function ChangeResult(step: Omit<ChangedStep, 'recorded'>): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const recorded = recordedResult(step.replay, step);
  if (recorded === null) return null;
  return (
    <>
      {recorded.changed === true && (
        <p role="note" className="text-text-2">
          Somebody has changed this result. Its requests are those of the run that was forked.
        </p>
      )}
      <ScopedButton
        needs="write"
        size="sm"
        icon={Pencil}
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        Change the result…
      </ScopedButton>
      {isOpen && (
        <ChangeResultDialog {...step} recorded={recorded} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
