import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useDeleteTrigger, useSaveTrigger, type Trigger } from '../../../data/triggers.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { Button } from '../../../design/controls/button.tsx';
import { SelectField } from '../../../design/controls/select-field.tsx';
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
  const [written, setDraft] = useState<JsonObject | null>(null);
  const [isAsking, setAsking] = useState(false);
  const save = useSaveTrigger(workflow.id, saved?.uuid);
  const remove = useDeleteTrigger();
  const kept = placedSettings(saved === null ? {} : { ...saved });
  // What was changed and changed back is no change.
  const isChanged =
    written !== null && JSON.stringify(placedSettings(written)) !== JSON.stringify(kept);
  const shown: JsonObject = written ?? { ...kept };
  const tell = (text: string) => {
    showToast({ tone: 'ok', text });
    setDraft(null);
    setAsking(false);
  };
  const submit = () => {
    save.mutate(placedSettings(shown), {
      onSuccess: (trigger) => {
        tell('Trigger saved.');
        onSaved(trigger);
      },
    });
  };
  return (
    <div className="grid gap-4">
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
          <Button tone="primary" type="submit" disabled={!isChanged || save.isPending}>
            Save trigger
          </Button>
        </div>
      </form>
      {saved !== null && !isChanged && <SavedTrigger trigger={saved} />}
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
    </div>
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
        note="Programs that start the workflow here name it; the address of a webhook contains it."
        value={textAt(trigger, 'name')}
        onChange={(name) => onChange({ ...trigger, name })}
      />
      {options.length > 0 && (
        <SelectField
          label="Starts at"
          value={textAt(trigger, 'start')}
          onChange={(start) => onChange({ ...trigger, start })}
          options={[{ value: '', label: 'Where the workflow starts' }, ...options]}
        />
      )}
    </>
  );
}

/** What is saved of a trigger. */
function placedSettings(trigger: JsonObject): ReturnType<typeof settingsIn> & Named {
  return { ...named(trigger), ...settingsIn(trigger) };
}

interface Named {
  readonly name: string | null;
  readonly start: string | null;
}

/** Texts that are empty say nothing. */
function named(trigger: JsonObject): Named {
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
