import { Inbox, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMailboxes } from '../../../data/settings/mailboxes.ts';
import { useSession } from '../../../data/session.ts';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { ScopedButton } from '../../../viewers/scoped-button.tsx';
import { SettingsList, SettingsSection } from '../settings-section.tsx';
import { MailboxDialog } from './mailbox-dialog.tsx';
import { MailboxRow } from './mailbox-row.tsx';

const title = 'Mailboxes';
const note =
  'Each new mail in one of them starts the workflows whose trigger is “By email”. They are only read: mails stay where they are, and unread.';

export function MailboxesSection(): ReactNode {
  const { data } = useSession();
  // The server answers nobody else; see `isForOperator` in its routes.
  if (data === undefined || (data.user === 'local' && data.scopes.includes('admin')))
    return <MailboxList />;
  return (
    <SettingsSection title={title} note={note}>
      <EmptyState icon={Inbox} title="Only for the operator of this server">
        Ask them to add yours.
      </EmptyState>
    </SettingsSection>
  );
}

function MailboxList(): ReactNode {
  const mailboxes = useMailboxes();
  const [isAdding, setAdding] = useState(false);
  return (
    <SettingsSection
      title={title}
      note={note}
      action={
        <ScopedButton needs="admin" icon={Plus} onClick={() => setAdding(true)}>
          Add a mailbox
        </ScopedButton>
      }
    >
      <SettingsList
        query={mailboxes}
        row={(each) => <MailboxRow key={each.name} mailbox={each} />}
        empty={
          <EmptyState icon={Inbox} title="No mailbox is read yet">
            Add one that speaks IMAP, as most do.
          </EmptyState>
        }
      />
      {isAdding && (
        <MailboxDialog
          taken={(mailboxes.data?.items ?? []).map(({ name }) => name)}
          onClose={() => setAdding(false)}
        />
      )}
    </SettingsSection>
  );
}
