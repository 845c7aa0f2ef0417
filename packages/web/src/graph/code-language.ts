import { isObject, type Json } from '@skein/kernel';
import { objectAt, textAt } from './own-keys.ts';

/** The language that a definition was written in, where it was made by code; '' where it is a document of its own. */
export function codeLanguage(definition: Json): string {
  if (!isObject(definition)) return '';
  return textAt(objectAt(objectAt(definition, 'metadata'), 'origin'), 'language');
}
