import type { Json } from '@skein/kernel';
import { stepsOf, stepType } from '@skein/dialects';
import { textAt } from '../own-keys.ts';
import { typeName } from './known-shape.ts';
import type { LastValues, Variable } from './variables-at.ts';

/** What the prompt of a step can refer to: the trigger, earlier steps with outputs, the date. */
export function pipelineVariables(
  definition: Json,
  { index, last }: { readonly index: number; readonly last: LastValues },
): readonly Variable[] {
  const earlier = stepsOf(definition)
    .slice(0, index)
    .filter((step) => stepType(step) !== 'stop_checker' && textAt(step, 'uuid') !== '');
  const steps = earlier.map((step) => {
    const uuid = textAt(step, 'uuid');
    const preview = last.outputs[uuid];
    const label = textAt(step, 'name') || uuid;
    const text = `<<step_output.${uuid}>>`;
    return { text, label, name: label, depth: 0, type: typeName(preview), preview, step: uuid };
  });
  return [
    {
      text: '<<trigger_output>>',
      label: 'Trigger',
      name: 'Trigger',
      depth: 0,
      type: typeName(last.input),
      preview: last.input,
    },
    ...steps,
    {
      text: '<<CURRENT_DATE>>',
      label: 'Current date',
      name: 'Current date',
      depth: 0,
      type: 'text',
      preview: undefined,
    },
  ];
}
