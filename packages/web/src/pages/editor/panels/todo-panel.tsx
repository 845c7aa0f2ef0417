import { nodeNames } from '@skein/dialects';
import { useReactFlow } from '@xyflow/react';
import { useMemo, type ReactNode } from 'react';
import { tickTodo, type TodoEntry } from '../../../graph/edit/todo.ts';
import type { Sketch } from '../../../graph/sketch.ts';
import { TodoList } from '../../../importing/todo-list.tsx';
import { openLevel } from '../inside/open-level.ts';
import { change, useEditorStore } from '../state/editor-store.ts';
import { useTodo } from '../state/use-todo.ts';
import { EditorPanel } from './editor-panel.tsx';

/** What the import of this workflow has left to do; each entry leads to its node, and is ticked off. */
export function TodoPanel({ sketch }: { readonly sketch: Sketch }): ReactNode {
  const store = useEditorStore();
  const flow = useReactFlow();
  const { entries, doneBy } = useTodo();
  const names = useMemo(() => nodeNames(sketch.nodes), [sketch]);
  const show = ({ node }: TodoEntry) => {
    const isInside = store.getState().inside.length > 0;
    openLevel(store, [], node);
    // The canvas of another level shows what is open in it when it comes.
    if (isInside) return;
    void flow.fitView({
      nodes: [{ id: node }],
      maxZoom: 1,
      padding: 0.5,
      duration: 150,
      includeHiddenNodes: true,
    });
  };
  const tick = ({ index }: TodoEntry, isDone: boolean) =>
    change(store, (before) => tickTodo(before, index, isDone));
  return (
    <EditorPanel title="To do after the import">
      {entries.length === 0 ? (
        <p className="text-sm text-text-2">Nothing is left to do.</p>
      ) : (
        <TodoList
          entries={entries}
          onTick={tick}
          onShow={show}
          doneBy={doneBy}
          nodeName={(node) => names.get(node) ?? node}
        />
      )}
    </EditorPanel>
  );
}
