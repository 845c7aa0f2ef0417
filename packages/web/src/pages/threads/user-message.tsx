import { Copy, Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { SentFile, ThreadMessage } from '../../data/threads.ts';
import { Button } from '../../design/controls/button.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { TextAreaField } from '../../design/controls/text-area-field.tsx';
import { textOfParts } from '../../graph/chat/add-chunk.ts';
import { textAt } from '../../graph/own-keys.ts';
import { copyText } from '../../viewers/copy-text.ts';
import { LongText } from '../../viewers/long-text.tsx';
import { FileChip } from './file-chip.tsx';

interface UserMessageProps {
  readonly message: ThreadMessage;
  readonly isEditing: boolean;
  readonly onEdit: (isEditing: boolean) => void;
  /** Says something else in its place, in a thread of its own; null: not now. */
  readonly onResend: ((text: string, files: readonly SentFile[]) => void) | null;
}

export function UserMessage(props: UserMessageProps): ReactNode {
  const { message, isEditing, onEdit, onResend } = props;
  const text = textOfParts(message.parts);
  const files = message.parts.filter(({ type }) => type === 'file').map(toFile);
  if (isEditing && onResend !== null)
    return (
      <EditMessage
        text={text}
        onClose={() => onEdit(false)}
        onSend={(changed) => onResend(changed, files)}
      />
    );
  return (
    <div className="grid max-w-[88%] justify-items-end gap-1 justify-self-end">
      {files.length > 0 && (
        <div className="flex flex-wrap justify-end gap-2">
          {files.map((file, index) => (
            <FileChip key={index} file={file} />
          ))}
        </div>
      )}
      {text !== '' && (
        <div className="max-w-full rounded-lg rounded-br-sm bg-accent-soft px-3 py-2 break-words whitespace-pre-wrap">
          <LongText text={text} />
        </div>
      )}
      <div className="flex gap-1">
        <IconButton
          size="sm"
          icon={Copy}
          label="Copy the message"
          onClick={() => copyText(text, 'message')}
        />
        {onResend !== null && (
          <IconButton
            size="sm"
            icon={Pencil}
            label="Edit the message"
            onClick={() => onEdit(true)}
          />
        )}
      </div>
    </div>
  );
}

interface EditMessageProps {
  readonly text: string;
  readonly onSend: (text: string) => void;
  readonly onClose: () => void;
}

function EditMessage({ text, onSend, onClose }: EditMessageProps): ReactNode {
  const [changed, setChanged] = useState(text);
  return (
    <form
      className="grid gap-2 rounded-lg border border-line bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (changed.trim() !== '') onSend(changed);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <TextAreaField label="Your message" rows={3} value={changed} onChange={setChanged} />
      <p className="text-xs text-text-2">
        What was said before it goes on in a new thread. This one stays as it is.
      </p>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" tone="primary" type="submit">
          Send in a new thread
        </Button>
      </div>
    </form>
  );
}

function toFile(part: ThreadMessage['parts'][number]): SentFile {
  const name = textAt(part, 'filename');
  const sent = { mediaType: textAt(part, 'mediaType'), url: textAt(part, 'url') };
  return name === '' ? sent : { ...sent, name };
}
