import { isObject, type Json } from '@skein/kernel';
import { useId, useState, type ReactNode } from 'react';
import { useModels, useTools } from '../../data/catalogue.ts';
import { newId } from '../../data/new-id.ts';
import { usePutAgent, useStoredAgent, type StoredAgent } from '../../data/threads.ts';
import { Field } from '../../design/controls/field.tsx';
import { inputClass } from '../../design/controls/input-class.ts';
import { TextAreaField } from '../../design/controls/text-area-field.tsx';
import { TextField } from '../../design/controls/text-field.tsx';
import { FormDialog } from '../../design/dialogs/form-dialog.tsx';
import { showToast } from '../../design/feedback/toasts.ts';
import { suggestedModels } from '../../graph/forms/model-names.ts';
import { textAt } from '../../graph/own-keys.ts';
import { visibleText } from '../../text/visible-text.ts';

interface AgentDialogProps {
  /** The agent to change; undefined: a new one. */
  readonly id?: string;
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

export function AgentDialog(props: AgentDialogProps): ReactNode {
  const { data } = useStoredAgent(props.id);
  // The fields begin with what the agent is.
  if (props.id !== undefined && data === undefined) return null;
  return <AgentForm {...props} agent={data} />;
}

function AgentForm({
  agent,
  onMade,
  onClose,
}: AgentDialogProps & { readonly agent: StoredAgent | undefined }): ReactNode {
  const [name, setName] = useState(agent?.name ?? agent?.id ?? '');
  const [instructions, setInstructions] = useState(agent?.systemPrompt ?? '');
  const [model, setModel] = useState(agent?.model ?? '');
  const [tools, setTools] = useState<ReadonlySet<string>>(() => new Set(namesIn(agent?.tools)));
  const put = usePutAgent(({ id }) => {
    showToast({ tone: 'ok', text: `Saved ${name.trim()}.` });
    onMade(id);
  });
  return (
    <FormDialog
      title={agent === undefined ? 'New agent' : `Change ${visibleText(name)}`}
      action="Save"
      isBusy={put.isPending}
      onSubmit={() =>
        put.mutate({
          id: agent?.id ?? idFor(name),
          name: name.trim(),
          systemPrompt: instructions.trim() === '' ? null : instructions,
          model: model.trim() === '' ? null : model.trim(),
          tools: [...tools].map((each) => ({ name: each })),
        })
      }
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        maxLength={60}
        placeholder="Support"
        value={name}
        onChange={setName}
      />
      <TextAreaField
        label="Instructions"
        rows={4}
        placeholder="What it is for, and how it should answer"
        value={instructions}
        onChange={setInstructions}
      />
      <ModelField value={model} onChange={setModel} />
      <ToolChoice chosen={tools} onChange={setTools} />
    </FormDialog>
  );
}

interface ModelFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ModelField({ value, onChange }: ModelFieldProps): ReactNode {
  const known = useModels().data?.items ?? [];
  const list = useId();
  const usual = known.find(({ isDefault }) => isDefault === true)?.name;
  return (
    <Field label="Model" note="Empty: the default model of the server.">
      {(given) => (
        <>
          <input
            {...given}
            list={list}
            value={value}
            placeholder={usual === undefined ? 'Default' : `Default: ${usual}`}
            onChange={(event) => onChange(event.target.value)}
            className={`${inputClass} h-9 font-mono`}
          />
          <datalist id={list}>
            {suggestedModels(known).map(({ value: name, note }) => (
              <option key={name} value={name}>
                {note}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

interface ToolChoiceProps {
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

function ToolChoice({ chosen, onChange }: ToolChoiceProps): ReactNode {
  const tools = useTools().data?.items ?? [];
  const gone = [...chosen].filter((name) => !tools.some((tool) => tool.name === name));
  const set = (name: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(name);
    else next.delete(name);
    onChange(next);
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">Tools</legend>
      {tools.length === 0 && (
        <p className="text-xs text-text-2">
          No tools yet. Add an MCP server under Settings, Tools.
        </p>
      )}
      <div className="grid max-h-52 gap-1 overflow-auto">
        {[...tools, ...gone.map((name) => ({ name, description: 'Not available now' }))].map(
          ({ name, description }) => (
            <label key={name} className="flex items-start gap-2 text-sm">
              <input
                type="checkbox"
                className="mt-1 accent-accent"
                checked={chosen.has(name)}
                onChange={(event) => set(name, event.target.checked)}
              />
              <span className="min-w-0">
                <span className="block font-mono text-xs break-words">{visibleText(name)}</span>
                <span className="line-clamp-2 text-xs text-text-2">{visibleText(description)}</span>
              </span>
            </label>
          ),
        )}
      </div>
    </fieldset>
  );
}

function namesIn(tools: Json | undefined): readonly string[] {
  const listed: readonly Json[] = Array.isArray(tools) ? tools : [];
  return listed.flatMap((tool) => (isObject(tool) ? [textAt(tool, 'name')] : []));
}

/** Nobody has to think of one. Two agents of one name are two agents. */
function idFor(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${words.slice(0, 40) || 'agent'}-${newId().slice(0, 4)}`;
}
