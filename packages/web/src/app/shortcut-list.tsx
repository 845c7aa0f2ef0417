import type { ReactNode } from 'react';
import { Kbd } from '../design/keyboard/kbd.tsx';
import { Modal } from '../design/dialogs/modal.tsx';
import { shortcutGroups, type Shortcut } from './shortcuts.ts';

interface ShortcutListProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

export function ShortcutList({ isOpen, onOpenChange }: ShortcutListProps): ReactNode {
  return (
    <Modal isOpen={isOpen} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <div className="grid gap-5 overflow-auto p-4">
        {shortcutGroups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-2 text-xs font-medium text-text-3">{title}</h3>
            <dl className="grid gap-1.5 text-sm">
              {keys.map((help) => (
                <KeyRow key={help.does} {...help} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}

function KeyRow({ keys, does }: Shortcut): ReactNode {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt>{does}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  );
}
