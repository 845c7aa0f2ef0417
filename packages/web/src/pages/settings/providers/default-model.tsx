import { useState, type ReactNode } from 'react';
import { useModels } from '../../../data/catalogue.ts';
import { useSetDefaultModel, type Provider } from '../../../data/settings/providers.ts';
import { Button } from '../../../design/controls/button.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { noteOnModel } from '../../../graph/forms/model-names.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { SettingsSection } from '../settings-section.tsx';

interface DefaultModelProps {
  readonly chosen: string | null;
  readonly providers: readonly Provider[];
}

const offline = 'scripted';

/** The model of nodes and agents that name none. */
export function DefaultModel({ chosen, providers }: DefaultModelProps): ReactNode {
  /** What the field begins with; null: it is not there. */
  const [start, setStart] = useState<string | null>(null);
  const set = useSetDefaultModel((model) => {
    setStart(null);
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
        {start === null ? (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setStart(now === offline ? '' : (now ?? ''))}>
              Choose another model
            </Button>
            {now !== offline && (
              <Button disabled={set.isPending} onClick={() => set.mutate(offline)}>
                Use the offline model
              </Button>
            )}
          </div>
        ) : (
          <ModelForm
            start={start}
            example={`${first?.id ?? 'openai'}/model`}
            isBusy={set.isPending}
            onChoose={(model) => set.mutate(model)}
            onCancel={() => setStart(null)}
          />
        )}
      </div>
    </SettingsSection>
  );
}

interface ModelFormProps {
  readonly start: string;
  readonly example: string;
  readonly isBusy: boolean;
  readonly onChoose: (model: string) => void;
  readonly onCancel: () => void;
}

/** Any name, because lists of models lack some; only one of a provider that the server does not have is refused. */
function ModelForm({ start, example, isBusy, onChoose, onCancel }: ModelFormProps): ReactNode {
  const known = useModels().data?.items ?? [];
  const [written, setWritten] = useState(start);
  const [isLeft, setLeft] = useState(false);
  const said = noteOnModel(written, known);
  const isWrong = said?.isProblem === true;
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setLeft(true);
        if (!isWrong) onChoose(written.trim());
      }}
    >
      <TextField
        label="Model"
        note={
          isWrong || said === null
            ? 'As provider/model. The models of each provider are listed above.'
            : said.text
        }
        error={isLeft && isWrong ? said.text : undefined}
        required
        autoFocus
        maxLength={300}
        placeholder={example}
        value={written}
        onChange={setWritten}
        onBlur={() => setLeft(true)}
        className="font-mono"
      />
      <div className="flex gap-2">
        <Button tone="primary" type="submit" disabled={isBusy}>
          Use it
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function nameOf(model: string | null): string {
  if (model === null) return 'None';
  return model === offline ? 'Offline model' : model;
}
