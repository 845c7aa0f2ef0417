import { Bot, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { useModels, useTools, type Model, type Tool } from '../../data/catalogue.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { ErrorState } from '../../design/error-state.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Tag } from '../../design/tag.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { SettingsSection } from './settings-section.tsx';

export function SettingsPage(): ReactNode {
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto grid max-w-[860px] gap-6 px-4 py-5 md:px-8 md:py-8">
        <h1 className="text-xl font-semibold">Settings</h1>
        <AppearanceSection />
        <ModelsSection />
        <ToolsSection />
      </div>
    </div>
  );
}

function ModelsSection(): ReactNode {
  const { data, error } = useModels();
  return (
    <SettingsSection
      title="Models"
      note="Providers and their keys are set where the server is started. Keys are never shown here."
    >
      {error !== null ? (
        <ErrorState error={error} />
      ) : data === undefined ? (
        <Skeleton className="m-4 h-10" />
      ) : data.items.length === 0 ? (
        <EmptyState icon={Bot} title="Only the offline model">
          It answers by echo or from scripts, so everything can be tried without a key.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {data.items.map((model) => (
            <ModelRow key={`${model.provider}/${model.name}`} model={model} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function ModelRow({ model }: { readonly model: Model }): ReactNode {
  return (
    <li className="flex items-center gap-3 px-4 py-3 text-sm">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-k-agent-soft text-k-agent">
        <Bot size={16} aria-hidden />
      </span>
      <span className="min-w-0 flex-1 truncate font-mono">{model.name}</span>
      <Tag>{model.provider}</Tag>
    </li>
  );
}

function ToolsSection(): ReactNode {
  const { data, error } = useTools();
  return (
    <SettingsSection
      title="Tools"
      note="What agents may be offered: registered tools and those of MCP servers."
    >
      {error !== null ? (
        <ErrorState error={error} />
      ) : data === undefined ? (
        <Skeleton className="m-4 h-10" />
      ) : data.items.length === 0 ? (
        <EmptyState icon={Wrench} title="No tools yet">
          Name MCP servers in the configuration file of the server, then start it again.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {data.items.map((tool) => (
            <ToolRow key={tool.name} tool={tool} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function ToolRow({ tool }: { readonly tool: Tool }): ReactNode {
  return (
    <li className="flex gap-3 px-4 py-3 text-sm">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-k-tool-soft text-k-tool">
        <Wrench size={16} aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block truncate font-mono">{tool.name}</span>
        <span className="block text-xs break-words text-text-2">{tool.description}</span>
      </span>
    </li>
  );
}
