import { Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import type { McpServer, McpTool } from '../../../data/settings/mcp-servers.ts';
import { FoldMark } from '../../../design/controls/fold-mark.tsx';
import { Tag, type TagTone } from '../../../design/status/tag.tsx';
import { JsonView } from '../../../viewers/json/json-view.tsx';
import { countWords } from '../../../text/time-words.ts';
import { effectWords } from '../../../text/effect-words.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { SignInButton } from './sign-in-button.tsx';
import { UncheckedTag } from '../unchecked-tag.tsx';

const stateTones: Readonly<Record<McpTool['state'] | McpServer['state'], TagTone>> = {
  ready: 'ok',
  changed: 'wait',
  new: 'wait',
  disabled: 'plain',
  failed: 'bad',
  unusable: 'bad',
};

interface McpServerRowProps {
  readonly server: Pick<McpServer, 'name' | 'state' | 'error' | 'tools'>;
  /** How or where it is reached. */
  readonly reached: string;
  /** What can be set of a tool. */
  readonly onTool?: (tool: McpTool) => ReactNode;
  /** What can be done with it. */
  readonly children?: ReactNode;
}

export function McpServerRow({ server, reached, onTool, children }: McpServerRowProps): ReactNode {
  const { name, state, error, tools } = server;
  return (
    <li className="text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <span className="grid size-8 shrink-0 place-items-center rounded-md bg-k-tool-soft text-k-tool">
          <Plug size={16} aria-hidden />
        </span>
        <span className="min-w-0 flex-[1_1_160px]">
          <span className="block font-medium break-words">{visibleText(name)}</span>
          <span className="block text-xs break-words text-text-2">
            {visibleText(error ?? `${reached} · ${countWords(tools.length, 'tool')}`)}
          </span>
        </span>
        <Tag tone={stateTones[state]}>{state}</Tag>
        <span className="flex flex-wrap items-center gap-2 empty:hidden max-md:w-full max-md:pl-11">
          <SignInButton error={error} />
          {children}
        </span>
      </div>
      {tools.length > 0 && (
        <ul aria-label={`Tools of ${visibleText(name)}`} className="border-t border-line bg-bg">
          {tools.map((tool) => (
            <ToolItem key={tool.id} tool={tool} setting={onTool?.(tool)} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Those that are not used until somebody has reviewed them. */
export function unreviewed(tools: readonly McpTool[]): readonly McpTool[] {
  return tools.filter(({ state }) => state === 'new' || state === 'changed');
}

/** Unfolds everything the server says about the tool: that is what gets confirmed. */
function ToolItem({
  tool,
  setting,
}: {
  readonly tool: McpTool;
  readonly setting: ReactNode;
}): ReactNode {
  const { id, description, parameters, effect, approve, state, unchecked } = tool;
  return (
    <li className="border-line not-last:border-b">
      <details className="group">
        <summary className="flex flex-wrap items-center gap-2 px-4 py-2 text-xs outline-offset-[-2px] hover:bg-sunken">
          <FoldMark className="duration-100" />
          <span className="min-w-0 flex-[1_1_180px] font-mono break-words">{visibleText(id)}</span>
          <span className="flex flex-wrap gap-2 max-md:w-full max-md:pl-6">
            {approve && <Tag>asks before each call</Tag>}
            {unchecked !== null && <UncheckedTag reason={unchecked} />}
            <Tag title={effect}>{effectWords(effect)}</Tag>
            <Tag tone={stateTones[state]}>{state}</Tag>
          </span>
        </summary>
        <div className="grid gap-2 pr-4 pb-3 pl-10 text-xs text-text-2">
          {setting}
          <p className="break-words whitespace-pre-line">{visibleText(description)}</p>
          <JsonView label="parameters" value={parameters} className="max-h-64" />
        </div>
      </details>
    </li>
  );
}
