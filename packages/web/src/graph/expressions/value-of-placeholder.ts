import type { Json } from '@skein/kernel';
import type { ExpressionPlace } from './expression-place.ts';
import { previewTemplate } from './preview-value.ts';
import type { Variable } from '../variables/variables-at.ts';

const shownMax = 400;

/** What a placeholder was in the run that is looked at, as text; null if it had no value. */
export function valueOfPlaceholder(
  text: string,
  {
    place,
    variables,
  }: { readonly place: ExpressionPlace | null; readonly variables: readonly Variable[] },
): string | null {
  const known = variables.find((each) => each.text === text)?.preview ?? computed(text, place);
  if (known === undefined) return null;
  const shown = typeof known === 'string' ? known : JSON.stringify(known, undefined, 2);
  return shown.length > shownMax ? `${shown.slice(0, shownMax)}…` : shown;
}

function computed(text: string, place: ExpressionPlace | null): Json | undefined {
  const preview = place === null ? null : previewTemplate(text, place);
  return preview?.kind === 'value' ? preview.value : undefined;
}
