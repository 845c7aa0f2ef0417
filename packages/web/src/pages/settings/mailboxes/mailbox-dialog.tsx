import { useState, type ReactNode } from 'react';
import { usePutMailbox, type Mailbox, type MailboxBody } from '../../../data/settings/mailboxes.ts';
import { SelectField } from '../../../design/controls/select-field.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { visibleText } from '../../../text/visible-text.ts';

interface MailboxDialogProps {
  /** The one to change; undefined: a new one. */
  readonly mailbox?: Mailbox;
  /** Names that a new one cannot have. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
}

/** What a person types, as text. */
type Fields = Readonly<
  Record<'host' | 'port' | 'tls' | 'user' | 'password' | 'mailbox' | 'owner', string>
>;

const tlsOptions = [
  { value: 'true', label: 'TLS from the first byte' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'false', label: 'none, on the machine of this server only' },
];

export function MailboxDialog({ mailbox, taken, onClose }: MailboxDialogProps): ReactNode {
  const [name, setName] = useState(mailbox?.name ?? '');
  const [fields, setFields] = useState<Fields>(() => fieldsOf(mailbox));
  const put = usePutMailbox(() => {
    showToast({ tone: 'ok', text: `Saved ${name}. It is read from now on.` });
    onClose();
  });
  const isTaken = taken.includes(name);
  return (
    <FormDialog
      title={mailbox === undefined ? 'Add a mailbox' : `Edit ${visibleText(name)}`}
      action="Save"
      isBusy={put.isPending}
      onSubmit={() => {
        if (!isTaken) put.mutate({ name, body: bodyOf(fields, mailbox) });
      }}
      onClose={onClose}
    >
      {mailbox === undefined && (
        <TextField
          label="Name"
          note="Runs get it as mailbox, so that filters can tell several apart."
          error={isTaken ? 'There is one with this name.' : undefined}
          required
          pattern="[A-Za-z0-9_\-]{1,64}"
          title="Letters, digits, _ and -"
          placeholder="support"
          value={name}
          onChange={setName}
          className="font-mono"
        />
      )}
      <AccountFields
        fields={fields}
        isNew={mailbox === undefined}
        onChange={(changed) => setFields({ ...fields, ...changed })}
      />
    </FormDialog>
  );
}

interface AccountFieldsProps {
  readonly fields: Fields;
  readonly isNew: boolean;
  readonly onChange: (changed: Partial<Fields>) => void;
}

function AccountFields({ fields, isNew, onChange }: AccountFieldsProps): ReactNode {
  const { host, port, tls, user, password, mailbox, owner } = fields;
  return (
    <>
      <div className="grid grid-cols-[1fr_110px] gap-4">
        <TextField
          label="Host"
          required
          pattern="[A-Za-z0-9.:_\-]{1,255}"
          placeholder="imap.example.org"
          value={host}
          onChange={(each) => onChange({ host: each })}
          className="font-mono"
        />
        <TextField
          label="Port"
          type="number"
          min={1}
          max={65_535}
          placeholder={tls === 'true' ? '993' : '143'}
          value={port}
          onChange={(each) => onChange({ port: each })}
        />
      </div>
      <SelectField
        label="Encryption"
        value={tls}
        onChange={(each) => onChange({ tls: each })}
        options={tlsOptions}
      />
      <TextField
        label="User"
        required
        autoComplete="off"
        placeholder="support@example.org"
        value={user}
        onChange={(each) => onChange({ user: each })}
      />
      <TextField
        label="Password"
        note={
          isNew
            ? 'Encrypted when saved, and never shown again. Many providers want an app password.'
            : 'Leave it empty to keep it, if host and user stay.'
        }
        required={isNew}
        type="password"
        autoComplete="off"
        value={password}
        onChange={(each) => onChange({ password: each })}
      />
      <TextField
        label="Folder"
        note="Optional."
        placeholder="INBOX"
        value={mailbox}
        onChange={(each) => onChange({ mailbox: each })}
      />
      <TextField
        label="Whose workflows it starts"
        note="A user of this server; empty: its own."
        placeholder="local"
        value={owner}
        onChange={(each) => onChange({ owner: each })}
      />
    </>
  );
}

function fieldsOf(mailbox: Mailbox | undefined): Fields {
  const {
    host = '',
    port,
    tls = true,
    user = '',
    mailbox: folder = '',
    owner = '',
  } = mailbox ?? {};
  return {
    host,
    port: port === undefined ? '' : String(port),
    tls: String(tls),
    user,
    password: '',
    mailbox: folder,
    owner,
  };
}

function bodyOf(fields: Fields, before: Mailbox | undefined): MailboxBody {
  const given = (text: string) => (text.trim() === '' ? undefined : text.trim());
  return {
    host: fields.host.trim(),
    port: fields.port === '' ? undefined : Number(fields.port),
    tls: fields.tls === 'starttls' ? 'starttls' : fields.tls === 'true',
    user: fields.user.trim(),
    password: fields.password === '' ? undefined : fields.password,
    mailbox: given(fields.mailbox),
    owner: given(fields.owner),
    pollSeconds: before?.pollSeconds,
  };
}
