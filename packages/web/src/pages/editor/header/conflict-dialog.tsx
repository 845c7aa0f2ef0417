import { useState, type ReactNode } from 'react';
import { useHostTypes } from '../../../data/catalogue.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Modal } from '../../../design/dialogs/modal.tsx';
import { ageWords } from '../../../text/time-words.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { DifferenceList } from '../../../versions/difference-list.tsx';
import { differencesOf } from '../../../versions/differences.ts';
import { saverName } from '../../../versions/saver-name.ts';
import { useEditor, useEditorStore, type NewerVersion } from '../state/editor-store.ts';
import type { Saving } from '../state/use-save.ts';

/** Somebody has saved meanwhile: nothing is lost, whatever the user chooses. */
export function ConflictDialog({ saving }: { readonly saving: Saving }): ReactNode {
  const store = useEditorStore();
  const newer = useEditor((state) => state.newer);
  return (
    <Modal
      isOpen={newer !== null}
      onOpenChange={() => store.setState({ newer: null })}
      title={newer?.item.isDraft === false ? 'A newer version' : 'A newer draft'}
    >
      {newer !== null && <Choice newer={newer} saving={saving} />}
    </Modal>
  );
}

interface ChoiceProps {
  readonly newer: NewerVersion;
  readonly saving: Saving;
}

function Choice({ newer, saving }: ChoiceProps): ReactNode {
  const [isCompared, setCompared] = useState(false);
  const mine = newer.wanted.kind === 'version' ? 'Publish mine anyway' : 'Save mine anyway';
  return (
    <div className="grid min-h-0 gap-4 overflow-auto p-4 text-sm">
      <p className="font-medium">{newerWords(newer)}</p>
      <p>
        Your changes are still here, and have not been saved. Nothing is lost either way: what you
        save over stays among the versions, and what you replace here is one undo away.
      </p>
      {isCompared && <Differences newer={newer} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          className="mr-auto"
          aria-expanded={isCompared}
          onClick={() => setCompared(!isCompared)}
        >
          See the differences
        </Button>
        <Button onClick={saving.takeTheirs}>Take theirs</Button>
        <Button
          tone="primary"
          disabled={saving.isSaving}
          // The query client reports failures.
          onClick={() => void saving.overwrite().catch(() => {})}
        >
          {mine}
        </Button>
      </div>
    </div>
  );
}

function Differences({ newer }: { readonly newer: NewerVersion }): ReactNode {
  const present = useEditor(({ history }) => history.present);
  const known = useHostTypes().data?.known;
  return (
    <section aria-label="Differences" className="grid gap-2">
      <p className="text-xs text-text-2">From theirs to yours</p>
      <DifferenceList differences={differencesOf(newer.definition, present, known)} />
    </section>
  );
}

function newerWords({ item }: NewerVersion): string {
  const when = ageWords(item.savedAt, Date.now());
  const who = saverName(item);
  if (who === null)
    return item.isDraft
      ? `A newer draft was saved ${when}, in another tab or browser.`
      : `A newer version was published ${when}, in another tab or browser.`;
  const what = item.isDraft ? 'saved a newer draft' : 'published a newer version';
  return visibleText(`${who} ${what} ${when}.`);
}
