import { Bot, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useIsOperator, useProviders } from '../../../data/settings/providers.ts';
import { Button } from '../../../design/controls/button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { SettingsList, SettingsSection } from '../settings-section.tsx';
import { DefaultModel } from './default-model.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { ProviderRow } from './provider-row.tsx';

/** For the operator; the server answers nobody else. */
export function ProvidersSection(): ReactNode {
  return useIsOperator() === true ? <Providers /> : null;
}

function Providers(): ReactNode {
  const providers = useProviders();
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<string | null>(null);
  return (
    <>
      <SettingsSection
        title="Providers"
        note="Who answers for models. Adding one changes nothing by itself: you choose the default model, and workflows name theirs."
        action={
          <Button icon={Plus} onClick={() => setAdding(true)}>
            Add a provider
          </Button>
        }
      >
        <SettingsList
          query={providers}
          row={(provider) => (
            <ProviderRow
              key={provider.id}
              provider={provider}
              chosen={providers.data?.defaultModel ?? null}
              isNew={provider.id === added}
            />
          )}
          empty={
            <EmptyState icon={Bot} title="No provider yet">
              Add OpenAI, Anthropic, Google or any server that is compatible with OpenAI. Until
              then, the offline model answers.
            </EmptyState>
          }
        />
        {isAdding && (
          <ProviderDialog
            onClose={() => setAdding(false)}
            onSaved={(id) => {
              setAdding(false);
              setAdded(id);
            }}
          />
        )}
      </SettingsSection>
      {providers.data !== undefined && (
        <DefaultModel chosen={providers.data.defaultModel} providers={providers.data.items} />
      )}
    </>
  );
}
