import type { ReactNode } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { Modal } from '../../../design/dialogs/modal.tsx';
import { useEditor, useEditorStore } from '../state/editor-store.ts';
import type { Saving } from '../state/use-save.ts';

/** Someone else has saved meanwhile: nothing is lost, whatever the user chooses. */
export function ConflictDialog({ saving }: { readonly saving: Saving }): ReactNode {
  const store = useEditorStore();
  const isStale = useEditor((state) => state.isStale);
  // The query client reports failures.
  const act = (action: () => Promise<void>) => () => void action().catch(() => {});
  return (
    <Modal
      isOpen={isStale}
      onOpenChange={() => store.setState({ isStale: false })}
      title="Someone else saved this workflow"
    >
      <div className="grid gap-4 p-4 text-sm">
        <p>
          It changed after you opened it. Your changes are still here and have not been sent.
          Nothing is lost either way: the other definition stays in the versions or one undo away.
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={act(saving.takeTheirs)}>Load theirs</Button>
          <Button tone="primary" disabled={saving.isSaving} onClick={act(saving.overwrite)}>
            Overwrite with mine
          </Button>
        </div>
      </div>
    </Modal>
  );
}
