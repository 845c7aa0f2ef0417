import { Maximize2, Minimize2, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { frameLooks } from '../../../canvas/frame-card.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { classNames } from '../../../design/class-names.ts';
import { TextAreaField } from '../../../design/controls/text-area-field.tsx';
import { changeFrame, removeFrames } from '../../../graph/frames/edit-frames.ts';
import { frameColours, type Frame } from '../../../graph/frames/frame.ts';
import { useFoldGroup } from '../canvas/use-fold-group.ts';
import { EditorPanel } from '../panels/editor-panel.tsx';
import { change, nothingSelected, useEditorStore } from '../state/editor-store.ts';

/** Edits the text of a note or the title of a group, and its colour. */
export function FrameDrawer({ frame }: { readonly frame: Frame }): ReactNode {
  const store = useEditorStore();
  const fold = useFoldGroup();
  const isNote = frame.kind === 'note';
  const write = (changes: Partial<Pick<Frame, 'text' | 'colour'>>, merge: string | null) =>
    change(store, (definition) => changeFrame(definition, frame.id, changes), merge);
  return (
    <EditorPanel
      title={isNote ? 'Note' : 'Group'}
      onClose={() => store.setState({ openFrame: null, frames: new Set() })}
    >
      <div className="grid gap-4">
        <TextAreaField
          label={isNote ? 'Text' : 'Title'}
          rows={isNote ? 6 : 1}
          value={frame.text}
          onChange={(text) => write({ text }, `frame ${frame.id}`)}
        />
        <Colours frame={frame} onChoose={(colour) => write({ colour }, null)} />
        {!isNote && (
          <Button
            icon={frame.collapsed === null ? Minimize2 : Maximize2}
            className="justify-self-start"
            onClick={() => fold(frame.id, frame.collapsed === null)}
          >
            {frame.collapsed === null ? 'Collapse into one card' : 'Expand'}
          </Button>
        )}
        <Button
          tone="danger"
          icon={Trash2}
          className="justify-self-start"
          onClick={() => {
            change(store, (definition) => removeFrames(definition, [frame.id]));
            store.setState(nothingSelected);
          }}
        >
          Remove
        </Button>
      </div>
    </EditorPanel>
  );
}

interface ColoursProps {
  readonly frame: Frame;
  readonly onChoose: (colour: Frame['colour']) => void;
}

function Colours({ frame, onChoose }: ColoursProps): ReactNode {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Colour</legend>
      <div className="flex gap-2">
        {frameColours.map((colour) => (
          <label
            key={colour}
            className={classNames(
              'grid size-9 cursor-pointer place-items-center rounded-md border text-xs has-checked:outline-2 has-checked:outline-offset-2 has-checked:outline-accent has-focus-visible:outline-2 has-focus-visible:outline-focus',
              frameLooks[colour].soft,
              frameLooks[colour].strong,
            )}
          >
            <input
              type="radio"
              name={`colour-${frame.id}`}
              aria-label={colour}
              checked={frame.colour === colour}
              onChange={() => onChoose(colour)}
              className="sr-only"
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
