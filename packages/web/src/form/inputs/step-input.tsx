import type { WidgetProps } from '@rjsf/utils';
import { useContext, type ReactNode } from 'react';
import { Select } from '../../design/controls/select.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { PromptVariables } from '../prompt/prompt-variables.ts';

/** One of the earlier steps, by name; an unknown value is offered as it is. */
export function StepInput({ id, label, value, onChange }: WidgetProps): ReactNode {
  const written = typeof value === 'string' ? value : '';
  const steps = useContext(PromptVariables).flatMap(({ step, label: name }) =>
    step === undefined ? [] : [{ value: step, label: visibleText(name) }],
  );
  const isKnown = written === '' || steps.some((step) => step.value === written);
  return (
    <Select
      id={id}
      label={label}
      value={written}
      onChange={onChange}
      options={isKnown ? steps : [...steps, { value: written, label: visibleText(written) }]}
    />
  );
}
