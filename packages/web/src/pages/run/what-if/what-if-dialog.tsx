import { nodeNames } from '@skein/dialects';
import type { Graph, Json } from '@skein/kernel';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { useModels } from '../../../data/catalogue.ts';
import { useReplayRun, type ReplayChange } from '../../../data/debugging/run-calls.ts';
import type { RunJson } from '../../../data/runs.ts';
import { FoldMark } from '../../../design/controls/fold-mark.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { SelectField } from '../../../design/controls/select-field.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { JsonField } from '../../../form/fields/json-field.tsx';
import { NodeNames } from '../../../form/prompt/prompt-variables.ts';
import { ValueInput } from '../../../form/prompt/value-input.tsx';
import { suggestedModels } from '../../../graph/forms/model-names.ts';
import { replayableNodes, type Replayable } from '../../../graph/run/forking/replayable.ts';

interface WhatIfDialogProps {
  readonly run: RunJson;
  readonly graph: Graph;
  readonly selected: string | null;
  readonly onClose: () => void;
}

/** Replays the run with another prompt, model or input, and shows how the two differ. */
export function WhatIfDialog({ run, graph, selected, onClose }: WhatIfDialogProps): ReactNode {
  const navigate = useNavigate();
  const replay = useReplayRun(run.id);
  const nodes = useMemo(() => replayableNodes(graph), [graph]);
  const [node, setNode] = useState(
    () => (nodes.find((each) => each.node === selected) ?? nodes[0])?.node ?? '',
  );
  const chosen = nodes.find((each) => each.node === node);
  const names = useMemo(
    () => nodeNames(graph.nodes.map(({ id, name }) => ({ id, title: name }))),
    [graph],
  );
  const [edited, setEdited] = useState<Edited>({});
  const submit = async () => {
    const { id } = await replay.mutateAsync(changeOf(chosen, edited));
    onClose();
    await navigate({ to: '/runs/$id', params: { id }, search: { tab: 'compare', with: run.id } });
  };
  return (
    <FormDialog
      title="What if…"
      action={replay.isPending ? 'Running…' : 'Run and compare'}
      isBusy={replay.isPending}
      onClose={onClose}
      // A toast reports the failure.
      onSubmit={() => void submit().catch(() => {})}
    >
      <p className="text-sm text-text-2">
        A new run reuses everything that stays the same. This one is not changed.
      </p>
      {nodes.length > 1 && (
        <SelectField
          label="Step"
          value={node}
          onChange={(next) => {
            setNode(next);
            setEdited({});
          }}
          options={nodes.map((each) => ({ value: each.node, label: each.title }))}
        />
      )}
      <NodeNames value={names}>
        {chosen !== undefined && (
          <StepChanges key={node} chosen={chosen} edited={edited} onChange={setEdited} />
        )}
      </NodeNames>
      <InputChange
        value={edited.input === undefined ? run.input : edited.input}
        isOpen={nodes.length === 0}
        onChange={(input) => setEdited({ ...edited, input })}
      />
    </FormDialog>
  );
}

interface Edited {
  readonly prompt?: string;
  readonly model?: string;
  readonly input?: Json | undefined;
}

function changeOf(chosen: Replayable | undefined, { prompt, model, input }: Edited): ReplayChange {
  const { node = '' } = chosen ?? {};
  const isOther = (text: string | undefined, was: string | null | undefined) =>
    text !== undefined && text !== was;
  return {
    prompt: isOther(prompt, chosen?.prompt) ? { [node]: prompt ?? '' } : undefined,
    model: isOther(model, chosen?.model) ? { [node]: model ?? '' } : undefined,
    input,
  };
}

interface StepChangesProps {
  readonly chosen: Replayable;
  readonly edited: Edited;
  readonly onChange: (edited: Edited) => void;
}

function StepChanges({ chosen, edited, onChange }: StepChangesProps): ReactNode {
  const known = useModels().data?.items ?? [];
  return (
    <>
      {chosen.prompt !== null && (
        // What people come to change.
        <div data-first className="grid gap-1.5">
          <span className="text-sm font-medium">Prompt of {chosen.title}</span>
          <ValueInput
            label="Prompt"
            size="text"
            value={edited.prompt ?? chosen.prompt}
            onChange={(prompt) => onChange({ ...edited, prompt })}
          />
        </div>
      )}
      <TextField
        label="Model"
        list="what-if-models"
        placeholder="Default"
        value={edited.model ?? chosen.model}
        onChange={(model) => onChange({ ...edited, model })}
      />
      <datalist id="what-if-models">
        {suggestedModels(known).map(({ value, note }) => (
          <option key={value} value={value} label={note} />
        ))}
      </datalist>
    </>
  );
}

interface InputChangeProps {
  readonly value: Json | undefined;
  readonly isOpen: boolean;
  readonly onChange: (value: Json | undefined) => void;
}

function InputChange({ value, isOpen, onChange }: InputChangeProps): ReactNode {
  return (
    <details open={isOpen} className="group rounded-md border border-line">
      <summary className="flex h-9 list-none items-center gap-1.5 px-2 text-sm">
        <FoldMark />
        Another input
      </summary>
      <div className="border-t border-line p-3">
        <Field label="Input">
          {({ id }) => (
            <JsonField id={id} label="Input" value={value} onChange={onChange} rows={6} />
          )}
        </Field>
      </div>
    </details>
  );
}
