// Another result for a step of a recorded run: the run goes on from there, as a new one.
import { equalJson, type ActivationName, type GraphNode, type Json } from '@skein/kernel';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useForkWithResult } from '../../../data/debugging/run-calls.ts';
import { SelectField } from '../../../design/controls/select-field.tsx';
import { Modal } from '../../../design/dialogs/modal.tsx';
import { actingAfter } from '../../../graph/run/forking/acting-after.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import {
  changedResult,
  firedPort,
  portChoices,
  resultForm,
  type RecordedResult,
} from '../../../graph/run/forking/recorded-result.ts';
import type { RunSketch } from '../../../graph/run/sketch-graph.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { ResultFields } from './result-fields.tsx';

export interface ChangedStep extends ActivationName {
  readonly run: string;
  readonly replay: Replay;
  readonly sketch: RunSketch;
  readonly title: string;
  readonly recorded: RecordedResult;
}

interface ChangeResultDialogProps extends ChangedStep {
  readonly onClose: () => void;
}

export function ChangeResultDialog(props: ChangeResultDialogProps): ReactNode {
  const { run, replay, title, recorded, node, activation, onClose } = props;
  const navigate = useNavigate();
  const fork = useForkWithResult(run);
  const before = recorded.value ?? null;
  const [value, setValue] = useState<Json>(before);
  const [port, setPort] = useState(firedPort(recorded));
  const isSame = equalJson(value, before) && port === firedPort(recorded);
  const submit = async () => {
    const result = changedResult(recorded, { value, port });
    const { run_id } = await fork.mutateAsync({ node, activation, result });
    onClose();
    await navigate({ to: '/runs/$id', params: { id: run_id } });
  };
  return (
    <Modal isOpen onOpenChange={onClose} title={`Change the result of ${visibleText(title)}`}>
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] gap-4 overflow-auto p-4">
        <Notes {...props} />
        <ResultFields
          value={value}
          onChange={setValue}
          schema={resultForm(replay.graph, node, recorded)}
          isReady={!isSame && !fork.isPending}
          // A toast reports the failure.
          onSubmit={() => void submit().catch(() => {})}
        >
          <PortField {...props} port={port} onChange={setPort} />
        </ResultFields>
      </div>
    </Modal>
  );
}

/** What will happen, and what to think of before. */
function Notes({ replay, node, activation }: ChangedStep): ReactNode {
  const acting = actingAfter(replay.graph, node);
  return (
    <div className="grid gap-2 text-sm text-text-2">
      <p>
        {activation > 1 && `This is activation ${activation}. `}A new run has this result, takes
        over what came before, and runs what depends on it. This run is not changed.
      </p>
      {replay.state.origin.parent !== null && (
        <p>The new run is on its own: the run that started this one does not get its result.</p>
      )}
      {acting.length > 0 && (
        <p role="note" className="rounded-md bg-wait-soft px-3 py-2 text-wait-text">
          The new run also does what these steps do elsewhere: {visibleText(acting.join(', '))}.
        </p>
      )}
    </div>
  );
}

interface PortFieldProps extends ChangedStep {
  readonly port: string | null;
  readonly onChange: (port: string) => void;
}

/** Nothing for a step that always ends in the same way. */
function PortField(props: PortFieldProps): ReactNode {
  const { replay, sketch, node, recorded, port, onChange } = props;
  const own: GraphNode | undefined = replay.graph.nodeById.get(node);
  const choices = own === undefined ? [] : portChoices(recorded, own);
  if (own === undefined || choices.length === 0) return null;
  return (
    <SelectField
      label="Ended through"
      value={port ?? ''}
      onChange={onChange}
      options={choices.map((each) => ({ value: each, label: sketch.portName(own, each) }))}
    />
  );
}
