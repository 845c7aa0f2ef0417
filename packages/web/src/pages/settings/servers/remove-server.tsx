import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { ConfirmDialog } from '../../../design/dialogs/confirm-dialog.tsx';

interface RemoveServerProps {
  /** As it is shown. */
  readonly name: string;
  /** What follows from it. */
  readonly note: string;
  readonly isBusy: boolean;
  readonly onRemove: (onDone: () => void) => void;
}

/** Removes an MCP server, after a question. */
export function RemoveServer({ name, note, isBusy, onRemove }: RemoveServerProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <IconButton label={`Remove ${name}`} icon={Trash2} onClick={() => setAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Remove ${name}?`}
        action="Remove"
        isBusy={isBusy}
        onConfirm={() => onRemove(() => setAsking(false))}
      >
        <p>{note}</p>
      </ConfirmDialog>
    </>
  );
}
