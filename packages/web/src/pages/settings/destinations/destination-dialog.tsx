import { useState, type ReactNode } from 'react';
import { usePutDestination, type Destination } from '../../../data/destinations.ts';
import { SelectField } from '../../../design/controls/select-field.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { MailFields, WebhookFields } from './destination-fields.tsx';
import { emptyForm, formOf, settingsIn, type DestinationForm } from './destination-form.ts';

interface DestinationDialogProps {
  /** The one to change; undefined: a new one. */
  readonly destination?: Destination;
  /** Names that a new one cannot have. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
}

const kinds = [
  { value: 'cloudevents', label: 'Webhook' },
  { value: 'slack', label: 'Slack channel' },
  { value: 'teams', label: 'Teams channel' },
  { value: 'mail', label: 'Mail server' },
];

export function DestinationDialog({
  destination,
  taken,
  onClose,
}: DestinationDialogProps): ReactNode {
  const [name, setName] = useState(destination?.name ?? '');
  const [fields, setFields] = useState<DestinationForm>(() =>
    destination === undefined ? emptyForm : formOf(destination),
  );
  const set = (changed: Partial<DestinationForm>) => setFields({ ...fields, ...changed });
  const put = usePutDestination(() => {
    showToast({ tone: 'ok', text: `Saved ${name}.` });
    onClose();
  });
  const isTaken = taken.includes(name);
  const title = destination === undefined ? 'Add a destination' : `Edit ${visibleText(name)}`;
  const save = () => {
    if (!isTaken) put.mutate({ name, body: settingsIn(fields) });
  };
  return (
    <FormDialog
      title={title}
      action="Save"
      isBusy={put.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      {destination === undefined && (
        <>
          <SelectField
            label="Kind"
            value={fields.kind}
            // What was typed for one kind is no secret of another.
            onChange={(kind) => set({ kind, secret: '' })}
            options={kinds}
          />
          <TextField
            label="Name"
            note={fields.kind === 'mail' ? 'For this list.' : 'Workflows name it as webhook:NAME.'}
            error={isTaken ? 'There is one with this name.' : undefined}
            required
            pattern="[A-Za-z0-9_\-]{1,64}"
            title="Letters, digits, _ and -"
            placeholder="ops"
            value={name}
            onChange={setName}
            className="font-mono"
          />
        </>
      )}
      {fields.kind === 'mail' ? (
        <MailFields fields={fields} onChange={set} isNew={destination === undefined} />
      ) : (
        <WebhookFields fields={fields} onChange={set} isNew={destination === undefined} />
      )}
    </FormDialog>
  );
}
