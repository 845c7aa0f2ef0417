import type { JsonObject } from '@skein/kernel';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSetTrigger, useWorkflowTrigger, type Trigger } from '../../../data/triggers.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { Button } from '../../../design/controls/button.tsx';
import { ConfirmDialog } from '../../../design/dialogs/confirm-dialog.tsx';
import { ListSkeleton } from '../../../design/feedback/list-skeleton.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { SavedTrigger } from '../../../triggers/saved-trigger.tsx';
import { settingsIn } from '../../../triggers/settings-in.ts';
import { TriggerFields } from '../../../triggers/trigger-fields.tsx';
import { ErrorState } from '../../../viewers/error-state.tsx';
import { EditorPanel } from './editor-panel.tsx';

/** The trigger of a workflow whose dialect keeps it apart from the definition; saved on its own. */
export function TriggerPanel({ workflow }: { readonly workflow: WorkflowDetail }): ReactNode {
  const { data, error } = useWorkflowTrigger(workflow.id);
  return (
    <EditorPanel title="Trigger">
      {data === undefined ? (
        error === null ? (
          <ListSkeleton />
        ) : (
          <ErrorState error={error} />
        )
      ) : (
        // A trigger that was replaced elsewhere is another one.
        <TriggerForm key={data?.uuid ?? ''} workflow={workflow.id} saved={data} />
      )}
    </EditorPanel>
  );
}

interface TriggerFormProps {
  readonly workflow: string;
  readonly saved: Trigger | null;
}

function TriggerForm({ workflow, saved }: TriggerFormProps): ReactNode {
  const [draft, setDraft] = useState<JsonObject | null>(null);
  const [isAsking, setAsking] = useState(false);
  const set = useSetTrigger(workflow);
  const shown = draft ?? { ...settingsIn(saved ?? undefined) };
  const tell = (text: string) => {
    showToast({ tone: 'ok', text });
    setDraft(null);
    setAsking(false);
  };
  const save = () => {
    // The stored one keeps its address and its secret.
    const body = { ...settingsIn(shown), uuid: saved?.uuid ?? null };
    set.mutate(body, { onSuccess: () => tell('Trigger saved.') });
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TriggerFields workflow={workflow} trigger={shown} onChange={setDraft} />
      <div className="flex flex-wrap justify-end gap-2">
        {saved !== null && (
          <Button tone="danger" icon={Trash2} onClick={() => setAsking(true)}>
            Delete
          </Button>
        )}
        <Button tone="primary" type="submit" disabled={draft === null || set.isPending}>
          Save trigger
        </Button>
      </div>
      {saved !== null && draft === null && <SavedTrigger trigger={saved} />}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Delete the trigger?"
        action="Delete"
        isBusy={set.isPending}
        onConfirm={() => set.mutate(null, { onSuccess: () => tell('Trigger deleted.') })}
      >
        <p>The workflow is then started by hand only. The address of a webhook is gone for good.</p>
      </ConfirmDialog>
    </form>
  );
}
