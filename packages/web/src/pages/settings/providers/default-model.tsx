import { useState, type ReactNode } from 'react';
import { useModels } from '../../../data/catalogue.ts';
import { useSetDefaultModel, type Provider } from '../../../data/settings/providers.ts';
import { Button } from '../../../design/controls/button.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { SettingsSection } from '../settings-section.tsx';

interface DefaultModelProps {
  readonly chosen: string | null;
  readonly providers: readonly Provider[];
}

const offline = 'scripted';

/** The model of nodes and agents that name none. */
export function DefaultModel({ chosen, providers }: DefaultModelProps): ReactNode {
  const [written, setWritten] = useState<string | null>(null);
  const set = useSetDefaultModel((model) => {
    setWritten(null);
    showToast({ tone: 'ok', text: `${nameOf(model)} is the default model now.` });
  });
  const [first] = providers;
  // Nobody chose one here: then the configuration and the keys decide, and the list of models says which.
  const usual = useModels().data?.items.find(({ isDefault }) => isDefault === true)?.name ?? null;
  const now = chosen ?? usual;
  return (
    <SettingsSection
      title="Default model"
      note="Answers where a node or an agent names no model. Only you choose it."
    >
      <div className="grid gap-3 p-4">
        <p className="text-sm">
          Now: <b className="font-mono font-medium">{visibleText(nameOf(now))}</b>
        </p>
        {written === null ? (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setWritten(now === offline ? '' : (now ?? ''))}>
              Choose another model
            </Button>
            {now !== offline && (
              <Button disabled={set.isPending} onClick={() => set.mutate(offline)}>
                Use the offline model
              </Button>
            )}
          </div>
        ) : (
          <form
            className="grid gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              set.mutate(written.trim());
            }}
          >
            <TextField
              label="Model"
              note="As provider/model. The models of each provider are listed above."
              required
              maxLength={300}
              placeholder={`${first?.id ?? 'openai'}/model`}
              value={written}
              onChange={setWritten}
              className="font-mono"
            />
            <div className="flex gap-2">
              <Button tone="primary" type="submit" disabled={set.isPending}>
                Use it
              </Button>
              <Button onClick={() => setWritten(null)}>Cancel</Button>
            </div>
          </form>
        )}
      </div>
    </SettingsSection>
  );
}

function nameOf(model: string | null): string {
  if (model === null) return 'None';
  return model === offline ? 'Offline model' : model;
}
