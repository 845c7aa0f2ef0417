import type { Json } from '@skein/api';
import type { FormField } from './form-fields.ts';

/** What a browser sends for a field that nobody touched: one text, or for boxes one for each that is checked. */
export function shownTexts({ kind, initial, options }: FormField): readonly string[] {
  const known = options.map((option) => JSON.stringify(option));
  switch (kind) {
    case 'yes-no':
      return initial === true ? ['true'] : [];
    case 'choices':
      return (Array.isArray(initial) ? initial : [])
        .map((each) => JSON.stringify(each))
        .filter((each) => known.includes(each));
    case 'choice': {
      const chosen = initial === undefined ? '' : JSON.stringify(initial);
      return [known.includes(chosen) ? chosen : ''];
    }
    case 'json':
      return [initial === undefined ? '' : JSON.stringify(initial, null, 2)];
    case 'number':
      // Browsers leave the field empty for anything else.
      return [typeof initial === 'number' ? String(initial) : ''];
    case 'text':
    case 'long':
      return [textOf(initial)];
  }
}

function textOf(initial: Json | undefined): string {
  if (initial === undefined || initial === null) return '';
  return typeof initial === 'string' ? initial : JSON.stringify(initial);
}
