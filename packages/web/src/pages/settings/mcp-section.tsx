import { Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMcpServers } from '../../data/mcp-servers.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { McpServerRow } from './mcp-server-row.tsx';
import { SettingsList, SettingsSection } from './settings-section.tsx';

export function McpSection(): ReactNode {
  const servers = useMcpServers();
  return (
    <SettingsSection
      title="MCP servers"
      note="Configured on the server only. New or changed tools are used only after someone has reviewed them."
    >
      <SettingsList
        query={servers}
        row={(server) => <McpServerRow key={server.name} server={server} />}
        empty={
          <EmptyState icon={Plug} title="No MCP servers yet">
            Add one under mcpServers in skein.config.json, then restart the server.
          </EmptyState>
        }
      />
    </SettingsSection>
  );
}
