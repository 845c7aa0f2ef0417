import {
  isObject,
  stepToExpression,
  type DescribedStep,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import { useMemo, useState, type ReactNode } from 'react';
import { ToggleGroup } from '../../../design/controls/toggle-group.tsx';
import { JsonField } from '../../../form/fields/json-field.tsx';
import { LazySchemaForm } from '../../../form/lazy-schema-form.tsx';
import { stepForm } from '../../../form/step-form.ts';
import { withKey } from '../../../graph/own-keys.ts';
import { plainJson } from '../../../graph/plain-json.ts';

interface StepBodyProps {
  readonly step: Json;
  readonly index: number;
  /** Undefined if the table has no such step. */
  readonly entry: DescribedStep | undefined;
  readonly onWrite: (step: JsonObject) => void;
}

const views = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
  { value: 'expression', label: 'Expression' },
] as const;

/** The settings of a step as a form or as JSON, or the expression that it is short for. */
export function StepBody({ step, index, entry, onWrite }: StepBodyProps): ReactNode {
  const [view, setView] = useState<(typeof views)[number]['value']>('form');
  // What the table does not know has no form.
  const shown = view === 'form' && (entry === undefined || !isObject(step)) ? 'json' : view;
  return (
    <>
      <ToggleGroup
        label={`View of step ${index + 1}`}
        choices={views}
        value={shown}
        onChange={setView}
      />
      {shown === 'form' && entry !== undefined && isObject(step) && (
        <StepForm step={step} index={index} entry={entry} onWrite={onWrite} />
      )}
      {shown === 'json' && (
        <div className="grid gap-1.5">
          <JsonField
            id={`data-step-${index}-json`}
            label={`Step ${index + 1} as JSON`}
            rows={6}
            value={step}
            onChange={(value) => isObject(value) && onWrite(value)}
          />
        </div>
      )}
      {shown === 'expression' && <AsExpression step={step} />}
    </>
  );
}

interface StepFormProps extends StepBodyProps {
  readonly step: JsonObject;
  readonly entry: DescribedStep;
}

function StepForm({ step, index, entry, onWrite }: StepFormProps): ReactNode {
  const { schema, named } = useMemo(() => stepForm(entry), [entry]);
  const { op: _, ...settings } = step;
  return (
    <>
      <p className="text-xs text-text-2">{entry.description.replaceAll('`', '')}</p>
      <LazySchemaForm
        id={`data-step-${index}-form`}
        label={`Settings of step ${index + 1}`}
        schema={schema}
        named={named}
        data={settings}
        onChange={(data) => {
          const plain = plainJson(data);
          if (isObject(plain)) onWrite({ op: entry.op, ...withKey(plain, 'op', undefined) });
        }}
      />
    </>
  );
}

function AsExpression({ step }: { readonly step: Json }): ReactNode {
  const expression = stepToExpression(step);
  if (expression === null)
    return (
      <p className="text-xs text-text-2">
        This step has no expression: it has a problem, or a reference in a form that expressions
        lack.
      </p>
    );
  return (
    <div className="grid gap-1.5">
      <p className="text-xs text-text-2">The same as an expression over the list rows:</p>
      <pre
        aria-label="Expression"
        className="rounded-md bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap"
      >
        {expression}
      </pre>
    </div>
  );
}
