import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useDeleteSecret, useSecrets, type Secret, type Whose } from '../../data/secrets.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../design/controls/button.tsx';
import { ScopedButton } from '../../viewers/scoped-button.tsx';
import { ConfirmDialog } from '../../design/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { Tag } from '../../design/status/tag.tsx';
import { ageWords } from '../../text/time-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { SettingsList, SettingsSection } from './settings-section.tsx';
import { SettingsRow } from './settings-row.tsx';

const words: Readonly<Record<Whose, Words>> = {
  server: {
    title: 'Secrets',
    note: 'Keys for models and tools. They are encrypted when saved and cannot be read again, not even here.',
    emptyNote:
      'Add the key of a provider, for example OPENAI_API_KEY. The offline model needs none.',
    anyHost: 'Any host the configuration uses',
    afterwards: 'Models and tools that need it fail at their next call.',
  },
  own: {
    title: 'Your secrets',
    note: 'For the headers of your MCP servers. They are encrypted when saved and cannot be read again, not even here.',
    emptyNote: 'Add the token that one of your MCP servers asks for, for example CRM_TOKEN.',
    anyHost: 'Any of your MCP servers',
    afterwards: 'Your MCP servers that need it cannot be used any more.',
  },
};

interface Words {
  readonly title: string;
  readonly note: string;
  readonly emptyNote: string;
  readonly anyHost: string;
  /** What happens once it is deleted. */
  readonly afterwards: string;
}

export function OwnSecretsSection(): ReactNode {
  return <SecretList whose="own" />;
}

export function SecretsSection(): ReactNode {
  const user = useSession().data?.user;
  // The server answers nobody else; see `isForOperator` in its routes.
  if (user === undefined || user === 'local') return <SecretList whose="server" />;
  return (
    <SettingsSection title={words.server.title} note={words.server.note}>
      <EmptyState icon={KeyRound} title="Only for the operator of this server">
        Yours are under Tools, next to your MCP servers.
      </EmptyState>
    </SettingsSection>
  );
}

function SecretList({ whose }: { readonly whose: Whose }): ReactNode {
  const secrets = useSecrets(whose);
  const [isAdding, setAdding] = useState(false);
  return (
    <SettingsSection
      title={words[whose].title}
      note={words[whose].note}
      action={
        <ScopedButton needs="admin" icon={Plus} onClick={() => setAdding(true)}>
          Add a secret
        </ScopedButton>
      }
    >
      <SettingsList
        query={secrets}
        row={(secret) => <SecretRow key={secret.name} whose={whose} secret={secret} />}
        empty={
          <EmptyState icon={KeyRound} title="No secrets yet">
            {words[whose].emptyNote}
          </EmptyState>
        }
      />
      {isAdding && <SecretDialog whose={whose} onClose={() => setAdding(false)} />}
    </SettingsSection>
  );
}

interface SecretRowProps {
  readonly whose: Whose;
  readonly secret: Secret;
}

function SecretRow({ whose, secret }: SecretRowProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const remove = useDeleteSecret(whose);
  const { hosts, isReadable, updatedAt } = secret;
  const name = visibleText(secret.name);
  const where = hosts === null ? words[whose].anyHost : `Only to ${hosts.join(', ')}`;
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
      {isReplacing && (
        <SecretDialog whose={whose} secret={secret} onClose={() => setReplacing(false)} />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Delete ${name}?`}
        action="Delete"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(secret.name, { onSuccess: () => setAsking(false) })}
      >
        <p>{words[whose].afterwards}</p>
      </ConfirmDialog>
    </SettingsRow>
  );
}
