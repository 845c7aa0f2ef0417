import type { Json } from '@skein/kernel';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useStartRun, type RunJson } from '../../../data/runs.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Modal } from '../../../design/dialogs/modal.tsx';
import { InputField } from '../../../form/input-field.tsx';
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
  const workflow = baseWorkflow(run.workflow.id);
  const submit = async () => {
    const { run_id } = await start.mutateAsync({
      workflow,
      input: input ?? undefined,
    });
    onClose();
    await navigate({ to: '/runs/$id', params: { id: run_id } });
  };
  return (
    <Modal isOpen onOpenChange={onClose} title="Run again">
      <div className="grid gap-4 overflow-auto p-4">
        <p className="text-sm text-text-2">
          The newest version of the workflow runs, with the input of this run or another one.
        </p>
        <InputField
          id="run-again"
          label="Input"
          note="As this run got it."
          workflow={workflow}
          rows={8}
          value={input}
          onChange={setInput}
          // What else can go wrong, a toast reports.
          onSubmit={() => void submit().catch(() => {})}
          footer={(isLoaded) => (
            <Button
              tone="primary"
              type="submit"
              form="run-again"
              disabled={start.isPending || !isLoaded}
              className="justify-self-end"
            >
              Start
            </Button>
          )}
        />
      </div>
    </Modal>
  );
}
