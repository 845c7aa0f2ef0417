import { useState, type ReactNode } from 'react';
import { useEvaluations, useStartEvaluation, type Dataset } from '../../data/evaluations.ts';
import { useWorkflows } from '../../data/workflows.ts';
import { SelectField } from '../../design/controls/select-field.tsx';
import { TextField } from '../../design/controls/text-field.tsx';
import { FormDialog } from '../../design/dialogs/form-dialog.tsx';
import { ageWords } from '../../text/time-words.ts';

interface NewEvaluationDialogProps {
  readonly datasets: readonly Dataset[];
  readonly onClose: () => void;
  readonly onStarted: (id: string) => void;
}

/** One scorer, by an expression; others are for programs and for files. */
export function NewEvaluationDialog(props: NewEvaluationDialogProps): ReactNode {
  const { datasets, onClose, onStarted } = props;
  const workflows = useWorkflows().data?.items ?? [];
  const earlier = (useEvaluations().data?.items ?? []).filter(({ status }) => status === 'done');
  const start = useStartEvaluation();
  const [chosen, setWorkflow] = useState('');
  const workflow = chosen || (workflows[0]?.id ?? '');
  const [dataset, setDataset] = useState(datasets[0]?.name ?? '');
  const [check, setCheck] = useState('output == expected');
  const [baseline, setBaseline] = useState('');
  const submit = async () => {
    const { id } = await start.mutateAsync({
      workflow,
      dataset,
      scorers: [{ name: 'score', check }],
      baseline: baseline === '' ? undefined : baseline,
    });
    onClose();
    onStarted(id);
  };
  return (
    <FormDialog
      title="New evaluation"
      action="Start"
      isBusy={start.isPending}
      onClose={onClose}
      // A toast reports the failure.
      onSubmit={() => void submit().catch(() => {})}
    >
      <p className="text-sm text-text-2">
        Every case is a run like any other: models, tools and requests are real.
      </p>
      <SelectField
        label="Workflow"
        value={workflow}
        onChange={setWorkflow}
        options={workflows.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        label="Dataset"
        value={dataset}
        onChange={setDataset}
        options={datasets.map(({ name }) => ({ value: name, label: name }))}
      />
      <TextField label="What is right" value={check} onChange={setCheck} maxLength={5000} />
      <SelectField
        label="Compare with"
        value={baseline}
        onChange={setBaseline}
        options={[
          { value: '', label: 'Nothing' },
          ...earlier.map(({ id, workflow: name, createdAt }) => ({
            value: id,
            label: `${name}, ${ageWords(createdAt, Date.now())}`,
          })),
        ]}
      />
    </FormDialog>
  );
}
