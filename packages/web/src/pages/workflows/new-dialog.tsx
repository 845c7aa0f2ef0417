import { isObject } from '@skein/kernel';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useCreateWorkflow } from '../../data/workflows.ts';
import { Button } from '../../design/controls/button.tsx';
import { Modal } from '../../design/dialogs/modal.tsx';
import { TextField } from '../../design/controls/text-field.tsx';
import { emptyDefinitionOf, dialectChoices } from './dialect-choices.ts';

interface NewDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function NewDialog({ isOpen, onClose }: NewDialogProps): ReactNode {
  return (
    <Modal isOpen={isOpen} onOpenChange={onClose} title="New workflow">
      <NewForm />
    </Modal>
  );
}

function NewForm(): ReactNode {
  const navigate = useNavigate();
  const create = useCreateWorkflow();
  const [name, setName] = useState('');
  const [dialect, setDialect] = useState('canvas');
  const submit = async () => {
    const definition = emptyDefinitionOf(dialect, name.trim() || 'New workflow');
    if (!isObject(definition)) return;
    const { id } = await create.mutateAsync(definition);
    await navigate({ to: '/workflows/$id', params: { id } });
  };
  return (
    <form
      className="grid gap-4 overflow-auto p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit().catch(() => {});
      }}
    >
      <TextField label="Name" placeholder="New workflow" value={name} onChange={setName} />
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">Dialect</legend>
        {dialectChoices.map((choice) => (
          <label
            key={choice.dialect}
            className="flex cursor-pointer gap-3 rounded-md border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="dialect"
              className="mt-0.5"
              checked={dialect === choice.dialect}
              onChange={() => setDialect(choice.dialect)}
            />
            <span>
              <span className="block text-sm font-medium">{choice.name}</span>
              <span className="block text-xs text-text-2">{choice.description}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button tone="primary" type="submit" disabled={create.isPending} className="justify-self-end">
        Create
      </Button>
    </form>
  );
}
