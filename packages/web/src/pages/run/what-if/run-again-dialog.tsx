import type { Json } from '@skein/kernel';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useStartRun, type RunJson } from '../../../data/runs.ts';
import { Field } from '../../../design/controls/field.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { JsonField } from '../../../form/fields/json-field.tsx';
import { baseWorkflow } from '../../../text/base-workflow.ts';

interface RunAgainDialogProps {
  readonly run: RunJson;
  readonly onClose: () => void;
}

/** A new run of the newest version, with the same input or a changed one. */
export function RunAgainDialog({ run, onClose }: RunAgainDialogProps): ReactNode {
  const navigate = useNavigate();
  const start = useStartRun();
  const [input, setInput] = useState<Json | undefined>(run.input);
  const submit = async () => {
    const { run_id } = await start.mutateAsync({
      workflow: baseWorkflow(run.workflow.id),
      input: input ?? undefined,
    });
    onClose();
    await navigate({ to: '/runs/$id', params: { id: run_id } });
  };
  return (
    <FormDialog
      title="Run again"
      action="Start"
      isBusy={start.isPending}
      onClose={onClose}
      // A toast reports the failure.
      onSubmit={() => void submit().catch(() => {})}
    >
      <Field label="Input" note="As this run got it. The newest version of the workflow runs.">
        {({ id }) => <JsonField id={id} label="Input" value={input} onChange={setInput} rows={8} />}
      </Field>
    </FormDialog>
  );
}
