import { Plug, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { problemOf } from '../../../data/problem.ts';
import {
  useDeleteConnection,
  useEndSignIn,
  useSignIn,
  useTestConnection,
  type Connection,
} from '../../../data/settings/connections.ts';
import { Button } from '../../../design/controls/button.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { ConfirmDialog } from '../../../design/dialogs/confirm-dialog.tsx';
import { Tag } from '../../../design/status/tag.tsx';
import { visibleText } from '../../../text/visible-text.ts';
import { SettingsRow } from '../settings-row.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';

interface ConnectionRowProps {
  readonly connection: Connection;
  readonly isOperator: boolean;
}

export function ConnectionRow({ connection, isOperator }: ConnectionRowProps): ReactNode {
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const remove = useDeleteConnection();
  const name = visibleText(connection.name);
  const close = () => setOpen(null);
  return (
    <>
      <SettingsRow
        icon={Plug}
        tone="tool"
        title={name}
        note={`${visibleText(connection.service)} · only to ${visibleText(connection.hosts.join(', '))}`}
      >
        <Account connection={connection} />
        {isOperator && (
          <>
            <Button size="sm" aria-label={`Change ${name}`} onClick={() => setOpen('change')}>
              Change
            </Button>
            <IconButton label={`Remove ${name}`} icon={Trash2} onClick={() => setOpen('remove')} />
          </>
        )}
      </SettingsRow>
      {open === 'change' && <ConnectionDialog connection={connection} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'remove'}
        onClose={close}
        title={`Remove ${name}?`}
        action="Remove"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(connection.name, { onSuccess: close })}
      >
        <p>Everybody is signed out. Workflows that name it fail at their next call.</p>
      </ConfirmDialog>
    </>
  );
}

/** The account of the user: signed in or not, and what to do about it. */
function Account({
  connection: { name, account, problem: fault },
}: Pick<ConnectionRowProps, 'connection'>): ReactNode {
  const signIn = useSignIn();
  const test = useTestConnection();
  const end = useEndSignIn();
  const shown = visibleText(name);
  const problem = signIn.error ?? test.error ?? end.error;
  const tested = test.data?.message ?? fault ?? undefined;
  const said = problem === null ? tested : problemOf(problem).message;
  return (
    <>
      {said !== undefined && (
        <span role="status" className="text-xs text-text-2">
          {visibleText(said)}
        </span>
      )}
      {account.state === 'signed-in' && <Tag tone="ok">signed in</Tag>}
      {account.state === 'ended' && <Tag tone="wait">sign-in has ended</Tag>}
      {account.state === 'signed-in' ? (
        <>
          <Button
            size="sm"
            aria-label={`Test ${shown}`}
            disabled={test.isPending}
            onClick={() => test.mutate(name)}
          >
            Test
          </Button>
          <Button
            size="sm"
            aria-label={`Sign out of ${shown}`}
            disabled={end.isPending}
            onClick={() => end.mutate(name)}
          >
            Sign out
          </Button>
        </>
      ) : (
        <Button
          size="sm"
          aria-label={`Sign in to ${shown}`}
          disabled={signIn.isPending}
          onClick={() => signIn.mutate(name)}
        >
          Sign in
        </Button>
      )}
    </>
  );
}
