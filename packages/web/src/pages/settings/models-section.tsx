import { Bot } from 'lucide-react';
import type { ReactNode } from 'react';
import { useModels, type Model } from '../../data/catalogue.ts';
import { useSecrets } from '../../data/secrets.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { Tag } from '../../design/status/tag.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { SettingsList, SettingsSection } from './settings-section.tsx';
import { SettingsRow } from './settings-row.tsx';

interface UsualProvider {
  readonly provider: string;
  /** The environment variable or secret that holds its key. */
  readonly secret: string;
}

/** Providers that the server knows without configuration. */
const usualProviders: readonly UsualProvider[] = [
  { provider: 'openai', secret: 'OPENAI_API_KEY' },
  { provider: 'anthropic', secret: 'ANTHROPIC_API_KEY' },
  { provider: 'google', secret: 'GOOGLE_GENERATIVE_AI_API_KEY' },
];

export function ModelsSection(): ReactNode {
  const models = useModels();
  const secrets = useSecrets('server').data?.items ?? [];
  const listed = new Set(models.data?.items.map(({ provider }) => provider));
  const given = new Set(secrets.map(({ name }) => name));
  return (
    <SettingsSection title="Models" note="What workflows and agents can name.">
      <SettingsList
        query={models}
        row={(model) => <ModelRow key={`${model.provider}/${model.name}`} model={model} />}
        more={usualProviders
          .filter(({ provider }) => !listed.has(provider))
          .map(({ provider, secret }) => (
            <AbsentRow
              key={provider}
              provider={provider}
              secret={secret}
              hasSecret={given.has(secret)}
            />
          ))}
        empty={
          <EmptyState icon={Bot} title="Only the offline model">
            It echoes or answers from scripts, so you can try everything without a key.
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
      note={
        isOffline
          ? 'The offline model: it answers from a script, or repeats what it is told. Needs no key.'
          : noteOf(model)
      }
    >
      {isDefault === true && <Tag>default</Tag>}
      {lacksKey(model) && <Tag tone="wait">no key</Tag>}
      <Tag>{visibleText(provider)}</Tag>
    </SettingsRow>
  );
}

function noteOf({ name, model, provider, key, hasKey }: Model): string {
  if (model === name) return 'Answers where no model is named.';
  if (typeof model === 'string') return `Alias of ${visibleText(model)}`;
  const names = `Every model of ${visibleText(provider)}, as ${visibleText(provider)}/NAME`;
  return typeof key === 'string' && hasKey === false ? `${names}. ${keyWords(key)}` : names;
}

/** Some providers need no key. */
function lacksKey({ key, hasKey }: Model): boolean {
  return typeof key === 'string' && hasKey === false;
}

function keyWords(key: string): string {
  return `Its key is missing: the operator adds it as a provider, or sets ${visibleText(key)} in the environment of the server.`;
}

interface AbsentRowProps extends UsualProvider {
  readonly hasSecret: boolean;
}

/** A provider that works as soon as its key is there, without configuration. */
function AbsentRow({ provider, secret, hasSecret }: AbsentRowProps): ReactNode {
  const note = hasSecret
    ? 'Its key is among the secrets below, but this server answers from a script.'
    : keyWords(secret);
  return (
    <SettingsRow
      icon={Bot}
      tone="agent"
      title={<span className="font-mono">{provider}</span>}
      note={note}
    >
      <Tag tone="wait">{hasSecret ? 'not used' : 'no key'}</Tag>
    </SettingsRow>
  );
}
