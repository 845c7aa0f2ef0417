import { nothingSelected, type EditorStore } from '../state/editor-store.ts';

/** Shows the workflow at the end of a path, and a node in it, if one is named. */
export function openLevel(
  store: EditorStore,
  path: readonly string[],
  node: string | null = null,
): void {
  const whole = store.outer?.store ?? store;
  const { inside, isArranged } = whole.getState();
  const isSame = JSON.stringify(inside) === JSON.stringify(path);
  whole.setState({
    ...nothingSelected,
    inside: path,
    open: node,
    nodes: new Set(node === null ? [] : [node]),
    adding: null,
    panel: null,
    // Each is arranged by itself.
    isArranged: isSame && isArranged,
  });
}
