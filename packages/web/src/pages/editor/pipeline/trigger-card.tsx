import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import { Trash2, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWorkflowTriggers } from '../../../data/triggers.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { withKey } from '../../../graph/own-keys.ts';
import { SavedTrigger } from '../../../triggers/saved-trigger.tsx';
import { hasTrigger, settingsIn } from '../../../triggers/settings-in.ts';
import { TriggerFields } from '../../../triggers/trigger-fields.tsx';
import { change, useEditor, useEditorStore, type EditorStore } from '../state/editor-store.ts';

interface TriggerCardProps {
  readonly workflow: string;
  readonly definition: JsonObject;
}

/** What starts runs of a pipeline: part of its definition, and saved with it. */
export function TriggerCard({ workflow, definition }: TriggerCardProps): ReactNode {
  const store = useEditorStore();
  const trigger = ownValue(definition, 'trigger');
  const set = (next: JsonObject | null) =>
    change(store, (before) => withKey(before, 'trigger', next), 'trigger');
  return (
    <section
      aria-label="Trigger"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-surface px-3 py-3 shadow-1"
    >
      <header className="flex items-center gap-3">
        <span className="grid size-8 shrink-0 place-items-center rounded-md bg-k-trigger-soft text-k-trigger">
          <Zap size={16} aria-hidden />
        </span>
        <h2 className="flex-1 text-sm font-semibold">Starts</h2>
        {hasTrigger(trigger) && (
          <IconButton
            size="sm"
            label="Remove the trigger"
            icon={Trash2}
            onClick={() => set(null)}
          />
        )}
      </header>
      <TriggerFields
        workflow={workflow}
        trigger={isObject(trigger) ? trigger : {}}
        onChange={set}
      />
      {hasTrigger(trigger) && <Stored workflow={workflow} />}
    </section>
  );
}

/** The address and the switch belong to what is stored, so a changed trigger is saved first. */
function Stored({ workflow }: { readonly workflow: string }): ReactNode {
  const store = useEditorStore();
  const isSaved = useEditor(
    ({ history, saved }) =>
      JSON.stringify(settingsIn(ownValue(history.present, 'trigger'))) ===
      JSON.stringify(settingsIn(ownValue(saved, 'trigger'))),
  );
  const stored = useWorkflowTriggers(workflow).data?.[0];
  if (!isSaved)
    return <p className="text-xs text-text-3">Save the workflow to let it start like this.</p>;
  if (stored === undefined || stored === null) return null;
  return <SavedTrigger trigger={stored} onSwitched={(saved) => takeSwitch(store, saved)} />;
}

/** A definition that says itself whether it is on would undo the switch with the next save. */
function takeSwitch(store: EditorStore, { isActive, version }: WorkflowDetail): void {
  const switched = (definition: JsonObject) =>
    Object.hasOwn(definition, 'is_active')
      ? withKey(definition, 'is_active', isActive)
      : definition;
  store.setState(({ history, saved, published }) => {
    const present = switched(history.present);
    return {
      version,
      savedVersion: version,
      history: { ...history, present },
      saved: saved === history.present ? present : switched(saved),
      published: published === history.present ? present : switched(published),
    };
  });
}
