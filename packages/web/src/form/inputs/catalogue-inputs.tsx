import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import { nativeNodes } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { useHostTypes, useModels } from '../../data/catalogue.ts';
import { useKnownTools } from '../known-tools.ts';
import { useSecrets } from '../../data/secrets.ts';
import type { ListedChoice } from './choice-input.tsx';
import { ListedInput } from './listed-input.tsx';
import { RegisteredChoice } from './registered-choice.tsx';
import { SuggestInput } from './suggest-input.tsx';

/** The provider of a model. */
export function ProviderInput(props: WidgetProps): ReactNode {
  const known = useModels().data?.items ?? [];
  const names = [...new Set(known.map(({ provider }) => provider))];
  return <ListedInput field={props} suggestions={names.map((value) => ({ value }))} />;
}

/** The tool that a node calls. */
export function ToolInput(props: WidgetProps): ReactNode {
  const known = useKnownTools();
  return (
    <RegisteredInput
      field={props}
      what="tool"
      unset={nativeNodes.tool.initialConfig}
      choices={known.map(({ name, description }) => ({
        value: name,
        label: name,
        note: description,
      }))}
    />
  );
}

/** The function that a node calls. */
export function FunctionInput(props: WidgetProps): ReactNode {
  const known = useHostTypes().data?.functions ?? [];
  const own = known.filter(({ isOwn }) => isOwn);
  const others = known.filter(({ isOwn }) => !isOwn);
  return (
    <RegisteredInput
      field={props}
      what="function"
      unset={nativeNodes.function.initialConfig}
      choices={[...own, ...others].map(({ name, description }) => ({
        value: name,
        label: name,
        note: description,
      }))}
    />
  );
}

interface RegisteredInputProps {
  readonly field: WidgetProps;
  readonly what: string;
  /** What a new node has while nothing is chosen. */
  readonly unset: JsonObject | undefined;
  readonly choices: readonly ListedChoice[];
}

/** A name that the server has registered, or an expression. */
function RegisteredInput({ field, what, unset = {}, choices }: RegisteredInputProps): ReactNode {
  const written = typeof field.value === 'string' ? field.value : '';
  const isUnset = Object.values(unset).includes(written) && !choices.some(isNamed(written));
  return (
    <RegisteredChoice
      field={field}
      placeholder={`Choose a ${what}`}
      value={isUnset ? '' : written}
      choices={choices}
      empty={`This server has no ${what}.`}
    />
  );
}

function isNamed(name: string): (choice: ListedChoice) => boolean {
  return ({ value }) => value === name;
}

/** The name of a secret, as it is written: data cannot choose it. Who may not see the list writes the name. */
export function SecretInput({
  id,
  label,
  value,
  onChange,
  onBlur,
  options,
}: WidgetProps): ReactNode {
  const server = useSecrets('server').data?.items ?? [];
  const own = useSecrets('own').data?.items ?? [];
  const known = new Map([...own, ...server].map(({ name, hosts }) => [name, hosts]));
  const written = typeof value === 'string' ? value : '';
  return (
    <SuggestInput
      id={id}
      label={label}
      value={written}
      onChange={(next) => onChange(next === '' ? options.emptyValue : next)}
      onBlur={() => onBlur(id, written)}
      placeholder="The name of a secret"
      suggestions={[...known].map(([name, hosts]) => ({
        value: name,
        note: hosts?.join(', ') ?? '',
      }))}
      describedBy={ariaDescribedByIds(id)}
    />
  );
}
