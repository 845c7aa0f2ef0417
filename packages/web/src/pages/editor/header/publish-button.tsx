import { Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { ScopedButton } from '../../../viewers/scoped-button.tsx';
import { TextAreaField } from '../../../design/controls/text-area-field.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { useEditor, useEditorStore } from '../state/editor-store.ts';
import { usePreflight } from '../state/preflight.tsx';
import { useSave } from '../state/use-save.ts';
import { Lacks } from './lacks.tsx';

/** Makes what is edited the version that triggers and other programs get from now on, with a name and a note if it has some. */
export function PublishButton({ workflow }: { readonly workflow: WorkflowDetail }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [label, setLabel] = useState('');
  const [note, setNote] = useState('');
  const store = useEditorStore();
  const saving = useSave(workflow);
  const { lacks } = usePreflight();
  const isNew = useEditor(({ history, published }) => history.present !== published);
  const publish = async () => {
    try {
      await saving.publish({ label: textOr(label), note: textOr(note) });
    } finally {
      // What somebody else has saved meanwhile is asked about in a dialog of its own.
      if (store.getState().newer !== null) setOpen(false);
    }
    setOpen(false);
    setLabel('');
    setNote('');
  };
  return (
    <>
      <ScopedButton needs="write" icon={Upload} disabled={!isNew} onClick={() => setOpen(true)}>
        <span className="max-md:sr-only">Publish</span>
      </ScopedButton>
      {isOpen && (
        <FormDialog
          title="Publish"
          action="Publish"
          isBusy={saving.isSaving}
          onClose={() => setOpen(false)}
          // A toast reports the failure.
          onSubmit={() => void publish().catch(() => {})}
        >
          <p className="text-sm text-text-2">
            Triggers and other programs use this version from now on. Runs that are under way stay
            in theirs.
          </p>
          <Lacks diagnostics={lacks} />
          <TextField label="Name (optional)" maxLength={200} value={label} onChange={setLabel} />
          <TextAreaField
            label="Note (optional)"
            rows={3}
            placeholder="What has changed, and why"
            value={note}
            onChange={setNote}
          />
        </FormDialog>
      )}
    </>
  );
}

function textOr(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}
