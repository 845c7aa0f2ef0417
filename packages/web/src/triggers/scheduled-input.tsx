import { missingNames } from '@skein/dialects';
import { isObject, type Json } from '@skein/kernel';
import type { ReactNode } from 'react';
import { useChosenWorkflow } from '../data/workflows.ts';
import { InputField } from '../form/input-field.tsx';

interface ScheduledInputProps {
  readonly workflow: string;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

/** What every run of a schedule gets: nobody is there to be asked. */
export function ScheduledInput({ workflow, value, onChange }: ScheduledInputProps): ReactNode {
  const { inputSchema } = useChosenWorkflow(workflow) ?? {};
  const given = value ?? { scheduled_at: '' };
  // As the server sends it, it is JSON.
  const schema = (inputSchema ?? {}) as Json;
  const missing = isObject(given) ? missingNames(schema, Object.keys(given)) : [];
  const isEmpty = (next: Json | undefined) =>
    next === undefined || (isObject(next) && Object.keys(next).length === 0);
  return (
    <section aria-label="Input of each run" className="grid gap-2">
      <h3 className="text-sm font-medium">Input of each run</h3>
      <InputField
        id="scheduled-input"
        label="Input"
        note="Text or JSON. If it is empty, runs get the time of the tick, as scheduled_at."
        workflow={workflow}
        value={value}
        onChange={(next) => onChange(isEmpty(next) ? undefined : next)}
      />
      {missing.length > 0 && (
        <p role="status" className="text-xs text-wait-text">
          The workflow requires {missing.join(', ')}. Until it is filled in, no tick starts a run.
        </p>
      )}
    </section>
  );
}
