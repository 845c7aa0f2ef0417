import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import { PlainValue } from '../../../answers/plain-value.tsx';
import { useHostTypes } from '../../../data/catalogue.ts';
import { useLastRun, useStartRun } from '../../../data/runs.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Modal } from '../../../design/dialogs/modal.tsx';
import { JsonField } from '../../../form/fields/json-field.tsx';
import { LazySchemaForm } from '../../../form/lazy-schema-form.tsx';
import { exampleInput } from '../../../graph/example-input.ts';
import { toFormSchema } from '../../../graph/forms/config-schema.ts';
import { draftInput } from '../../../graph/forms/draft-input.ts';
import { findForm } from '../../../graph/forms/find-form.ts';
import { readSketch } from '../../../graph/read-sketch.ts';
import { useEditor, useEditorStore } from '../state/editor-store.ts';
import { useDraftVersion } from '../state/use-draft-version.ts';
import { useRefusal } from '../../../data/session.ts';
import { usePreflight } from '../state/preflight.tsx';
import { useRunKey } from './use-run-key.ts';
import { useTryPart } from '../drawers/use-try-part.ts';
import { Lacks } from './lacks.tsx';
import { OfflineChoice } from './offline-choice.tsx';
import { PastInputs } from './past-inputs.tsx';

interface RunButtonProps {
  readonly workflow: WorkflowDetail;
  /** There are changes that are not saved: the run is one of a draft, and publishes nothing. */
  readonly isDraft: boolean;
  /** On a phone its icon has to do: there is something to save beside it. */
  readonly isNarrow?: boolean;
}

export function RunButton({ workflow, isDraft, isNarrow = false }: RunButtonProps): ReactNode {
  const store = useEditorStore();
  const { errors, lacks } = usePreflight();
  const { open } = useSearch({ from: '/workflows/$id' });
  const [isOpen, setOpen] = useState(open === 'run');
  const to = useEditor(({ runTo }) => runTo);
  const target = useTitleOf(to);
  // What somebody else has saved meanwhile is asked about first, in a dialog of its own.
  const isAsked = useEditor(({ newer }) => newer !== null);
  // What is not published is kept for the run, which changes the workflow's drafts.
  const refusal = useRefusal(isDraft ? 'write' : 'run');
  const [first] = errors;
  const cause = refusal ?? first?.message;
  const ask = () => {
    if (refusal !== null) return;
    if (first === undefined) setOpen(true);
    else store.setState({ panel: 'problems' });
  };
  useRunKey(ask);
  return (
    <>
      <Button
        tone="primary"
        icon={Play}
        aria-disabled={cause !== undefined}
        title={cause === undefined ? undefined : `Cannot run: ${cause}`}
        onClick={ask}
      >
        <span className={isNarrow ? 'max-md:sr-only' : 'max-[359px]:sr-only'}>Run</span>
        {cause !== undefined && <span className="sr-only">: not possible, {cause}</span>}
      </Button>
      <Modal
        isOpen={(isOpen || to !== null) && cause === undefined && !isAsked}
        onOpenChange={(isWanted) => {
          setOpen(isWanted);
          if (!isWanted) store.setState({ runTo: null });
        }}
        title={to === null ? `Run ${workflow.name}` : `Run to ${target}`}
      >
        <Lacks diagnostics={lacks} className="px-4 pt-4" />
        <RunForm workflow={workflow} isDraft={isDraft} to={to} />
      </Modal>
    </>
  );
}

/** What people call the node. */
function useTitleOf(node: string | null): string {
  const definition = useEditor(({ history }) => history.present);
  const dialect = useEditor((state) => state.dialect);
  if (node === null) return '';
  const form = findForm(dialect);
  const nodes = form === undefined ? [] : readSketch(form, definition).nodes;
  return nodes.find(({ id }) => id === node)?.title ?? node;
}

interface RunFormProps extends RunButtonProps {
  /** The node that it ends with, as a trial run; null: the whole workflow. */
  readonly to: string | null;
}

function RunForm({ workflow, isDraft, to }: RunFormProps): ReactNode {
  const navigate = useNavigate();
  const start = useStartRun();
  const part = useTryPart(workflow);
  const isBusy = start.isPending || part.isStarting;
  const keepDraft = useDraftVersion(workflow);
  const { data: last, isPending } = useLastRun(workflow.id);
  const [input, setInput] = useState<Json | undefined>(undefined);
  const [isOffline, setOffline] = useState(false);
  const offline =
    to === null ? <OfflineChoice isOffline={isOffline} onChange={setOffline} /> : null;
  const example = useEditor(({ history }) => exampleInput(history.present));
  // Only once it is known that there was no run: what is shown must not change under the hand.
  const suggested = last === null ? example : (last?.['input'] as Json | undefined);
  const shown = input ?? suggested ?? undefined;
  const schema = useInputForm(workflow, isDraft);
  const fixed = useEditor(({ dialect, history }) =>
    findForm(dialect)?.fixedInput?.(history.present),
  );
  const submit = async () => {
    const isGiven = fixed === undefined && shown !== undefined && shown !== null;
    const given = isGiven ? shown : undefined;
    if (to !== null) return part.start({ node: to, reach: 'to', input: given });
    const { run_id } = await start.mutateAsync({
      workflow: workflow.id,
      version: isDraft ? await keepDraft() : undefined,
      input: given,
      offline: isOffline ? true : undefined,
    });
    await navigate({ to: '/runs/$id', params: { id: run_id } });
  };
  const send = () => void submit().catch(() => {});
  if (fixed !== undefined)
    return (
      <div className="grid gap-4 overflow-auto p-4">
        <FixedInput value={fixed} />
        {offline}
        <StartButton isBusy={isBusy} onClick={send} />
      </div>
    );
  return (
    <div className="grid gap-4 overflow-auto p-4">
      <PastInputs workflow={workflow.id} onPick={setInput} />
      {schema === null ? (
        <>
          <PlainInput value={shown} onChange={setInput} />
          {offline}
          <StartButton isBusy={isBusy} onClick={send} />
        </>
      ) : (
        <LazySchemaForm
          id="run-form"
          label="Input"
          isAsked={isPending}
          schema={schema}
          data={shown}
          onChange={setInput}
          onSubmit={send}
          footer={(isLoaded) => (
            <>
              {offline}
              <StartButton isBusy={isBusy || !isLoaded} type="submit" form="run-form" />
            </>
          )}
        />
      )}
    </div>
  );
}

/** Of what is run: a draft may take something else than what is published. */
function useInputForm({ inputSchema }: WorkflowDetail, isDraft: boolean): JsonObject | null {
  const definition = useEditor(({ history }) => history.present);
  const dialect = useEditor((state) => state.dialect);
  const known = useHostTypes().data?.known;
  return useMemo(() => {
    const published = isObject(inputSchema) ? inputSchema : null;
    const own = isDraft ? draftInput(definition, { ...known, dialect }) : undefined;
    const taken = own === undefined ? published : own;
    return taken === null ? null : toFormSchema(taken);
  }, [definition, dialect, known, isDraft, inputSchema]);
}

/** A run that takes no input is not asked for one. */
function FixedInput({ value }: { readonly value: Json }): ReactNode {
  return (
    <div className="grid gap-1.5 text-sm">
      <p>A run starts with the initial input of the start node:</p>
      <PlainValue label="Initial input" value={value} className="max-h-64" />
      <p className="text-xs text-text-3">Clear it there to be asked for an input here.</p>
    </div>
  );
}

interface PlainInputProps {
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

function PlainInput({ value, onChange }: PlainInputProps): ReactNode {
  return (
    <Field label="Input" note="Text or JSON. Leave it empty if the workflow needs no input.">
      {({ id }) => <JsonField id={id} label="Input" value={value} onChange={onChange} rows={6} />}
    </Field>
  );
}

interface StartButtonProps extends Pick<ComponentProps<'button'>, 'type' | 'form' | 'onClick'> {
  readonly isBusy: boolean;
}

function StartButton({ isBusy, ...how }: StartButtonProps): ReactNode {
  return (
    <Button tone="primary" icon={Play} disabled={isBusy} className="justify-self-end" {...how}>
      Start
    </Button>
  );
}
