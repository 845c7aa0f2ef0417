import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useDeleteSecret, useSecrets, type Secret } from '../../data/secrets.ts';
import { Button } from '../../design/controls/button.tsx';
import { ConfirmDialog } from '../../design/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { Tag } from '../../design/status/tag.tsx';
import { ageWords } from '../../text/time-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { SettingsList, SettingsSection } from './settings-section.tsx';
import { SettingsRow } from './settings-row.tsx';

export function SecretsSection(): ReactNode {
  const secrets = useSecrets();
  const [isAdding, setAdding] = useState(false);
  return (
    <SettingsSection
      title="Secrets"
      note="Keys for models and tools. They are encrypted when saved and cannot be read again, not even here."
      action={
        <Button icon={Plus} onClick={() => setAdding(true)}>
          Add a secret
        </Button>
      }
    >
      <SettingsList
        query={secrets}
        row={(secret) => <SecretRow key={secret.name} secret={secret} />}
        empty={
          <EmptyState icon={KeyRound} title="No secrets yet">
            Add the key of a provider, for example OPENAI_API_KEY. The offline model needs none.
          </EmptyState>
        }
      />
      {isAdding && <SecretDialog onClose={() => setAdding(false)} />}
    </SettingsSection>
  );
}

function SecretRow({ secret }: { readonly secret: Secret }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const remove = useDeleteSecret();
  const { hosts, isReadable, updatedAt } = secret;
  const name = visibleText(secret.name);
  const where = hosts === null ? 'Any host the configuration uses' : `Only to ${hosts.join(', ')}`;
  return (
    <SettingsRow
      icon={KeyRound}
      tone="data"
      title={<span className="font-mono">{name}</span>}
      note={`${visibleText(where)} · set ${ageWords(updatedAt, Date.now())}`}
    >
      {!isReadable && <Tag tone="bad">cannot be decrypted</Tag>}
      <Button size="sm" onClick={() => setReplacing(true)}>
        Replace
      </Button>
      <IconButton label={`Delete ${name}`} icon={Trash2} onClick={() => setAsking(true)} />
      {isReplacing && <SecretDialog secret={secret} onClose={() => setReplacing(false)} />}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Delete ${name}?`}
        action="Delete"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(secret.name, { onSuccess: () => setAsking(false) })}
      >
        <p>Models and tools that need it fail at their next call.</p>
      </ConfirmDialog>
    </SettingsRow>
  );
}
