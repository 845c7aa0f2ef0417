import type { Json } from '@skein/kernel';
import type { Importer } from '../importer.ts';
import { convertN8n } from './convert-n8n.ts';
import { documentOf } from './read/read-document.ts';

export const n8nImporter: Importer = {
  format: 'n8n',
  title: 'n8n',
  recognises: (source: Json) => documentOf(source) !== null,
  convert: convertN8n,
};
