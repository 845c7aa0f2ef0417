import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useDeleteTrigger, useSaveTrigger, type Trigger } from '../../../data/triggers.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { ConfirmDialog } from '../../../design/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { textAt } from '../../../graph/own-keys.ts';
import { SavedTrigger } from '../../../triggers/saved-trigger.tsx';
import { settingsIn } from '../../../triggers/settings-in.ts';
import { TriggerFields } from '../../../triggers/trigger-fields.tsx';

interface TriggerFormProps {
  readonly workflow: WorkflowDetail;
  /** Null: a new one. */
  readonly saved: Trigger | null;
  /** Whether it is one of several, which have names. */
  readonly isNamed: boolean;
  readonly onSaved: (trigger: Trigger) => void;
}

/** One trigger of a workflow, saved on its own. */
export function TriggerForm({ workflow, saved, isNamed, onSaved }: TriggerFormProps): ReactNode {
  const [draft, setDraft] = useState<JsonObject | null>(null);
  const [isAsking, setAsking] = useState(false);
  const save = useSaveTrigger(workflow.id, saved?.uuid);
  const remove = useDeleteTrigger();
  const shown = draft ?? {
    ...named(saved === null ? {} : { ...saved }),
    ...settingsIn(saved ?? undefined),
  };
  const tell = (text: string) => {
    showToast({ tone: 'ok', text });
    setDraft(null);
    setAsking(false);
  };
  const submit = () => {
    const body = { ...settingsIn(shown), ...named(shown) };
    save.mutate(body, {
      onSuccess: (trigger) => {
        tell('Trigger saved.');
        onSaved(trigger);
      },
    });
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isNamed && (
        <PlaceFields workflow={workflow} trigger={shown} onChange={(next) => setDraft(next)} />
      )}
      <TriggerFields workflow={workflow.id} trigger={shown} onChange={setDraft} />
      <div className="flex flex-wrap justify-end gap-2">
        {saved !== null && (
          <Button tone="danger" icon={Trash2} onClick={() => setAsking(true)}>
            Delete
          </Button>
        )}
        <Button tone="primary" type="submit" disabled={draft === null || save.isPending}>
          Save trigger
        </Button>
      </div>
      {saved !== null && draft === null && <SavedTrigger trigger={saved} />}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Delete the trigger?"
        action="Delete"
        isBusy={remove.isPending}
        onConfirm={() =>
          remove.mutate(saved?.uuid ?? '', { onSuccess: () => tell('Trigger deleted.') })
        }
      >
        <p>It starts no more runs. The address of a webhook is gone for good.</p>
      </ConfirmDialog>
    </form>
  );
}

interface PlaceFieldsProps {
  readonly workflow: WorkflowDetail;
  readonly trigger: JsonObject;
  readonly onChange: (trigger: JsonObject) => void;
}

/** What callers name it by, and where its runs start. */
function PlaceFields({ workflow, trigger, onChange }: PlaceFieldsProps): ReactNode {
  const nodes = nodesOf(workflow.definition);
  const options = nodes.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <TextField
        label="Name"
        note="Callers start by it, and the address of a webhook has it."
        value={textAt(trigger, 'name')}
        onChange={(name) => onChange({ ...trigger, name })}
      />
      {options.length > 0 && (
        <Select
          label="Starts at"
          value={textAt(trigger, 'start')}
          onChange={(start) => onChange({ ...trigger, start })}
          options={[{ value: '', label: 'Where the workflow starts' }, ...options]}
          className="max-w-60"
        />
      )}
    </>
  );
}

/** Texts that are empty say nothing. */
function named(trigger: JsonObject): { name: string | null; start: string | null } {
  return { name: textAt(trigger, 'name') || null, start: textAt(trigger, 'start') || null };
}

function nodesOf(
  definition: WorkflowDetail['definition'],
): readonly { id: string; name: string }[] {
  const nodes = isObject(definition) ? ownValue(definition, 'nodes') : undefined;
  if (!Array.isArray(nodes)) return [];
  return nodes.filter(isObject).flatMap((node) => {
    const id = textAt(node, 'id');
    return id === '' ? [] : [{ id, name: textAt(node, 'name') || id }];
  });
}
