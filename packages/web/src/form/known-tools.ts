import type { Json } from '@skein/kernel';
import { createContext, useContext, useMemo } from 'react';
import { useTools } from '../data/catalogue.ts';
import type { OwnTool } from '../graph/forms/own-tools.ts';

/** Of the definition that is edited. */
export const OwnTools = createContext<readonly OwnTool[]>([]);

export interface KnownTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Json;
}

/** The tools that a node can name: those of its workflow, and those of the server that none of them hides. */
export function useKnownTools(): readonly KnownTool[] {
  const own = useContext(OwnTools);
  const { data } = useTools();
  return useMemo(() => {
    const names = new Set(own.map(({ name }) => name));
    return [...own, ...(data?.items ?? []).filter(({ name }) => !names.has(name))];
  }, [own, data]);
}
