import { Archive } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useIsOperator } from '../../data/settings/providers.ts';
import { useRetention, useSetRetention, type Retention } from '../../data/settings/retention.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextField } from '../../design/controls/text-field.tsx';
import { FormDialog } from '../../design/dialogs/form-dialog.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { showToast } from '../../design/feedback/toasts.ts';
import { ageWords, countWords } from '../../text/time-words.ts';
import { ErrorState } from '../../viewers/error-state.tsx';
import { SettingsRow } from './settings-row.tsx';
import { SettingsSection } from './settings-section.tsx';

/** How long runs are kept; the operator's to decide. */
export function RetentionSection(): ReactNode {
  const isOperator = useIsOperator();
  const { data, error, isLoadingError, refetch } = useRetention(isOperator === true);
  const [isChanging, setChanging] = useState(false);
  return (
    <SettingsSection
      title="Retention"
      note="How long runs are kept after they have ended, with their history, outputs and files."
    >
      {isOperator === false ? (
        <p className="p-4 text-sm text-text-2">The operator of this server decides it.</p>
      ) : isLoadingError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <ListSkeleton />
      ) : (
        <ul>
          <SettingsRow
            icon={Archive}
            tone="data"
            title={keepWords(data)}
            note={
              data.deletedAt === null
                ? 'Nothing was deleted so far.'
                : `Last deleted ${countWords(data.deleted, 'run')}, ${ageWords(data.deletedAt, Date.now())}.`
            }
          >
            <Button size="sm" onClick={() => setChanging(true)}>
              Change
            </Button>
          </SettingsRow>
        </ul>
      )}
      {isChanging && data !== undefined && (
        <RetentionDialog retention={data} onClose={() => setChanging(false)} />
      )}
    </SettingsSection>
  );
}

function keepWords({ days }: Retention): string {
  return days === null ? 'Runs are kept for ever' : `Runs are kept for ${countWords(days, 'day')}`;
}

interface RetentionDialogProps {
  readonly retention: Retention;
  readonly onClose: () => void;
}

function RetentionDialog({ retention, onClose }: RetentionDialogProps): ReactNode {
  const [days, setDays] = useState(retention.days === null ? '' : String(retention.days));
  const save = useSetRetention(() => {
    showToast({ tone: 'ok', text: 'Saved.' });
    onClose();
  });
  return (
    <FormDialog
      title="How long are runs kept?"
      action="Save"
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={() => save.mutate(days.trim() === '' ? null : Number(days))}
    >
      <TextField
        label="Days"
        note="Empty: for ever. Older runs of all users are deleted every hour, for good; those that have not ended stay."
        type="number"
        min={1}
        max={36_500}
        step={1}
        value={days}
        onChange={setDays}
      />
    </FormDialog>
  );
}
