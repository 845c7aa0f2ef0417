import { useState, type ReactNode } from 'react';
import {
  usePutDestination,
  type Destination,
  type DestinationBody,
} from '../../data/destinations.ts';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/field.tsx';
import { Select } from '../../design/controls/select.tsx';
import { TextField } from '../../design/controls/text-field.tsx';
import { Modal } from '../../design/dialogs/modal.tsx';
import { showToast } from '../../design/feedback/toasts.ts';
import { visibleText } from '../../text/visible-text.ts';
import {
  emptyFields,
  fieldsOf,
  MailFields,
  settingsIn,
  WebhookFields,
  type DestinationFields,
} from './destination-fields.tsx';

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
  const [fields, setFields] = useState<DestinationFields>(() =>
    destination === undefined ? emptyFields : fieldsOf(destination),
  );
  const set = (changed: Partial<DestinationFields>) => setFields({ ...fields, ...changed });
  const put = usePutDestination(() => {
    showToast({ tone: 'ok', text: `Saved ${name}.` });
    onClose();
  });
  const isTaken = taken.includes(name);
  const title = destination === undefined ? 'Add a destination' : `Edit ${visibleText(name)}`;
  const save = (body: DestinationBody) => put.mutate({ name, body });
  return (
    <Modal isOpen onOpenChange={onClose} title={title}>
      <form
        className="grid min-h-0 gap-4 overflow-auto p-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isTaken) save(settingsIn(fields));
        }}
      >
        {destination === undefined && (
          <>
            <Field label="Kind">
              {(given) => (
                <Select
                  {...given}
                  label="Kind"
                  value={fields.kind}
                  onChange={(kind) => set({ kind })}
                  options={kinds}
                />
              )}
            </Field>
            <TextField
              label="Name"
              note={
                fields.kind === 'mail' ? 'For this list.' : 'Workflows name it as webhook:NAME.'
              }
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
        <Button tone="primary" type="submit" disabled={put.isPending} className="justify-self-end">
          Save
        </Button>
      </form>
    </Modal>
  );
}
