import { Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTools } from '../../data/catalogue.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { SettingsList, SettingsSection } from './settings-section.tsx';
import { SettingsRow } from './settings-row.tsx';

export function ToolsSection(): ReactNode {
  const tools = useTools();
  return (
    <SettingsSection
      title="Tools that agents can be given"
      note="Registered by the host, and of MCP servers as far as they are confirmed."
    >
      <SettingsList
        query={tools}
        row={({ name, description }) => (
          <SettingsRow
            key={name}
            icon={Wrench}
            tone="tool"
            title={<span className="font-mono">{visibleText(name)}</span>}
            note={visibleText(description)}
          />
        )}
        empty={
          <EmptyState icon={Wrench} title="No tools yet">
            Name an MCP server or a module with tools in the configuration file of the server.
          </EmptyState>
        }
      />
    </SettingsSection>
  );
}
