import { removeStep, replaceStep, stepType } from '@skein/dialects';
import { isObject, type Diagnostic, type Json, type JsonObject } from '@skein/kernel';
import { ArrowDown, ArrowUp, GripVertical, Trash2, TriangleAlert } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { KindTile } from '../../../canvas/kind-tile.tsx';
import { FoldMark } from '../../../design/controls/fold-mark.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { LazySchemaForm } from '../../../form/lazy-schema-form.tsx';
import { PromptVariables } from '../../../form/prompt/prompt-variables.ts';
import { settingsFields } from '../../../form/settings-fields.ts';
import { textAt } from '../../../graph/own-keys.ts';
import { plainJson } from '../../../graph/plain-json.ts';
import { stepPalette } from '../../../graph/pipeline/step-palette.ts';
import { stepSchema } from '../../../graph/pipeline/make-step.ts';
import { pipelineVariables } from '../../../graph/variables/pipeline-variables.ts';
import type { LastValues } from '../../../graph/variables/variables-at.ts';
import { DiagnosticList } from '../../../viewers/diagnostic-list.tsx';
import { change, useEditor, useEditorStore } from '../state/editor-store.ts';

interface PipelineStepProps {
  readonly step: JsonObject;
  readonly index: number;
  readonly count: number;
  readonly last: LastValues;
  readonly problems: readonly Diagnostic[];
  readonly onDragStart: () => void;
  readonly onDrop: () => void;
  /** With the keyboard; negative is up. */
  readonly onMove: (by: number) => void;
}

export function PipelineStep(props: PipelineStepProps): ReactNode {
  const { step, index, problems, onDragStart, onDrop, onMove } = props;
  const type = stepType(step);
  const entry = stepPalette.find((each) => each.type === type);
  const summary = textAt(step, 'generated_summary') || textAt(step, 'description');
  return (
    <li
      id={`step-${index}`}
      draggable
      onDragStart={onDragStart}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      className="relative rounded-lg border border-line bg-surface shadow-1"
    >
      <StepButtons {...props} />
      <details className="group">
        <summary
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onKeyDown={(event) => {
            const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
            if (!event.altKey || by === 0) return;
            event.preventDefault();
            onMove(by);
          }}
          className="flex min-h-16 list-none items-center gap-3 rounded-lg py-2 pr-32 pl-3"
        >
          <GripVertical size={16} aria-hidden className="shrink-0 cursor-grab text-text-3" />
          <KindTile family={entry?.family ?? 'agent'} type={type} />
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-2 text-sm font-semibold">
              <span className="num text-text-3">{index + 1}</span>
              <span data-name className="truncate">
                {textAt(step, 'name') || 'Unnamed step'}
              </span>
              {problems.length > 0 && (
                <TriangleAlert
                  size={14}
                  role="img"
                  aria-label={`${problems.length} problems`}
                  className="shrink-0 text-wait-text"
                />
              )}
            </span>
            <span className="block truncate text-xs text-text-3">
              {summary || entry?.description}
            </span>
          </span>
          <FoldMark className="absolute right-3" />
        </summary>
        <div className="grid gap-4 border-t border-line p-4">
          <StepForm {...props} />
          {problems.length > 0 && <DiagnosticList diagnostics={problems} />}
        </div>
      </details>
    </li>
  );
}

function StepButtons({ step, index, count, onMove }: PipelineStepProps): ReactNode {
  const store = useEditorStore();
  const name = textAt(step, 'name') || `step ${index + 1}`;
  return (
    <span className="absolute top-4.5 right-9 z-10 flex shrink-0">
      <IconButton
        size="sm"
        label={`Move ${name} up`}
        icon={ArrowUp}
        disabled={index === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        size="sm"
        label={`Move ${name} down`}
        icon={ArrowDown}
        disabled={index === count - 1}
        onClick={() => onMove(1)}
      />
      <IconButton
        size="sm"
        label={`Remove ${name}`}
        icon={Trash2}
        onClick={() => change(store, (before) => removeStep(before, index))}
      />
    </span>
  );
}

function StepForm({ step, index, last }: PipelineStepProps): ReactNode {
  const store = useEditorStore();
  const definition = useEditor(({ history }) => history.present);
  const schema = useMemo(() => stepSchema(stepType(step)), [step]);
  const variables = useMemo(
    () => pipelineVariables(definition, { index, last }),
    [definition, index, last],
  );
  const write = (data: Json) => {
    const plain = plainJson(data);
    if (!isObject(plain)) return;
    change(
      store,
      (before) => replaceStep(before, { at: index, step: { ...step, ...plain } }),
      `step ${index}`,
    );
  };
  return (
    <PromptVariables value={variables}>
      <LazySchemaForm
        id={`step-form-${index}`}
        label={`Settings of ${textAt(step, 'name')}`}
        schema={schema}
        named={settingsFields}
        data={step}
        onChange={write}
      />
    </PromptVariables>
  );
}
