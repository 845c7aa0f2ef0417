import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useWorkflowTriggers, type Trigger } from '../../../data/triggers.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { ListSkeleton } from '../../../design/feedback/list-skeleton.tsx';
import { ErrorState } from '../../../viewers/error-state.tsx';
import { triggerWords } from '../../../viewers/trigger-words.ts';
import { EditorPanel } from './editor-panel.tsx';
import { TriggerForm } from './trigger-form.tsx';

/** The triggers of a workflow that is no pipeline; each is saved on its own. */
export function TriggerPanel({ workflow }: { readonly workflow: WorkflowDetail }): ReactNode {
  const { data, error } = useWorkflowTriggers(workflow.id);
  return (
    <EditorPanel title="Trigger">
      {data === undefined ? (
        error === null ? (
          <ListSkeleton />
        ) : (
          <ErrorState error={error} />
        )
      ) : (
        <Triggers workflow={workflow} triggers={data} />
      )}
    </EditorPanel>
  );
}

interface TriggersProps {
  readonly workflow: WorkflowDetail;
  readonly triggers: readonly Trigger[];
}

/** No trigger has this id. */
const added = '';

function Triggers({ workflow, triggers }: TriggersProps): ReactNode {
  const [chosen, setChosen] = useState<string | null>(null);
  const isNew = chosen === added || triggers.length === 0;
  const shown = isNew
    ? null
    : (triggers.find(({ uuid }) => uuid === chosen) ?? triggers[0] ?? null);
  const isNamed = triggers.length > 1 || (isNew && triggers.length > 0) || hasPlace(shown);
  return (
    <div className="grid gap-4">
      {triggers.length > 1 && (
        <Select
          label="Triggers"
          value={shown?.uuid ?? added}
          onChange={setChosen}
          options={[
            ...triggers.map((each) => ({ value: each.uuid, label: wordsOf(each) })),
            ...(isNew ? [{ value: added, label: 'A new one' }] : []),
          ]}
        />
      )}
      <TriggerForm
        // One that was replaced elsewhere is another one.
        key={shown?.uuid ?? added}
        workflow={workflow}
        saved={shown}
        isNamed={isNamed}
        onSaved={({ uuid }) => setChosen(uuid)}
      />
      {triggers.length > 0 && !isNew && (
        <div>
          <Button icon={Plus} onClick={() => setChosen(added)}>
            Add another trigger
          </Button>
        </div>
      )}
    </div>
  );
}

function hasPlace(trigger: Trigger | null): boolean {
  return trigger !== null && (trigger.name !== null || trigger.start !== null);
}

function wordsOf(trigger: Trigger): string {
  const words = triggerWords(trigger);
  return trigger.name === null ? words : `${trigger.name}: ${words}`;
}
