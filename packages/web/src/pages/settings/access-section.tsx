import { KeyRound, Monitor } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useAccess, useRevokeAccess, type Access } from '../../data/api-keys.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../design/controls/button.tsx';
import { ConfirmDialog } from '../../design/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { Tag } from '../../design/status/tag.tsx';
import { ageWords } from '../../text/time-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { SettingsList, SettingsSection } from './settings-section.tsx';
import { SettingsRow } from './settings-row.tsx';

/** For the operator; the server answers nobody else. */
export function AccessSection(): ReactNode {
  const { data } = useSession();
  if (data?.user !== 'local' || !data.scopes.includes('admin')) return null;
  return <AccessList />;
}

function AccessList(): ReactNode {
  const access = useAccess();
  return (
    <SettingsSection
      title="Access of all users"
      note="Keys and signed-in browsers that work now. What you revoke here loses its open streams too."
    >
      <SettingsList
        query={access}
        row={(item) => <AccessRow key={`${item.user} ${item.id}`} item={item} />}
        empty={
          <EmptyState icon={KeyRound} title="Nobody has a key">
            This server is open to everyone on its machine.
          </EmptyState>
        }
      />
    </SettingsSection>
  );
}

function AccessRow({ item }: { readonly item: Access }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevokeAccess();
  const { kind, scopes, createdAt } = item;
  const name = visibleText(item.name);
  const user = visibleText(item.user);
  return (
    <SettingsRow
      icon={kind === 'key' ? KeyRound : Monitor}
      tone="data"
      title={`${user}: ${name}`}
      note={`${kind === 'key' ? 'key, made' : 'signed in'} ${ageWords(createdAt, Date.now())}`}
    >
      {scopes.map((scope) => (
        <Tag key={scope}>{scope}</Tag>
      ))}
      <Button size="sm" tone="danger" onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Revoke "${name}" of ${user}?`}
        action="Revoke"
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate(item, { onSuccess: () => setAsking(false) })}
      >
        <p>It stops working at once, and what it has open ends.</p>
      </ConfirmDialog>
    </SettingsRow>
  );
}
