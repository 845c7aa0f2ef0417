import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDroppedFiles } from './dropped-files.ts';
import type { GivenFile } from './given-file.ts';
import { readFiles } from './read-files.ts';
import { recognise, type Recognised } from './recognise.ts';

export interface ImportFile {
  readonly id: number;
  readonly file: GivenFile;
  /** Undefined while it is read. */
  readonly read: Recognised | undefined;
}

export interface ImportFiles {
  readonly files: readonly ImportFile[];
  readonly add: (files: readonly File[]) => void;
  readonly remove: (id: number) => void;
}

let nextId = 1;

/** The files of the dialog, and what they are; also those that were dropped on the page. */
export function useImportFiles(): ImportFiles {
  const [given, setGiven] = useState<readonly Omit<ImportFile, 'read'>[]>([]);
  const add = (files: readonly File[]) =>
    void readFiles(files).then((read) =>
      setGiven((before) => [...before, ...read.map((file) => ({ id: nextId++, file }))]),
    );
  const dropped = useDroppedFiles(({ files }) => files);
  useEffect(() => {
    if (dropped.length === 0) return;
    useDroppedFiles.setState({ files: [] });
    add(dropped);
  }, [dropped]);
  const reads = useQueries({ queries: given.map(({ id, file }) => recognising(`${id}`, file)) });
  return {
    files: given.map((each, index) => ({ ...each, read: reads[index]?.data })),
    add,
    remove: (id) => setGiven((before) => before.filter((each) => each.id !== id)),
  };
}

/** What a text is; read once. A refusal is an answer, too. */
export function recognising(key: string, file: GivenFile) {
  return {
    queryKey: ['import', key],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => recognise(file, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  };
}
