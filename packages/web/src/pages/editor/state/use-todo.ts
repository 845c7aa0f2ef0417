import { useMemo } from 'react';
import { useTools } from '../../../data/catalogue.ts';
import { readTodo, toolOf, type TodoEntry } from '../../../graph/edit/todo.ts';
import { useEditor } from './editor-store.ts';

export interface Todo {
  readonly entries: readonly TodoEntry[];
  /** Why an entry is done without being ticked off; undefined: it is not. */
  readonly doneBy: (entry: TodoEntry) => string | undefined;
  /** How many are neither. */
  readonly left: number;
}

/** What the import of this workflow has left to do. A tool that the server has is bound. */
export function useTodo(): Todo {
  const definition = useEditor(({ history }) => history.present);
  const tools = useTools().data?.items;
  return useMemo(() => {
    const entries = readTodo(definition);
    const doneBy = ({ kind, node }: TodoEntry) => {
      const tool = kind === 'binding' ? toolOf(definition, node) : undefined;
      return tools?.some(({ name }) => name === tool) === true ? `Bound to ${tool}.` : undefined;
    };
    const open = entries.filter((entry) => !entry.isDone && doneBy(entry) === undefined);
    return { entries, doneBy, left: open.length };
  }, [definition, tools]);
}
