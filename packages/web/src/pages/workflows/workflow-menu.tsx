import { useNavigate } from '@tanstack/react-router';
import { Activity, Copy, Download, Ellipsis, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { isObject } from '@skein/kernel';
import {
  exportWorkflow,
  useDeleteWorkflow,
  useImportWorkflow,
  type WorkflowItem,
} from '../../data/workflows.ts';
import { Button } from '../../design/button.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { MenuButton } from '../../design/menu-button.tsx';
import { Modal } from '../../design/modal.tsx';
import { showToast } from '../../app/toasts.ts';
import { downloadJson } from './download-json.ts';

export function WorkflowMenu({ workflow }: { readonly workflow: WorkflowItem }): ReactNode {
  const { id, name } = workflow;
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const copy = useImportWorkflow();
  const duplicate = async () => {
    const { definition } = await exportWorkflow(id);
    if (isObject(definition)) await copy.mutateAsync({ ...definition, name: `${name} (copy)` });
    showToast({ tone: 'ok', text: `Copied "${name}".` });
  };
  const download = async () => {
    const { definition } = await exportWorkflow(id);
    downloadJson(definition, `${id}.json`);
  };
  return (
    <>
      <MenuButton
        trigger={<IconButton label={`Actions for ${name}`} icon={Ellipsis} />}
        entries={[
          {
            label: 'Show its runs',
            icon: Activity,
            onSelect: () => void navigate({ to: '/runs', search: { workflow: id } }),
          },
          { label: 'Duplicate', icon: Copy, onSelect: () => void duplicate() },
          { label: 'Export as JSON', icon: Download, onSelect: () => void download() },
          {
            label: 'Delete',
            icon: Trash2,
            isDangerous: true,
            onSelect: () => setDeleting(true),
          },
        ]}
      />
      <DeleteDialog workflow={workflow} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}

interface DeleteDialogProps {
  readonly workflow: WorkflowItem;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function DeleteDialog({ workflow, isOpen, onClose }: DeleteDialogProps): ReactNode {
  const remove = useDeleteWorkflow();
  return (
    <Modal isOpen={isOpen} onOpenChange={onClose} title={`Delete "${workflow.name}"?`}>
      <div className="grid gap-4 p-4 text-sm">
        <p>
          The workflow goes with its trigger and all its versions. Its runs stay readable, and those
          that are under way go on.
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep it</Button>
          <Button
            tone="danger"
            disabled={remove.isPending}
            onClick={() => remove.mutate(workflow.id, { onSuccess: onClose })}
          >
            Delete
          </Button>
        </div>
      </div>
    </Modal>
  );
}
