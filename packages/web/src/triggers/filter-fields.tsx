import { isObject, type Diagnostic, type Json, type JsonObject } from '@skein/kernel';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { useChosenWorkflow } from '../data/workflows.ts';
import { TextField } from '../design/controls/text-field.tsx';
import { ConditionInput } from '../form/conditions/condition-field.tsx';
import { PromptVariables } from '../form/prompt/prompt-variables.ts';
import { listAt, withKey } from '../graph/own-keys.ts';
import { deliveryVariables } from '../graph/variables/delivery-variables.ts';
import { DiagnosticList } from '../viewers/diagnostic-list.tsx';
import { mailSchema } from './mail-schema.ts';

interface FilterFieldsProps {
  /** The id of the workflow whose input the deliveries are. */
  readonly workflow: string;
  /** Also the lists of senders, which only mails have. */
  readonly isMail: boolean;
  readonly rules: JsonObject;
  readonly onChange: (rules: JsonObject) => void;
  readonly problems: readonly Diagnostic[];
}

const senderLists = [
  ['email_whitelist', 'Allowed senders', 'ann@example.org'],
  ['domain_whitelist', 'Allowed domains', 'example.org'],
  ['email_blacklist', 'Blocked senders', 'spam@example.org'],
  ['domain_blacklist', 'Blocked domains', 'example.net'],
] as const;
const isList = (key: string) => senderLists.some(([list]) => list === key);

/** Which deliveries start a run. */
export function FilterFields(props: FilterFieldsProps): ReactNode {
  const { workflow, isMail, rules, onChange, problems } = props;
  const id = useId();
  const { inputSchema } = useChosenWorkflow(workflow) ?? {};
  const delivery = useMemo(
    // As the server sends it, it is JSON.
    () => deliveryVariables(isMail ? mailSchema : (inputSchema as Json | undefined)),
    [isMail, inputSchema],
  );
  const entries = Object.entries(rules);
  const condition = Object.fromEntries(entries.filter(([key]) => !isList(key)));
  const lists = Object.fromEntries(entries.filter(([key]) => isList(key)));
  const setCondition = (next: Json | undefined) =>
    onChange({ ...lists, ...(isObject(next) ? next : null) });
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 text-sm font-medium">Filter</legend>
      {isMail &&
        senderLists.map(([key, label, example]) => (
          <SenderList
            key={key}
            label={label}
            example={example}
            value={listAt(rules, key)}
            onChange={(next) => onChange(withKey(rules, key, next))}
          />
        ))}
      <PromptVariables value={delivery}>
        <ConditionInput
          id={id}
          label="Condition"
          value={Object.keys(condition).length === 0 ? undefined : condition}
          onChange={setCondition}
        />
      </PromptVariables>
      <p className="text-xs text-text-3">
        {isMail ? 'Only mails' : 'Only deliveries'} for which all of it holds start a run. Without a
        filter, every one does.
      </p>
      {problems.length > 0 && <DiagnosticList diagnostics={problems} />}
    </fieldset>
  );
}

interface SenderListProps {
  readonly label: string;
  readonly example: string;
  readonly value: readonly Json[];
  /** Undefined: an empty list. */
  readonly onChange: (value: readonly Json[] | undefined) => void;
}

function SenderList({ label, example, value, onChange }: SenderListProps): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      placeholder={example}
      note="Separated by commas."
      value={draft ?? value.filter((each) => typeof each === 'string').join(', ')}
      onChange={(text) => {
        setDraft(text);
        const given = text.split(',').map((each) => each.trim());
        const entries = given.filter((each) => each !== '');
        onChange(entries.length === 0 ? undefined : entries);
      }}
      onBlur={() => setDraft(null)}
    />
  );
}
