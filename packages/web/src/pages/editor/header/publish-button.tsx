import { Tag } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { TextAreaField } from '../../../design/controls/text-area-field.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { useSave } from '../state/use-save.ts';

/** Saves with a name and a note: the version that triggers and other programs get from now on. */
export function PublishButton({ workflow }: { readonly workflow: WorkflowDetail }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [label, setLabel] = useState('');
  const [note, setNote] = useState('');
  const saving = useSave(workflow);
  const publish = async () => {
    await saving.save({ label: textOr(label), note: textOr(note) });
    setOpen(false);
    setLabel('');
    setNote('');
  };
  return (
    <>
      <IconButton
        label="Publish with a note"
        icon={Tag}
        className="max-lg:hidden"
        onClick={() => setOpen(true)}
      />
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
          <TextField label="Name" maxLength={200} value={label} onChange={setLabel} />
          <TextAreaField label="Note" rows={3} value={note} onChange={setNote} />
        </FormDialog>
      )}
    </>
  );
}

function textOr(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}
