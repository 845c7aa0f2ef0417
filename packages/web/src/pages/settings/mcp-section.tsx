import { Plug, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  useConfirmTools,
  useMcpServers,
  type McpServer,
  type McpTool,
} from '../../data/mcp-servers.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { showToast } from '../../design/feedback/toasts.ts';
import { countWords } from '../../text/time-words.ts';
import { McpServerRow, unreviewed } from './mcp-server-row.tsx';
import { SettingsList, SettingsSection } from './settings-section.tsx';

export function McpSection(): ReactNode {
  const servers = useMcpServers();
  return (
    <SettingsSection
      title="MCP servers"
      note="Of the configuration, for everybody. New or changed tools are used only after someone has reviewed them."
    >
      <SettingsList
        query={servers}
        row={(server) => <ConfiguredRow key={server.name} server={server} />}
        empty={
          <EmptyState icon={Plug} title="No MCP servers yet">
            Add one under mcpServers in skein.config.json, then restart the server.
          </EmptyState>
        }
      />
    </SettingsSection>
  );
}

function ConfiguredRow({ server }: { readonly server: McpServer }): ReactNode {
  const tools = unreviewed(server.tools);
  return (
    <McpServerRow server={server} reached={server.transport}>
      {tools.length > 0 && <ConfirmAll server={server.name} tools={tools} />}
    </McpServerRow>
  );
}

interface ConfirmAllProps {
  readonly server: string;
  readonly tools: readonly McpTool[];
}

function ConfirmAll({ server, tools }: ConfirmAllProps): ReactNode {
  const confirm = useConfirmTools(tellConfirmed);
  return (
    <Button
      size="sm"
      icon={ShieldCheck}
      disabled={confirm.isPending}
      onClick={() => confirm.mutate({ server, tools })}
    >
      Confirm {countWords(tools.length, 'tool')}
    </Button>
  );
}

function tellConfirmed({ tools }: McpServer): void {
  const left = unreviewed(tools).length;
  if (left === 0) showToast({ tone: 'ok', text: 'Confirmed. Agents can use them now.' });
  else
    showToast({
      tone: 'bad',
      text: `${countWords(left, 'tool')} changed again and not confirmed`,
      detail: 'Review them again.',
    });
}
