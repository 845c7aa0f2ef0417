// Files that arguments of a call name
// The protocol has no files in arguments: tools take them as text, in base64, or as an address, which a `data:` URL is.
// F1. A file is checked as the text that it becomes, and read when the call is made: neither approvals nor journals hold its bytes.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { fileNamed, type NodeFiles } from '@skein/ports';

/** All files of a call: base64 is a third longer, and a message is in memory as a whole. */
const bytesMax = 5_000_000;

/** What stands for each file while the arguments are checked. */
export function asCheckedText(args: Json, schema: JsonObject): Json {
  return hasFile(args)
    ? replaceFiles(args, schema, (_, isAddress) => (isAddress ? 'data:;base64,AA==' : 'AA=='))
    : args;
}

/** The arguments with the bytes of their files. */
export async function withFileBytes(
  args: JsonObject,
  schema: JsonObject,
  files: NodeFiles | undefined,
): Promise<{ [key: string]: Json }> {
  if (!hasFile(args)) return { ...args };
  if (files === undefined)
    throw new Error('A file can only be sent by a call that is part of a run.');
  const named = new Map<Json, string>();
  let bytes = 0;
  for (const value of filesIn(args)) {
    const { size, type, name } = await files.open(value);
    bytes += size;
    if (bytes > bytesMax)
      throw new Error(`With the file "${name}" the call has more than ${bytesMax} bytes of files.`);
    const base64 = Buffer.from(await files.read(value)).toString('base64');
    named.set(value, `data:${type};base64,${base64}`);
  }
  return replaceInFields(args, schema, (value, isAddress) => {
    const url = named.get(value) ?? '';
    return isAddress ? url : url.slice(url.indexOf(',') + 1);
  });
}

function filesIn(value: Json): readonly Json[] {
  if (fileNamed(value) !== null) return [value];
  if (Array.isArray(value)) return value.flatMap(filesIn);
  return isObject(value) ? Object.values(value).flatMap(filesIn) : [];
}

function hasFile(value: Json): boolean {
  if (fileNamed(value) !== null) return true;
  if (Array.isArray(value)) return value.some(hasFile);
  return isObject(value) && Object.values(value).some(hasFile);
}

type Text = (file: Json, isAddress: boolean) => string;

function replaceFiles(value: Json, schema: JsonObject, text: Text): Json {
  if (fileNamed(value) !== null) return text(value, wantsAddress(schema));
  if (Array.isArray(value)) {
    const items = objectIn(schema, 'items');
    return value.map((item) => replaceFiles(item, items, text));
  }
  return isObject(value) ? replaceInFields(value, schema, text) : value;
}

function replaceInFields(
  value: JsonObject,
  schema: JsonObject,
  text: Text,
): { [key: string]: Json } {
  const properties = objectIn(schema, 'properties');
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      replaceFiles(part, objectIn(properties, key), text),
    ]),
  );
}

function wantsAddress(schema: JsonObject): boolean {
  const format = ownValue(schema, 'format');
  return typeof format === 'string' && /^(?:uri|url|uri-reference|data-url)$/.test(format);
}

function objectIn(schema: JsonObject, key: string): JsonObject {
  const found = ownValue(schema, key) ?? null;
  return isObject(found) ? found : {};
}
