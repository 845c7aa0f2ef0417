import type { ReactNode } from 'react';
import { useDeleteWorkflow, type WorkflowItem } from '../../data/workflows.ts';
import { ConfirmDialog } from '../../design/dialogs/confirm-dialog.tsx';

interface DeleteDialogProps {
  readonly workflow: WorkflowItem;
  readonly onClose: () => void;
}

export function DeleteDialog({ workflow, onClose }: DeleteDialogProps): ReactNode {
  const remove = useDeleteWorkflow();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Delete "${workflow.name}"?`}
      action="Delete"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(workflow.id, { onSuccess: onClose })}
    >
      <p>
        This deletes the workflow, its trigger and all its versions. Its runs stay readable, and
        runs in flight continue.
      </p>
    </ConfirmDialog>
  );
}
