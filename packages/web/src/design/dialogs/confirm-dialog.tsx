import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The label of the confirming button. */
  readonly action: string;
  readonly keep?: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  /** What will happen once confirmed. */
  readonly children: ReactNode;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { isOpen, onClose, title, action, keep = 'Keep', isBusy, onConfirm, children } = props;
  return (
    <Modal isOpen={isOpen} onOpenChange={onClose} title={title}>
      <div className="grid min-h-0 gap-4 overflow-auto p-4 text-sm">
        <div className="grid gap-2 break-words">{children}</div>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{keep}</Button>
          <Button tone="danger" disabled={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
