import { useNavigate } from '@tanstack/react-router';
import { Activity, Copy, Download, Ellipsis, History, Play, Trash2, Zap } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useRefusal } from '../../data/session.ts';
import { showToast } from '../../design/feedback/toasts.ts';
import { useCopyWorkflow, type WorkflowItem } from '../../data/workflows.ts';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { MenuButton } from '../../design/controls/menu-button.tsx';

const DeleteDialog = lazy(async () => ({
  default: (await import('./delete-dialog.tsx')).DeleteDialog,
}));
const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}));
const VersionsDialog = lazy(async () => ({
  default: (await import('./versions-dialog.tsx')).VersionsDialog,
}));

type Opened = 'delete' | 'export' | 'versions' | null;

export function WorkflowMenu({ workflow }: { readonly workflow: WorkflowItem }): ReactNode {
  const { id, name } = workflow;
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened>(null);
  const copy = useCopyWorkflow();
  const mayWrite = useRefusal('write') === null;
  const mayRun = useRefusal('run') === null;
  const duplicate = async () => {
    const made = await copy.mutateAsync(id);
    const off = made.isActive ? '' : ' Enable the copy to let it start by itself.';
    showToast({ tone: 'ok', text: `Copied "${name}".${off}` });
  };
  const run = () =>
    void navigate({ to: '/workflows/$id', params: { id }, search: { open: 'run' } });
  const showTrigger = () =>
    void navigate({ to: '/workflows/$id', params: { id }, search: { open: 'trigger' } });
  const showRuns = () => void navigate({ to: '/runs', search: { workflow: id } });
  // The query client reports failures.
  const copyIt = () => void duplicate().catch(() => {});
  const remove = {
    label: 'Delete',
    icon: Trash2,
    isDangerous: true,
    onSelect: () => setOpened('delete'),
  };
  const close = () => setOpened(null);
  return (
    <>
      <MenuButton
        trigger={<IconButton label={`Actions for ${name}`} icon={Ellipsis} />}
        entries={[
          ...(mayRun ? [{ label: 'Run', icon: Play, onSelect: run }] : []),
          { label: 'Show runs', icon: Activity, onSelect: showRuns },
          { label: 'Trigger', icon: Zap, onSelect: showTrigger },
          { label: 'Versions', icon: History, onSelect: () => setOpened('versions') },
          ...(mayWrite ? [{ label: 'Duplicate', icon: Copy, onSelect: copyIt }] : []),
          { label: 'Export', icon: Download, onSelect: () => setOpened('export') },
          ...(mayWrite ? [remove] : []),
        ]}
      />
      <Suspense fallback={null}>
        {opened === 'delete' && <DeleteDialog workflow={workflow} onClose={close} />}
        {opened === 'export' && <ExportDialog workflow={workflow} onClose={close} />}
        {opened === 'versions' && <VersionsDialog workflow={workflow} onClose={close} />}
      </Suspense>
    </>
  );
}
