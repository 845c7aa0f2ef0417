import type { ReactNode } from 'react';
import {
  useMcpServerSettings,
  usePutMcpServer,
  type McpTool,
} from '../../../data/settings/mcp-servers.ts';
import { Switch } from '../../../design/controls/switch.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { visibleText } from '../../../text/visible-text.ts';

interface AskBeforeProps {
  readonly server: string;
  readonly tool: McpTool;
}

/** Whether a person is asked before each call of a tool. */
export function AskBefore({ server, tool }: AskBeforeProps): ReactNode {
  const { data } = useMcpServerSettings(server);
  const put = usePutMcpServer(() => showToast({ tone: 'ok', text: `Saved ${server}.` }));
  const name = visibleText(tool.id);
  const set = (approve: boolean) => {
    if (data === undefined) return;
    const { tools = {}, ...rest } = data.settings;
    const changed = { ...tools[tool.name], approve };
    put.mutate({
      name: server,
      settings: { ...rest, tools: { ...tools, [tool.name]: changed } },
    });
  };
  return (
    <div className="flex items-center gap-2 text-text">
      <Switch
        label={`Ask before each call of ${name}`}
        checked={tool.approve}
        disabled={data === undefined || put.isPending}
        onChange={set}
      />
      <span aria-hidden>Ask before each call</span>
    </div>
  );
}
