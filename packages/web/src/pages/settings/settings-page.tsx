import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../design/layout/page.tsx';
import { Tabs } from '../../design/controls/tabs.tsx';
import { AccessSection } from './access-section.tsx';
import { AccountSection } from './account-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { ConnectionsSection } from './connections/connections-section.tsx';
import { DeadLettersSection } from './destinations/dead-letters-section.tsx';
import { DestinationsSection } from './destinations/destinations-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { MailboxesSection } from './mailboxes/mailboxes-section.tsx';
import { McpSection } from './servers/mcp-section.tsx';
import { ModelsSection } from './models-section.tsx';
import { OwnMcpSection } from './servers/own-mcp-section.tsx';
import { ProvidersSection } from './providers/providers-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { OwnSecretsSection, SecretsSection } from './secrets-section.tsx';
import { ToolsSection } from './tools-section.tsx';
import { TriggersSection } from './triggers-section.tsx';

const tabs = [
  { id: 'models', label: 'Models', parts: [ProvidersSection, ModelsSection, SecretsSection] },
  {
    id: 'tools',
    label: 'Tools',
    parts: [McpSection, OwnMcpSection, OwnSecretsSection, ToolsSection],
  },
  { id: 'connections', label: 'Connections', parts: [ConnectionsSection] },
  { id: 'keys', label: 'API keys', parts: [KeysSection, AccessSection] },
  { id: 'triggers', label: 'Triggers', parts: [TriggersSection, MailboxesSection] },
  {
    id: 'notifications',
    label: 'Notifications',
    parts: [DestinationsSection, DeadLettersSection],
  },
  { id: 'retention', label: 'Retention', parts: [RetentionSection] },
  { id: 'you', label: 'You', parts: [AppearanceSection, AccountSection] },
];

export function SettingsPage(): ReactNode {
  const { tab = 'models' } = useSearch({ from: '/settings' });
  const navigate = useNavigate();
  return (
    <Page title="Settings">
      <Tabs
        value={tabs.some(({ id }) => id === tab) ? tab : 'models'}
        onChange={(id) => void navigate({ to: '/settings', search: { tab: id } })}
        tabs={tabs.map(({ id, label, parts }) => ({
          id,
          label,
          panel: (
            <div className="grid gap-8 py-6">
              {parts.map((Part) => (
                <Part key={Part.name} />
              ))}
            </div>
          ),
        }))}
        className="max-w-[860px] [&>[role=tablist]]:px-0"
      />
    </Page>
  );
}
