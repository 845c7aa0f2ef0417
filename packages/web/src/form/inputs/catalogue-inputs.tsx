import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { useModels, useTools } from '../../data/catalogue.ts';
import { ListedInput } from './listed-input.tsx';

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
