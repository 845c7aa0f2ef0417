import type { ReactNode } from 'react';
import { Modal } from '../../design/dialogs/modal.tsx';
import { ImportForm } from '../../importing/import-form.tsx';

interface ImportDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ImportDialog({ isOpen, onClose }: ImportDialogProps): ReactNode {
  return (
    <Modal isOpen={isOpen} onOpenChange={onClose} title="Import workflows">
      <ImportForm />
    </Modal>
  );
}
