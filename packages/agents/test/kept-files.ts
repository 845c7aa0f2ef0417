import { fileNamed, fileValue, type NodeFiles } from '@skein/ports';

/** Files of a run, in memory. */
export function keptFiles(): NodeFiles {
  const kept = new Map<string, { name: string; type: string; bytes: Uint8Array }>();
  const find = (value: Parameters<NodeFiles['open']>[0]) => {
    const found = kept.get(fileNamed(value)?.id ?? '');
    if (found === undefined) throw new Error('There is no such file.');
    return found;
  };
  return {
    async write({ name, type }, given) {
      const parts: Uint8Array[] = [];
      if (given instanceof Uint8Array) parts.push(given);
      else for await (const part of given) parts.push(part);
      const bytes = Buffer.concat(parts);
      const id = `f${kept.size + 1}`;
      kept.set(id, { name, type, bytes });
      return fileValue({ run: 'run', id, name, type, size: bytes.length } as never);
    },
    async open(value) {
      const { name, type, bytes } = find(value);
      const id = fileNamed(value)?.id ?? '';
      const about = { run: 'run', id, name, type, size: bytes.length };
      return {
        ...about,
        async *bytes() {
          yield bytes;
        },
      } as never;
    },
    read: async (value) => find(value).bytes,
  };
}
