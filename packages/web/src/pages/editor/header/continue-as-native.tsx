import { isObject } from '@skein/kernel';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { exportWorkflow, useSaveWorkflow, type WorkflowDetail } from '../../../data/workflows.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { DiagnosticList } from '../../../viewers/diagnostic-list.tsx';
import { ErrorState } from '../../../viewers/error-state.tsx';
import { useEditor } from '../state/editor-store.ts';

interface ContinueAsNativeProps {
  readonly workflow: WorkflowDetail;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

/** For a workflow that came in another format: from now on it is one like all others. */
export function ContinueAsNative(props: ContinueAsNativeProps): ReactNode {
  const { workflow, isOpen, setOpen } = props;
  if (workflow.dialect === 'native') return null;
  return (
    <>
      <Button size="sm" className="max-lg:hidden" onClick={() => setOpen(true)}>
        Continue as native
      </Button>
      {isOpen && <NativeDialog workflow={workflow} onClose={() => setOpen(false)} />}
    </>
  );
}

interface NativeDialogProps {
  readonly workflow: WorkflowDetail;
  readonly onClose: () => void;
}

function NativeDialog({ workflow, onClose }: NativeDialogProps): ReactNode {
  const { id, version } = workflow;
  const isDirty = useEditor(({ history, saved }) => history.present !== saved);
  const savedVersion = useEditor((state) => state.savedVersion);
  const saving = useSaveWorkflow(id);
  const { data, error } = useQuery({
    queryKey: ['workflows', id, 'export', 'native', version],
    queryFn: ({ signal }) => exportWorkflow(id, { dialect: 'native', signal }),
  });
  const convert = async () => {
    if (!isObject(data?.definition)) return;
    await saving.mutateAsync({
      definition: data.definition,
      dialect: 'native',
      from: version,
      seen: savedVersion,
      note: 'Continued as native',
    });
    showToast({ tone: 'ok', text: 'Continued as native. Versions has the one before.' });
    onClose();
  };
  return (
    <FormDialog
      title="Continue as native"
      action="Continue as native"
      isBusy={data === undefined || isDirty || saving.isPending}
      onClose={onClose}
      // A toast reports the failure.
      onSubmit={() => void convert().catch(() => {})}
    >
      <p className="text-sm text-text-2">
        The workflow is converted and saved as a new version, with everything that the editor
        offers. The version before stays among the versions: restoring it takes you back.
      </p>
      {isDirty && <p className="text-sm text-wait-text">Save or undo your changes first.</p>}
      {error !== null ? (
        <ErrorState error={error} />
      ) : data === undefined ? (
        <Skeleton className="h-10" />
      ) : data.losses.length === 0 ? (
        <p className="text-sm">Nothing is lost.</p>
      ) : (
        <div className="grid gap-2">
          <p className="text-sm">This cannot be carried over:</p>
          <DiagnosticList diagnostics={data.losses} />
        </div>
      )}
    </FormDialog>
  );
}
