import type { DialectName } from '@skein/dialects';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { exportWorkflow, type WorkflowItem } from '../../data/workflows.ts';
import { Button } from '../../design/controls/button.tsx';
import { ErrorState } from '../../viewers/error-state.tsx';
import { Modal } from '../../design/dialogs/modal.tsx';
import { SelectField } from '../../design/controls/select-field.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { DiagnosticList } from '../../viewers/diagnostic-list.tsx';
import { downloadJson } from '../../viewers/json/download-json.ts';
import { dialectChoices } from './dialect-choices.ts';

interface ExportDialogProps {
  readonly workflow: WorkflowItem;
  readonly onClose: () => void;
}

/** Exports the definition as a file, in its own dialect or another; what that cannot express is listed first. */
export function ExportDialog({ workflow, onClose }: ExportDialogProps): ReactNode {
  const { id, name } = workflow;
  const [dialect, setDialect] = useState<DialectName>(workflow.dialect);
  const { data, error } = useQuery({
    queryKey: ['workflows', id, 'export', dialect],
    queryFn: ({ signal }) => exportWorkflow(id, { dialect, signal }),
  });
  return (
    <Modal isOpen onOpenChange={onClose} title={`Export "${name}"`}>
      <div className="grid min-h-0 gap-4 overflow-auto p-4">
        <SelectField
          label="Dialect"
          note="Its own dialect returns exactly what was saved."
          value={dialect}
          // The options are dialect names.
          onChange={(chosen) => setDialect(chosen as DialectName)}
          options={dialectChoices.map((each) => ({ value: each.dialect, label: each.name }))}
        />
        {error !== null ? (
          <ErrorState error={error} />
        ) : data === undefined ? (
          <Skeleton className="h-10" />
        ) : (
          <Losses losses={data.losses} />
        )}
        <Button
          tone="primary"
          icon={Download}
          className="justify-self-end"
          disabled={data === undefined}
          onClick={() => {
            if (data !== undefined) downloadJson(data.definition, `${id}.${dialect}.json`);
            onClose();
          }}
        >
          Download
        </Button>
      </div>
    </Modal>
  );
}

type Exported = Awaited<ReturnType<typeof exportWorkflow>>;

function Losses({ losses }: Pick<Exported, 'losses'>): ReactNode {
  if (losses.length === 0)
    return (
      <p className="text-sm text-text-2">Nothing is lost: this dialect can express everything.</p>
    );
  return (
    <div className="grid gap-2">
      <p className="text-sm">This dialect cannot express everything. The file will not contain:</p>
      <DiagnosticList diagnostics={losses} />
    </div>
  );
}
