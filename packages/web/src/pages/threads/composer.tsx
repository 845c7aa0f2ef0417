import { Paperclip, SendHorizontal, Square } from 'lucide-react';
import {
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react';
import type { SentFile } from '../../data/threads.ts';
import { classNames } from '../../design/class-names.ts';
import { Button } from '../../design/controls/button.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { inputClass } from '../../design/controls/input-class.ts';
import { showToast } from '../../design/feedback/toasts.ts';
import { FileChip } from './file-chip.tsx';
import { acceptedFiles, readFile } from './read-file.ts';

interface ComposerProps {
  readonly isBusy: boolean;
  /** Whether it was taken; what was not is to be sent again. */
  readonly onSend: (text: string, files: readonly SentFile[]) => Promise<boolean>;
  readonly onStop: () => void;
  /** The arrow up in an empty field: to change what was said last. */
  readonly onEditLast: () => void;
}

export function Composer({ isBusy, onSend, onStop, onEditLast }: ComposerProps): ReactNode {
  const [text, setText] = useState('');
  const { files, setFiles, add } = useFiles();
  const field = useReadyToType();
  const isEmpty = text.trim() === '' && files.length === 0;
  const send = () => {
    if (isEmpty || isBusy) return;
    void onSend(text, files).then((isTaken) => {
      if (isTaken) return;
      setText((typed) => (typed === '' ? text : typed));
      setFiles((added) => (added.length === 0 ? files : added));
    });
    setText('');
    setFiles([]);
  };
  return (
    <form
      className="grid shrink-0 gap-2 border-t border-line bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void add(event.dataTransfer.files);
      }}
    >
      {files.length > 0 && <FilesToSend files={files} onChange={setFiles} />}
      <div className="flex items-end gap-2">
        <AddFiles onFiles={(given) => void add(given)} />
        <textarea
          ref={field}
          aria-label="Message"
          placeholder="Write a message"
          rows={Math.min(8, Math.max(1, text.split('\n').length))}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            if (event.clipboardData.files.length > 0) void add(event.clipboardData.files);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowUp' && text === '') onEditLast();
            if (event.key === 'Escape' && isBusy) onStop();
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
          className={classNames(inputClass, 'min-w-0 flex-1 resize-none py-2')}
        />
        {isBusy ? (
          <Button icon={Square} onClick={onStop}>
            Stop
          </Button>
        ) : (
          <Button type="submit" tone="primary" icon={SendHorizontal} disabled={isEmpty}>
            Send
          </Button>
        )}
      </div>
    </form>
  );
}

/** Whoever opens a thread wants to say something. On a touch screen the keyboard would cover what was said. */
function useReadyToType() {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (window.matchMedia('(pointer: fine) and (min-width: 768px)').matches)
      field.current?.focus({ preventScroll: true });
  }, []);
  return field;
}

interface ChosenFiles {
  readonly files: readonly SentFile[];
  readonly setFiles: Dispatch<SetStateAction<readonly SentFile[]>>;
  readonly add: (given: Iterable<File>) => Promise<void>;
}

function useFiles(): ChosenFiles {
  const [files, setFiles] = useState<readonly SentFile[]>([]);
  const add = async (given: Iterable<File>) => {
    for (const file of given) {
      try {
        const read = await readFile(file);
        setFiles((before) => [...before, read]);
      } catch (error) {
        showToast({ tone: 'bad', text: error instanceof Error ? error.message : String(error) });
      }
    }
  };
  return { files, setFiles, add };
}

interface FilesToSendProps {
  readonly files: readonly SentFile[];
  readonly onChange: (files: readonly SentFile[]) => void;
}

function FilesToSend({ files, onChange }: FilesToSendProps): ReactNode {
  return (
    <ul aria-label="Files to send" className="flex flex-wrap gap-2">
      {files.map((file, index) => (
        <li key={index}>
          <FileChip
            file={file}
            onRemove={() => onChange(files.filter((_, each) => each !== index))}
          />
        </li>
      ))}
    </ul>
  );
}

function AddFiles({ onFiles }: { readonly onFiles: (files: Iterable<File>) => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Files"
        tabIndex={-1}
        accept={acceptedFiles}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <IconButton icon={Paperclip} label="Add files" onClick={() => input.current?.click()} />
    </>
  );
}
