import type { Json } from '@skein/kernel';
import { useState, type ReactNode } from 'react';
import { useAddCase, useDatasets } from '../../../data/evaluations.ts';
import type { RunJson } from '../../../data/runs.ts';
import { Field } from '../../../design/controls/field.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { JsonField } from '../../../form/fields/json-field.tsx';
import { baseWorkflow } from '../../../text/base-workflow.ts';

interface AddToDatasetDialogProps {
  readonly run: RunJson;
  readonly onClose: () => void;
}

/** The input of the run, and what it should have given, become a case. */
export function AddToDatasetDialog({ run, onClose }: AddToDatasetDialogProps): ReactNode {
  const known = useDatasets().data?.items ?? [];
  const [written, setWritten] = useState<string | null>(null);
  const dataset = written ?? known.at(-1)?.name ?? baseWorkflow(run.workflow.id).slice(0, 120);
  const [expected, setExpected] = useState<Json | undefined>(
    run.status === 'completed' ? run.output : undefined,
  );
  const add = useAddCase();
  const submit = async () => {
    const about = { dataset: dataset.trim(), id: run.id, run_id: run.id };
    await add.mutateAsync(expected === undefined ? about : { ...about, expected });
    showToast({ tone: 'ok', text: `Added to ${dataset.trim()}.` });
    onClose();
  };
  return (
    <FormDialog
      title="Add to dataset"
      action="Add"
      isBusy={add.isPending}
      onClose={onClose}
      // A toast reports the failure.
      onSubmit={() => void submit().catch(() => {})}
    >
      <TextField label="Dataset" value={dataset} onChange={setWritten} maxLength={120} />
      <Field label="Expected" note="What it should have given; change it if the run was wrong.">
        {({ id }) => (
          <JsonField id={id} label="Expected" value={expected} onChange={setExpected} rows={8} />
        )}
      </Field>
    </FormDialog>
  );
}
