import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { useModels, useTools } from '../../data/catalogue.ts';
import { useSecrets } from '../../data/secrets.ts';
import { ListedInput } from './listed-input.tsx';
import { SuggestInput } from './suggest-input.tsx';

/** The provider of a model. */
export function ProviderInput(props: WidgetProps): ReactNode {
  const known = useModels().data?.items ?? [];
  const names = [...new Set(known.map(({ provider }) => provider))];
  return <ListedInput field={props} suggestions={names.map((value) => ({ value }))} />;
}

/** The tool that a node calls. */
export function ToolInput(props: WidgetProps): ReactNode {
  const known = useTools().data?.items ?? [];
  const suggestions = known.map(({ name, description }) => ({ value: name, note: description }));
  return <ListedInput field={props} suggestions={suggestions} />;
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
