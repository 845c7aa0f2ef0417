import { useNavigate, useSearch } from '@tanstack/react-router';

interface Choosing {
  readonly select: (node: string | null) => void;
  /** By the key of a line; the node that is looked at stays. */
  readonly selectEdge: (line: string) => void;
}

/** What is chosen is in the address, so that a refresh or a link shows the same. */
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
