import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { useEditorStore } from '../state/editor-store.ts';

interface EditorPanelProps {
  readonly title: string;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

export function EditorPanel({ title, onClose, children }: EditorPanelProps): ReactNode {
  const store = useEditorStore();
  return (
    <aside
      aria-label={title}
      className="z-20 flex shrink-0 flex-col border-line bg-surface max-md:fixed max-md:inset-x-0 max-md:bottom-14 max-md:h-[56dvh] max-md:rounded-t-xl max-md:border-t max-md:shadow-3 md:w-[400px] md:border-l"
    >
      <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="flex-1 text-md font-semibold">{title}</h2>
        <IconButton
          label="Close"
          icon={X}
          onClick={onClose ?? (() => store.setState({ panel: null }))}
        />
      </header>
      <div className="min-h-0 flex-1 overflow-auto p-4">{children}</div>
    </aside>
  );
}
