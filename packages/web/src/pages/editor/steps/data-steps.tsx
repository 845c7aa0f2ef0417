// The steps of a data node
// Cards in a list, moved with buttons or the keyboard; beneath each are the rows after it.
import { describeSteps, isObject, type Json, type JsonObject } from '@skein/kernel';
import { useContext, useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import { setConfig } from '../../../graph/edit/set-config.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { nodeIndex } from '../../../graph/edit/node-ids.ts';
import { listAt, withKey } from '../../../graph/own-keys.ts';
import type { PlacedProblem } from '../../../graph/preflight/place-problems.ts';
import type { SketchNode } from '../../../graph/sketch.ts';
import { ExpressionContext } from '../../../form/expressions/expression-context.ts';
import { scopeOfValues, valuesAt } from '../../../graph/expressions/expression-values.ts';
import { newStep } from '../../../graph/steps/new-step.ts';
import { previewData, type DataPreview } from '../../../graph/steps/preview-data.ts';
import { problemsAt } from '../../../graph/steps/problems-at.ts';
import { rowFields } from '../../../graph/steps/row-fields.ts';
import { keySteps, noSteps } from '../../../graph/steps/step-keys.ts';
import { change, useEditor, useEditorStore } from '../state/editor-store.ts';
import { AddStep } from './add-step.tsx';
import { FirstRows } from './first-rows.tsx';
import { StepCard } from './step-card.tsx';

interface DataStepsProps {
  readonly form: DocumentForm;
  readonly node: SketchNode;
  readonly config: JsonObject;
  readonly problems: readonly PlacedProblem[];
}

const none: readonly Json[] = [];
const noValues = valuesAt({ definition: {}, lines: [], run: undefined });
const entries = describeSteps();

export function DataSteps(props: DataStepsProps): ReactNode {
  const { node, config, problems } = props;
  const steps = listAt(config, 'steps');
  const write = useWriteSteps(props);
  const preview = useRows(props);
  const keys = useStepKeys(steps);
  // Cards that were there at first are folded.
  const [firstNew] = useState(steps.length === 1 ? 0 : steps.length);
  const [announcement, setAnnouncement] = useState('');
  const rowsBefore = (index: number) => (index === 0 ? preview.rows : preview.stages[index - 1]);
  const move = (from: number, to: number) => {
    const step = steps[from];
    if (step === undefined || to < 0 || to >= steps.length || from === to) return;
    write((before) => before.toSpliced(from, 1).toSpliced(to, 0, step));
    setAnnouncement(`Moved to position ${to + 1} of ${steps.length}.`);
    focusCard(to);
  };
  const insert = (at: number, step: JsonObject) => {
    write((before) => before.toSpliced(at, 0, step));
    focusCard(at);
  };
  return (
    <section aria-label="Steps" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-medium">Steps</h3>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <FirstRows node={node.id} preview={preview} />
      <ol aria-label="Steps" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {steps.map((step, index) => (
          <StepCard
            key={keys[index]}
            step={step}
            index={index}
            count={steps.length}
            startsOpen={(keys[index] ?? 0) >= firstNew}
            problems={problemsAt(problems, index)}
            before={rowsBefore(index) ?? null}
            after={preview.stages[index] ?? null}
            stopped={index === preview.stages.length ? preview.stopped : null}
            onWrite={(next) =>
              write((before) => before.with(index, next), `step ${node.id} ${keys[index]}`)
            }
            onMove={(by) => move(index, index + by)}
            onDuplicate={() => isObject(step) && insert(index + 1, { ...step })}
            onRemove={() => write((before) => before.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <AddStep
        entries={entries}
        onAdd={(entry) =>
          insert(steps.length, newStep(entry, rowFields(rowsBefore(steps.length) ?? none)))
        }
      />
    </section>
  );
}

type WriteSteps = (
  next: (steps: readonly Json[]) => readonly Json[],
  merge?: string | null,
) => void;

/** Each call is one step of the history; consecutive ones with the same `merge` are one. */
function useWriteSteps({ form, node }: DataStepsProps): WriteSteps {
  const store = useEditorStore();
  return (next, merge = null) =>
    change(
      store,
      (definition) => {
        const written = listAt(definition, form.nodesKey)[nodeIndex(form, definition, node.id)];
        if (!isObject(written)) return definition;
        const config = form.readConfig(definition, written);
        const steps = next(listAt(config, 'steps'));
        return setConfig(form, definition, {
          id: node.id,
          config: withKey(config, 'steps', steps),
        });
      },
      merge,
    );
}

function useRows({ node, config }: DataStepsProps): DataPreview {
  const place = useContext(ExpressionContext);
  const sample = useEditor(({ samples }) => samples.get(node.id) ?? '');
  // Many rows take a while, which typing must not wait for.
  const given = useDeferredValue(config);
  const scope = useMemo(() => scopeOfValues(place?.values ?? noValues), [place]);
  return useMemo(() => previewData(given, { scope, sample }), [given, scope, sample]);
}

function useStepKeys(steps: readonly Json[]): readonly number[] {
  const keyed = useRef(noSteps);
  if (keyed.current.steps !== steps) keyed.current = keySteps(keyed.current, steps);
  return keyed.current.keys;
}

/** Once it is there. */
function focusCard(index: number): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`#data-step-${index} summary`)?.focus(),
  );
}
