// Files of items in expressions
// An item has them by name under one key; each is a value that names a stored file.
import { NotConverted } from './not-converted.ts';
import { json, keyOf, type Said } from './said.ts';

/** Where an item has its files. */
export const FILES = 'binary';

export function filesOf(item: Said): Said {
  return { ...json(keyOf(item, FILES)), kind: 'files' };
}

/** What n8n tells about a file; its bytes are in no expression. */
export function filePart(file: Said, key: string): Said {
  const about = json(keyOf(file, '$file'));
  switch (key) {
    case 'fileName':
      return json(keyOf(about, 'name'));
    case 'mimeType':
      return json(keyOf(about, 'type'));
    case 'bytes':
      return json(keyOf(about, 'size'));
    case 'fileExtension':
      return json(`text(${keyOf(about, 'name')} ?? "").split(".")[-1]`);
    default:
      throw new NotConverted(`of the part "${key}" of a file`, { isHopeless: true });
  }
}
