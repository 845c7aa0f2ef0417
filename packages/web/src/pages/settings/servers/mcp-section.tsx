import { Plug, Plus, ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  useConfirmTools,
  useDeleteMcpServer,
  useMcpServers,
  type McpServer,
  type McpTool,
} from '../../../data/settings/mcp-servers.ts';
import { useIsOperator } from '../../../data/settings/providers.ts';
import { Button } from '../../../design/controls/button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { countWords } from '../../../text/time-words.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { AskBefore } from './ask-before.tsx';
import { ServerDialog } from './server-dialog.tsx';
import { McpServerRow, unreviewed } from './mcp-server-row.tsx';
import { RemoveServer } from './remove-server.tsx';
import { SettingsList, SettingsSection } from '../settings-section.tsx';

export function McpSection(): ReactNode {
  const servers = useMcpServers();
  const isOperator = useIsOperator();
  const [isAdding, setAdding] = useState(false);
  return (
    <SettingsSection
      title="MCP servers"
      note="For everybody. Tools that a server gets or changes later are used only after someone has confirmed them; so are all tools of servers in the configuration."
      action={
        isOperator === true && (
          <Button icon={Plus} onClick={() => setAdding(true)}>
            Add a server for everybody
          </Button>
        )
      }
    >
      <SettingsList
        query={servers}
        row={(server) =>
          server.from === 'settings' && isOperator === true ? (
            <AddedRow key={server.name} server={server} />
          ) : (
            <ConfiguredRow key={server.name} server={server} />
          )
        }
        empty={
          <EmptyState icon={Plug} title="No MCP servers yet">
            {isOperator === true
              ? 'Add one by its command or its address. Agents can use the tools that it has then at once.'
              : 'The operator of this server adds them. Those of your own are below.'}
          </EmptyState>
        }
      />
      {isAdding && <ServerDialog onClose={() => setAdding(false)} />}
    </SettingsSection>
  );
}

/** One that was added here: changed, removed, and asked about each tool here. */
function AddedRow({ server }: { readonly server: McpServer }): ReactNode {
  const [isEditing, setEditing] = useState(false);
  const remove = useDeleteMcpServer();
  const tools = unreviewed(server.tools);
  const name = visibleText(server.name);
  return (
    <McpServerRow
      server={server}
      reached={server.transport}
      onTool={(tool) => <AskBefore server={server.name} tool={tool} />}
    >
      {tools.length > 0 && <ConfirmAll server={server.name} tools={tools} />}
      <Button size="sm" aria-label={`Change ${name}`} onClick={() => setEditing(true)}>
        Change
      </Button>
      <RemoveServer
        name={name}
        note="Workflows and agents that use its tools fail at their next call."
        isBusy={remove.isPending}
        onRemove={(onSuccess) => remove.mutate(server.name, { onSuccess })}
      />
      {isEditing && <ServerDialog name={server.name} onClose={() => setEditing(false)} />}
    </McpServerRow>
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
