import { Plug, Plus, ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  useDeleteOwnMcpServer,
  useOwnMcpServers,
  usePutOwnMcpServer,
  type OwnMcpServer,
} from '../../../data/settings/own-mcp-servers.ts';
import { Button } from '../../../design/controls/button.tsx';
import { ScopedButton } from '../../../viewers/scoped-button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { countWords } from '../../../text/time-words.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { McpServerRow, unreviewed } from './mcp-server-row.tsx';
import { OwnServerDialog } from './own-server-dialog.tsx';
import { RemoveServer } from './remove-server.tsx';
import { SettingsList, SettingsSection } from '../settings-section.tsx';

export function OwnMcpSection(): ReactNode {
  const servers = useOwnMcpServers();
  const [isAdding, setAdding] = useState(false);
  return (
    <SettingsSection
      title="Your MCP servers"
      note="Used in your own runs only, and seen by nobody else. Tools that change later are used only after you have confirmed them."
      action={
        <ScopedButton needs="write" icon={Plus} onClick={() => setAdding(true)}>
          Add a server
        </ScopedButton>
      }
    >
      <SettingsList
        query={servers}
        row={(server) => <OwnServerRow key={server.name} server={server} />}
        empty={
          <EmptyState icon={Plug} title="No servers of your own yet">
            Add the address of one that speaks MCP over HTTP.
          </EmptyState>
        }
      />
      {isAdding && <OwnServerDialog onClose={() => setAdding(false)} />}
    </SettingsSection>
  );
}

function OwnServerRow({ server }: { readonly server: OwnMcpServer }): ReactNode {
  const [isEditing, setEditing] = useState(false);
  const remove = useDeleteOwnMcpServer();
  const name = visibleText(server.name);
  return (
    <McpServerRow server={server} reached={server.url}>
      <ConfirmTools server={server} />
      <Button size="sm" aria-label={`Edit ${name}`} onClick={() => setEditing(true)}>
        Edit
      </Button>
      <RemoveServer
        name={name}
        note="Your workflows that use its tools fail at their next call."
        isBusy={remove.isPending}
        onRemove={(onSuccess) => remove.mutate(server.name, { onSuccess })}
      />
      {isEditing && <OwnServerDialog server={server} onClose={() => setEditing(false)} />}
    </McpServerRow>
  );
}

/** The tools of a server are trusted as they are when it is saved: saving it unchanged confirms them. */
function ConfirmTools({ server }: { readonly server: OwnMcpServer }): ReactNode {
  const { name, url, headers, settings, tools } = server;
  const put = usePutOwnMcpServer(() =>
    showToast({ tone: 'ok', text: 'Confirmed. Agents can use them now.' }),
  );
  const count = unreviewed(tools).length;
  if (count === 0) return null;
  return (
    <Button
      size="sm"
      icon={ShieldCheck}
      disabled={put.isPending}
      onClick={() => put.mutate({ name, body: { ...settings, url, headers } })}
    >
      Confirm {countWords(count, 'tool')}
    </Button>
  );
}
