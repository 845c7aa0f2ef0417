import { ListTodo } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { useEditorStore } from '../state/editor-store.ts';
import { useTodo } from '../state/use-todo.ts';

/** Opens the list that an import has left; nothing for other workflows. */
export function TodoButton(): ReactNode {
  const store = useEditorStore();
  const { entries, left } = useTodo();
  if (entries.length === 0) return null;
  return (
    <Button
      tone="ghost"
      size="sm"
      icon={ListTodo}
      onClick={() => store.setState(({ panel }) => ({ panel: panel === 'todo' ? null : 'todo' }))}
    >
      {left}
      <span className="max-md:sr-only">to do</span>
    </Button>
  );
}
