import { Mail, RotateCcw, Send, Trash2, Webhook } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  useDeleteDestination,
  useDeliveries,
  useReplayDelivery,
  useTestDestination,
  type Delivery,
  type Destination,
} from '../../../data/destinations.ts';
import { Button } from '../../../design/controls/button.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { ConfirmDialog } from '../../../design/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { Modal } from '../../../design/dialogs/modal.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { Tag } from '../../../design/status/tag.tsx';
import { ageWords } from '../../../text/time-words.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { DestinationDialog } from './destination-dialog.tsx';
import { SettingsRow } from '../settings-row.tsx';
import { SettingsList } from '../settings-section.tsx';

type Open = 'nothing' | 'edit' | 'test' | 'remove' | 'deliveries';

export function DestinationRow({ destination }: { readonly destination: Destination }): ReactNode {
  const [open, setOpen] = useState<Open>('nothing');
  const remove = useDeleteDestination();
  const { kind, source, secret } = destination;
  const name = visibleText(destination.name);
  const close = () => setOpen('nothing');
  return (
    <SettingsRow
      icon={kind === 'webhook' ? Webhook : Mail}
      tone="data"
      title={<span className="font-mono">{name}</span>}
      note={visibleText(about(destination))}
    >
      {source === 'configuration' && <Tag>configuration</Tag>}
      {secret === 'lost' && <Tag tone="bad">secret cannot be decrypted</Tag>}
      <Button
        size="sm"
        icon={Send}
        aria-label={`Send a test to ${name}`}
        onClick={() => setOpen('test')}
      >
        Send a test
      </Button>
      <Button size="sm" aria-label={`Deliveries to ${name}`} onClick={() => setOpen('deliveries')}>
        Deliveries
      </Button>
      {source === 'server' && (
        <>
          <Button size="sm" aria-label={`Edit ${name}`} onClick={() => setOpen('edit')}>
            Edit
          </Button>
          <IconButton label={`Remove ${name}`} icon={Trash2} onClick={() => setOpen('remove')} />
        </>
      )}
      {open === 'edit' && (
        <DestinationDialog destination={destination} taken={[]} onClose={close} />
      )}
      {open === 'test' && <TestDialog destination={destination} onClose={close} />}
      {open === 'deliveries' && <DeliveriesDialog name={destination.name} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'remove'}
        onClose={close}
        title={`Remove ${name}?`}
        action="Remove"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(destination.name, { onSuccess: close })}
      >
        <p>Messages to it that are still pending will not arrive.</p>
      </ConfirmDialog>
    </SettingsRow>
  );
}

function about(destination: Destination): string {
  if (destination.kind === 'mail') {
    return `${destination.host} · to ${destination.recipients.join(', ')}`;
  }
  const { url, format = 'cloudevents', events = [], secret } = destination;
  const signed = secret === 'none' ? 'unsigned' : 'signed';
  const heard = events.length === 0 ? '' : ` · hears ${events.join(', ')}`;
  return `${url} · ${format === 'cloudevents' ? signed : format}${heard}`;
}

interface TestDialogProps {
  readonly destination: Destination;
  readonly onClose: () => void;
}

function TestDialog({ destination, onClose }: TestDialogProps): ReactNode {
  const [to, setTo] = useState('');
  const test = useTestDestination();
  const { name, kind } = destination;
  return (
    <FormDialog
      title={`Send a test to ${visibleText(name)}`}
      action={test.isPending ? 'Sending…' : 'Send a test'}
      isBusy={test.isPending}
      onSubmit={() => test.mutate(kind === 'mail' ? { name, to: to.trim() } : { name })}
      onClose={onClose}
    >
      {kind === 'mail' ? (
        <TextField
          label="To"
          note="One of its recipients."
          required
          type="email"
          placeholder="ana@example.org"
          value={to}
          onChange={setTo}
        />
      ) : (
        <p className="text-sm text-text-2">One message of the type test is sent now, once.</p>
      )}
      <div aria-live="polite" className="grid empty:hidden">
        {test.data !== undefined && <TestResult {...test.data} />}
      </div>
    </FormDialog>
  );
}

interface TestResultProps {
  readonly isDelivered: boolean;
  readonly error: string | null;
  readonly tookMs: number;
}

function TestResult({ isDelivered, error, tookMs }: TestResultProps): ReactNode {
  return isDelivered ? (
    <p className="rounded-md bg-ok-soft p-3 text-sm text-ok-text">It was taken in {tookMs} ms.</p>
  ) : (
    <p className="rounded-md bg-bad-soft p-3 text-sm break-words text-bad-text">
      It was not taken. {visibleText(error ?? '')}
    </p>
  );
}

interface DeliveriesDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

function DeliveriesDialog({ name, onClose }: DeliveriesDialogProps): ReactNode {
  const deliveries = useDeliveries(name);
  const replay = useReplayDelivery(name, () =>
    showToast({ tone: 'ok', text: 'The message is sent again.' }),
  );
  return (
    <Modal isOpen onOpenChange={onClose} title={`Deliveries to ${visibleText(name)}`}>
      <div className="min-h-0 overflow-auto p-4">
        <SettingsList
          query={deliveries}
          row={(each) => (
            <DeliveryRow
              key={each.id}
              delivery={each}
              isBusy={replay.isPending}
              onReplay={() => replay.mutate(each)}
            />
          )}
          empty={<p className="text-sm text-text-2">Nothing was sent to it yet.</p>}
        />
      </div>
    </Modal>
  );
}

const tones = { delivered: 'ok', pending: 'wait', dead: 'bad', dropped: 'plain' } as const;

interface DeliveryRowProps {
  readonly delivery: Delivery;
  readonly isBusy: boolean;
  readonly onReplay: () => void;
}

function DeliveryRow({ delivery, isBusy, onReplay }: DeliveryRowProps): ReactNode {
  const { kind, status, attempts, error, updatedAt, recipient } = delivery;
  const tries = attempts === 1 ? 'one try' : `${attempts} tries`;
  return (
    <li className="grid gap-1 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <Tag tone={tones[status]}>{status}</Tag>
        <span className="font-mono">{visibleText(kind)}</span>
        <span className="min-w-0 truncate text-text-2">{visibleText(recipient)}</span>
        <span className="text-text-3">
          {tries} · {ageWords(updatedAt, Date.now())}
        </span>
        {status !== 'pending' && (
          <Button
            size="sm"
            icon={RotateCcw}
            className="ml-auto"
            aria-label={`Send again: ${visibleText(kind)}`}
            disabled={isBusy}
            onClick={onReplay}
          >
            Send again
          </Button>
        )}
      </div>
      {error !== null && <p className="break-words text-bad-text">{visibleText(error)}</p>}
    </li>
  );
}
