import { KeyRound, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useKeys, useRevokeKey, type ApiKey } from '../../data/api-keys.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../design/controls/button.tsx';
import { ScopedButton } from '../../viewers/scoped-button.tsx';
import { ConfirmDialog } from '../../design/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { Tag } from '../../design/status/tag.tsx';
import { ageWords, dueWords } from '../../text/time-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { KeyDialog } from './key-dialog.tsx';
import { SettingsList, SettingsSection } from './settings-section.tsx';
import { SettingsRow } from './settings-row.tsx';

export function KeysSection(): ReactNode {
  const keys = useKeys();
  const isOpen = useSession().data?.via === 'local';
  const [isMaking, setMaking] = useState(false);
  return (
    <SettingsSection
      title="API keys"
      note="For programs and for signing in with a browser. A key is shown once, when it is created."
      action={
        <ScopedButton needs="admin" icon={Plus} onClick={() => setMaking(true)}>
          New key
        </ScopedButton>
      }
    >
      <SettingsList
        query={keys}
        row={(key) => <KeyRow key={key.id} item={key} />}
        empty={
          <EmptyState icon={KeyRound} title="No keys yet">
            {isOpen
              ? 'This server is open to everyone on its machine. The first key closes it: from then on everyone needs one.'
              : 'Create one for each program, with no more access than it needs.'}
          </EmptyState>
        }
      />
      {isMaking && <KeyDialog isFirst={isOpen} onClose={() => setMaking(false)} />}
    </SettingsSection>
  );
}

function KeyRow({ item }: { readonly item: ApiKey }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevokeKey();
  const { id, scopes, createdAt, lastUsedAt, revokedAt } = item;
  const name = visibleText(item.name);
  const now = Date.now();
  const used = lastUsedAt === null ? 'never used' : `used ${ageWords(lastUsedAt, now)}`;
  return (
    <SettingsRow
      icon={KeyRound}
      tone="data"
      title={name}
      note={`made ${ageWords(createdAt, now)} · ${used} · ${expiryWords(item, now)}`}
    >
      {scopes.map((scope) => (
        <Tag key={scope}>{scope}</Tag>
      ))}
      {revokedAt === null ? (
        <Button size="sm" tone="danger" onClick={() => setAsking(true)}>
          Revoke
        </Button>
      ) : (
        <Tag tone="bad">revoked</Tag>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Revoke "${name}"?`}
        action="Revoke"
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate(id, { onSuccess: () => setAsking(false) })}
      >
        <p>It stops working at once, and browsers signed in with it are signed out.</p>
      </ConfirmDialog>
    </SettingsRow>
  );
}

function expiryWords({ expiresAt }: ApiKey, now: number): string {
  if (expiresAt === null) return 'never expires';
  return Date.parse(expiresAt) <= now ? 'expired' : `expires ${dueWords(expiresAt, now)}`;
}
