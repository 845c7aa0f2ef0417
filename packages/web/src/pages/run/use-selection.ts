import { useNavigate, useSearch } from '@tanstack/react-router';

interface Choosing {
  readonly select: (node: string | null) => void;
  /** Selects an edge by its key; the selected node stays. */
  readonly selectEdge: (line: string) => void;
}

/** The selection is in the address, so that a refresh or a link shows the same. */
export function useSelection(run: string): Choosing {
  const navigate = useNavigate();
  const { node: before, tab } = useSearch({ from: '/runs/$id' });
  const show = (chosen: { readonly node?: string; readonly line?: string }) =>
    void navigate({
      to: '/runs/$id',
      params: { id: run },
      search: { ...chosen, ...(tab === undefined ? {} : { tab }) },
      replace: true,
    });
  return {
    select: (node) => show(node === null ? {} : { node }),
    selectEdge: (line) => show({ line, ...(before === undefined ? {} : { node: before }) }),
  };
}
