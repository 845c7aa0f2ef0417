import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Modal } from './modal.tsx';

interface DialogFormProps {
  /** What its button says. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

interface FormDialogProps extends DialogFormProps {
  readonly title: string;
  readonly onClose: () => void;
}

/** A dialog with fields and a button that sends them. */
export function FormDialog({ title, onClose, ...form }: FormDialogProps): ReactNode {
  return (
    <Modal isOpen onOpenChange={onClose} title={title}>
      <DialogForm {...form} />
    </Modal>
  );
}

/** The form alone, for a dialog that shows something else afterwards. */
export function DialogForm({ action, isBusy, onSubmit, children }: DialogFormProps): ReactNode {
  return (
    <form
      className="grid min-h-0 gap-4 overflow-auto p-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <Button tone="primary" type="submit" disabled={isBusy} className="justify-self-end">
        {action}
      </Button>
    </form>
  );
}
