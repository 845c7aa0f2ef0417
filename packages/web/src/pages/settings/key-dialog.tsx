import { useState, type ReactNode } from 'react';
import { refetchKeys, useCreateKey, type NewKey } from '../../data/api-keys.ts';
import { useSignIn } from '../../data/session.ts';
import { useIsOperator } from '../../data/settings/providers.ts';
import { Modal } from '../../design/dialogs/modal.tsx';
import { DialogForm } from '../../design/dialogs/form-dialog.tsx';
import { SelectField } from '../../design/controls/select-field.tsx';
import { TextField } from '../../design/controls/text-field.tsx';
import { NewKeyView } from './new-key-view.tsx';

interface KeyDialogProps {
  /** The first key closes an open server, so it must be an admin key. */
  readonly isFirst: boolean;
  readonly onClose: () => void;
}

export function KeyDialog({ isFirst, onClose }: KeyDialogProps): ReactNode {
  const create = useCreateKey();
  const signIn = useSignIn();
  const made = create.data?.key;
  const make = async (key: AskedKey) => {
    const { key: secret } = await create.mutateAsync(key);
    // The server is closed now, also for this page: sign in with the new key.
    if (isFirst) await signIn.mutateAsync(secret);
    refetchKeys();
  };
  return (
    <Modal
      isOpen
      onOpenChange={onClose}
      title={made === undefined ? 'New API key' : 'Your new key'}
      isKept={made !== undefined}
    >
      {made === undefined ? (
        <KeyForm
          isFirst={isFirst}
          isBusy={create.isPending}
          // The query client reports failures.
          onMake={(key) => void make(key).catch(() => {})}
        />
      ) : (
        <NewKeyView secret={made} onClose={onClose} />
      )}
    </Modal>
  );
}

interface KeyFormProps {
  readonly isFirst: boolean;
  readonly isBusy: boolean;
  readonly onMake: (key: AskedKey) => void;
}

type AskedKey = NewKey & { readonly user?: string };
type Scope = NonNullable<NewKey['scopes']>[number];

/** Several scopes are joined by a plus: who works with workflows also answers their questions. */
const scopeOptions = [
  { value: 'read', label: 'read: look at workflows and runs' },
  { value: 'answer', label: 'answer: look, and answer questions' },
  { value: 'run', label: 'run: look, start and cancel runs' },
  { value: 'run+answer', label: 'run and answer: start runs, and answer questions' },
  { value: 'write', label: 'write: also change workflows' },
  { value: 'write+answer', label: 'write and answer: build, run, and answer questions' },
  { value: 'admin', label: 'admin: everything, also keys and secrets' },
];
const expiryOptions = [
  { value: '30', label: 'after 30 days' },
  { value: '90', label: 'after 90 days' },
  { value: '365', label: 'after a year' },
  { value: '', label: 'never' },
];

function KeyForm({ isFirst, isBusy, onMake }: KeyFormProps): ReactNode {
  const [name, setName] = useState('');
  const [scope, setScope] = useState(isFirst ? 'admin' : 'run');
  const [days, setDays] = useState(isFirst ? '' : '90');
  const [user, setUser] = useState('');
  const [roles, setRoles] = useState('');
  const isOperator = useIsOperator() === true;
  return (
    <DialogForm
      action="Create key"
      isBusy={isBusy}
      onSubmit={() => {
        const expiresInDays = days === '' ? null : Number(days);
        const key = {
          name: name.trim(),
          scopes: scopesOf(scope),
          roles: wordsIn(roles),
          expiresInDays,
        };
        onMake(user.trim() === '' ? key : { ...key, user: user.trim() });
      }}
    >
      {isFirst && (
        <p className="rounded-md bg-wait-soft px-3 py-2 text-sm text-wait-text">
          The first key closes the server permanently: from then on everyone needs a key, including
          you. Save it; this page signs in with it right away.
        </p>
      )}
      <TextField
        label="Name"
        note="Who or what it is for."
        required
        maxLength={200}
        value={name}
        onChange={setName}
      />
      {!isFirst && isOperator && (
        <TextField
          label="User"
          note="Empty: you. Another name is another user, with workflows and runs of their own."
          pattern="[\w.@+\-]{1,100}"
          value={user}
          onChange={setUser}
        />
      )}
      {!isFirst && (
        <SelectField
          label="Access"
          note="A key only sees what belongs to its user."
          value={scope}
          onChange={setScope}
          options={scopeOptions}
        />
      )}
      {!isFirst && isOperator && (
        <TextField
          label="Roles"
          note="Optional, separated by commas. Questions can name them: role:editor."
          value={roles}
          onChange={setRoles}
        />
      )}
      <SelectField label="Expires" value={days} onChange={setDays} options={expiryOptions} />
    </DialogForm>
  );
}

function scopesOf(chosen: string): Scope[] {
  // The options are made of scopes.
  return chosen.split('+') as Scope[];
}

function wordsIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
