import { Bot } from 'lucide-react';
import type { ReactNode } from 'react';
import { useModels, type Model } from '../../data/catalogue.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { Tag } from '../../design/tag.tsx';
import { visibleText } from '../../viewers/visible-text.ts';
import { SettingsList, SettingsSection } from './settings-section.tsx';
import { SettingsRow } from './settings-row.tsx';

export function ModelsSection(): ReactNode {
  const models = useModels();
  return (
    <SettingsSection
      title="Models"
      note="Named in the configuration of the server. Their keys come from its environment, or from the secrets below."
    >
      <SettingsList
        query={models}
        row={(model) => <ModelRow key={`${model.provider}/${model.name}`} model={model} />}
        empty={
          <EmptyState icon={Bot} title="Only the offline model">
            It answers by echo or from scripts, so everything can be tried without a key.
          </EmptyState>
        }
      />
    </SettingsSection>
  );
}

function ModelRow({ model }: { readonly model: Model }): ReactNode {
  const { name, provider, isDefault } = model;
  const isOffline = provider === 'scripted';
  return (
    <SettingsRow
      icon={Bot}
      tone="agent"
      title={<span className="font-mono">{visibleText(name.replace(/\/$/, ''))}</span>}
      note={isOffline ? 'Offline: answers from a script, or echoes. Needs no key.' : noteOf(model)}
    >
      {isDefault === true && <Tag>default</Tag>}
      <Tag>{visibleText(provider)}</Tag>
    </SettingsRow>
  );
}

function noteOf({ model, provider }: Model): string {
  return typeof model === 'string'
    ? `Stands for ${visibleText(model)}`
    : `Every model of ${visibleText(provider)}, as ${visibleText(provider)}/NAME`;
}
