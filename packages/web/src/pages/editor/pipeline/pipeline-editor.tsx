import { insertStep, moveStep, stepsOf, type StepType } from '@skein/dialects';
import { isObject } from '@skein/kernel';
import { Plus, Redo2, Undo2 } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { newId } from '../../../data/new-id.ts';
import { useLastRun } from '../../../data/runs.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { Button } from '../../../design/controls/button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { MenuButton } from '../../../design/controls/menu-button.tsx';
import { stepPalette } from '../../../graph/pipeline/step-palette.ts';
import { makeStep } from '../../../graph/pipeline/make-step.ts';
import { lastValuesOf } from '../../../graph/variables/variables-at.ts';
import { change, redoStep, undoStep, useEditor, useEditorStore } from '../state/editor-store.ts';
import { PipelineStep } from './pipeline-step.tsx';
import { focusStep } from './focus-step.ts';
import { PipelineProblems } from './pipeline-problems.tsx';
import { usePreflight } from '../state/preflight.tsx';
import { TriggerCard } from './trigger-card.tsx';
import { VersionsPanel } from '../panels/versions-panel.tsx';
import { WorkflowPanel } from '../panels/workflow-panel.tsx';

/** A pipeline is a list: steps from top to bottom, moved by dragging or with the buttons. */
export function PipelineEditor({ workflow }: { readonly workflow: WorkflowDetail }): ReactNode {
  const store = useEditorStore();
  const definition = useEditor(({ history }) => history.present);
  const panel = useEditor((state) => state.panel);
  const [dragged, setDragged] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const steps = stepsOf(definition);
  const run = useLastRun(workflow.id).data ?? undefined;
  const last = useMemo(() => lastValuesOf(run), [run]);
  const diagnostics = usePreflight().problems.map(({ diagnostic }) => diagnostic);
  const add = (type: StepType) =>
    change(store, (before) =>
      insertStep(before, { step: makeStep(type, before, newId()), at: steps.length }),
    );
  const move = (from: number, to: number) => {
    if (to < 0 || to >= steps.length) return;
    change(store, (before) => moveStep(before, { from, to }));
    setAnnouncement(`Moved to position ${to + 1} of ${steps.length}.`);
    // The moved step keeps the focus.
    requestAnimationFrame(() => focusStep(to));
  };
  return (
    <div className="flex min-h-0 flex-1">
      <div className="min-h-0 min-w-0 flex-1 overflow-auto">
        <div className="mx-auto grid max-w-[760px] grid-cols-[minmax(0,1fr)] gap-3 p-4 md:p-8">
          {isObject(definition) && <TriggerCard workflow={workflow.id} definition={definition} />}
          {steps.length === 0 && (
            <EmptyState icon={Plus} title="No steps yet">
              Add a model call, an agent or a stop checker below.
            </EmptyState>
          )}
          <p role="status" className="sr-only">
            {announcement}
          </p>
          <ol aria-label="Steps" className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {steps.map((step, index) => (
              <PipelineStep
                key={typeof step['uuid'] === 'string' ? step['uuid'] : index}
                step={step}
                index={index}
                count={steps.length}
                last={last}
                problems={diagnostics.filter(({ pointer }) =>
                  pointer.startsWith(`/steps/${index}/`),
                )}
                onMove={(by) => move(index, index + by)}
                onDragStart={() => setDragged(index)}
                onDrop={() => {
                  if (dragged !== null) move(dragged, index);
                  setDragged(null);
                }}
              />
            ))}
          </ol>
          <ListTools onAdd={add} />
        </div>
      </div>
      {panel === 'problems' && <PipelineProblems diagnostics={diagnostics} />}
      {panel === 'versions' && <VersionsPanel workflow={workflow} />}
      {panel === 'workflow' && <WorkflowPanel />}
    </div>
  );
}

function ListTools({ onAdd }: { readonly onAdd: (type: StepType) => void }): ReactNode {
  return (
    <div className="flex items-center justify-center gap-2">
      <MenuButton
        trigger={<Button icon={Plus}>Add a step</Button>}
        entries={stepPalette.map(({ type, name, description }) => ({
          label: `${name}: ${description}`,
          onSelect: () => onAdd(type),
        }))}
      />
      <HistoryButtons />
    </div>
  );
}

function HistoryButtons(): ReactNode {
  const store = useEditorStore();
  const { past, future } = useEditor((state) => state.history);
  return (
    <>
      <IconButton
        label="Undo"
        shortcut="Ctrl Z"
        icon={Undo2}
        disabled={past.length === 0}
        onClick={() => undoStep(store)}
      />
      <IconButton
        label="Redo"
        shortcut="Ctrl Shift Z"
        icon={Redo2}
        disabled={future.length === 0}
        onClick={() => redoStep(store)}
      />
    </>
  );
}
