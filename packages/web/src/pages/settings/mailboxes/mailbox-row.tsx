import { Inbox, PlugZap, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  useDeleteMailbox,
  useTestMailbox,
  type Mailbox,
} from '../../../data/settings/mailboxes.ts';
import { Button } from '../../../design/controls/button.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { ConfirmDialog } from '../../../design/dialogs/confirm-dialog.tsx';
import { Tag } from '../../../design/status/tag.tsx';
import { visibleText } from '../../../text/visible-text.ts';
import { SettingsRow } from '../settings-row.tsx';
import { MailboxDialog } from './mailbox-dialog.tsx';

export function MailboxRow({ mailbox }: { readonly mailbox: Mailbox }): ReactNode {
  const [open, setOpen] = useState<'nothing' | 'edit' | 'remove'>('nothing');
  const remove = useDeleteMailbox();
  const test = useTestMailbox();
  const name = visibleText(mailbox.name);
  const close = () => setOpen('nothing');
  return (
    <>
      <SettingsRow
        icon={Inbox}
        tone="data"
        title={<span className="font-mono">{name}</span>}
        note={visibleText(about(mailbox))}
      >
        {mailbox.source === 'configuration' && <Tag>configuration</Tag>}
        <Button
          size="sm"
          icon={PlugZap}
          aria-label={`Test ${name}`}
          disabled={test.isPending}
          onClick={() => test.mutate(mailbox.name)}
        >
          {test.isPending ? 'Testing…' : 'Test'}
        </Button>
        {mailbox.source === 'server' && (
          <>
            <Button size="sm" aria-label={`Edit ${name}`} onClick={() => setOpen('edit')}>
              Edit
            </Button>
            <IconButton label={`Remove ${name}`} icon={Trash2} onClick={() => setOpen('remove')} />
          </>
        )}
        <span aria-live="polite" className="grid w-full empty:hidden">
          {test.data !== undefined && !test.isPending && <TestResult {...test.data} />}
        </span>
      </SettingsRow>
      {open === 'edit' && <MailboxDialog mailbox={mailbox} taken={[]} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'remove'}
        onClose={close}
        title={`Remove ${name}?`}
        action="Remove"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(mailbox.name, { onSuccess: close })}
      >
        <p>Its mails start no more runs. Nothing in the mailbox is changed.</p>
      </ConfirmDialog>
    </>
  );
}

function about({ user, host, mailbox = 'INBOX', owner }: Mailbox): string {
  const whose = owner === undefined || owner === 'local' ? '' : ` · triggers of ${owner}`;
  return `${user} · ${host} · ${mailbox}${whose}`;
}

interface TestResultProps {
  readonly isReadable: boolean;
  readonly error: string | null;
  readonly tookMs: number;
}

function TestResult({ isReadable, error, tookMs }: TestResultProps): ReactNode {
  return isReadable ? (
    <span className="rounded-md bg-ok-soft p-3 text-sm text-ok-text">
      It can be read ({tookMs} ms).
    </span>
  ) : (
    <span className="rounded-md bg-bad-soft p-3 text-sm break-words text-bad-text">
      It cannot be read. {visibleText(error ?? '')}
    </span>
  );
}
