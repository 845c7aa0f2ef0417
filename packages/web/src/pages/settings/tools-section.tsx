import { Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTools } from '../../data/catalogue.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { SettingsList, SettingsSection } from './settings-section.tsx';
import { SettingsRow } from './settings-row.tsx';
import { UncheckedTag } from './unchecked-tag.tsx';

export function ToolsSection(): ReactNode {
  const tools = useTools();
  return (
    <SettingsSection
      title="Available tools"
      note="Registered by the host, plus confirmed tools of MCP servers, including yours."
    >
      <SettingsList
        query={tools}
        row={({ name, description, unchecked = null }) => (
          <SettingsRow
            key={name}
            icon={Wrench}
            tone="tool"
            title={<span className="font-mono">{visibleText(name)}</span>}
            note={visibleText(description)}
          >
            {unchecked === null ? undefined : <UncheckedTag reason={unchecked} />}
          </SettingsRow>
        )}
        empty={
          <EmptyState icon={Wrench} title="No tools yet">
            Add an MCP server above, or a tools module to the configuration of the server.
          </EmptyState>
        }
      />
    </SettingsSection>
  );
}
