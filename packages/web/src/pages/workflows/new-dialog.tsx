import { isObject } from '@skein/kernel';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useCreateWorkflow } from '../../data/workflows.ts';
import { TextField } from '../../design/controls/text-field.tsx';
import { FormDialog } from '../../design/dialogs/form-dialog.tsx';
import { nativeForm } from '../../graph/forms/native-form.ts';

/** There is one kind of workflow; other formats come and go by import and export. */
export function NewDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const create = useCreateWorkflow();
  const [name, setName] = useState('');
  const submit = async () => {
    const definition = nativeForm.emptyDefinition(name.trim() || 'New workflow');
    if (!isObject(definition)) return;
    const { id } = await create.mutateAsync(definition);
    await navigate({ to: '/workflows/$id', params: { id } });
  };
  return (
    <FormDialog
      title="New workflow"
      action="Create"
      isBusy={create.isPending}
      onClose={onClose}
      // A toast reports the failure.
      onSubmit={() => void submit().catch(() => {})}
    >
      <TextField label="Name" placeholder="New workflow" value={name} onChange={setName} />
    </FormDialog>
  );
}
