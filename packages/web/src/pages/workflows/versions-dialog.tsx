import { isObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { showToast } from '../../design/feedback/toasts.ts';
import { useWorkflow, type WorkflowItem } from '../../data/workflows.ts';
import { ErrorState } from '../../viewers/error-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { Modal } from '../../design/dialogs/modal.tsx';
import { VersionList } from '../../versions/version-list.tsx';

interface VersionsDialogProps {
  readonly workflow: WorkflowItem;
  readonly onClose: () => void;
}

export function VersionsDialog({ workflow, onClose }: VersionsDialogProps): ReactNode {
  const { data, error } = useWorkflow(workflow.id);
  return (
    <Modal isOpen onOpenChange={onClose} title={`Versions of "${workflow.name}"`}>
      <div className="min-h-0 overflow-auto p-4">
        {error !== null ? (
          <ErrorState error={error} />
        ) : data === undefined || !isObject(data.definition) ? (
          <ListSkeleton />
        ) : (
          <VersionList
            workflow={workflow.id}
            present={data.definition}
            onRestored={() =>
              showToast({ tone: 'ok', text: 'Version restored. It is now the latest.' })
            }
          />
        )}
      </div>
    </Modal>
  );
}
