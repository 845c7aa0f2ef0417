// Importing
// Workflows of Skein and files of other products: what each is and what is left to do is shown first. Only the button saves, and only
// what is sound.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useImportWorkflow } from '../data/workflows.ts';
import { classNames } from '../design/class-names.ts';
import { Button } from '../design/controls/button.tsx';
import { inputClass } from '../design/controls/input-class.ts';
import { showToast } from '../design/feedback/toasts.ts';
import { readTodo } from '../graph/edit/todo.ts';
import { countWords } from '../text/time-words.ts';
import { DropZone } from './drop-zone.tsx';
import { FileRow } from './file-row.tsx';
import { furtherOf, isSound, type Recognised } from './recognise.ts';
import { RecognisedView } from './recognised-view.tsx';
import { recognising, useImportFiles } from './use-import-files.ts';

export function ImportForm(): ReactNode {
  const { files, add, remove } = useImportFiles();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const pasted = usePasted(useDeferredValue(text), files.length === 0);
  const shown = files.find(({ id }) => id === chosen) ?? files.at(-1);
  const reads = files.length === 0 ? [pasted] : files.map(({ read }) => read);
  const read = files.length === 0 ? pasted : shown?.read;
  const saving = useSaveAll();
  return (
    <form
      className="flex min-h-0 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        // A toast reported the failure.
        void saving.save(reads).catch(() => {});
      }}
    >
      <div className="grid min-h-0 auto-rows-max grid-cols-[minmax(0,1fr)] gap-3 overflow-auto p-4">
        <p className="text-sm text-text-2">
          Workflows of Skein, and exports of n8n, Dify, Flowise and AWS Step Functions, as JSON,
          YAML or ZIP. Importing starts nothing.
        </p>
        <DropZone onFiles={add} />
        {files.length === 0 ? (
          <textarea
            aria-label="Definition as JSON"
            rows={8}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="… or paste it here"
            className={classNames(inputClass, 'resize-y py-2 font-mono text-xs')}
          />
        ) : (
          <ul aria-label="Files" className="grid max-h-40 gap-1.5 overflow-auto">
            {files.map(({ id, file, read: own }) => (
              <FileRow
                key={id}
                name={file.name}
                read={own}
                isShown={id === shown?.id}
                onShow={() => setChosen(id)}
                onRemove={() => remove(id)}
              />
            ))}
          </ul>
        )}
        <div aria-live="polite">
          {read !== undefined ? (
            <RecognisedView read={read} />
          ) : (
            (files.length > 0 || text.trim() !== '') && (
              <p className="text-sm text-text-2">Looking at it …</p>
            )
          )}
        </div>
      </div>
      <Footer reads={reads} isBusy={saving.isBusy} />
    </form>
  );
}

function usePasted(text: string, isWanted: boolean): Recognised | undefined {
  const name = 'The text';
  const { data } = useQuery({
    ...recognising(text, { name, text }),
    enabled: isWanted && text.trim() !== '',
  });
  return data;
}

interface FooterProps {
  readonly reads: readonly (Recognised | undefined)[];
  readonly isBusy: boolean;
}

function Footer({ reads, isBusy }: FooterProps): ReactNode {
  const sound = reads.filter(isSound).length;
  const [only] = reads;
  const errors =
    reads.length === 1 && only?.is === 'own'
      ? only.diagnostics.filter(({ severity }) => severity === 'error').length
      : 0;
  return (
    <div className="flex shrink-0 items-center justify-end gap-3 border-t border-line p-4">
      {errors > 0 && (
        <p className="text-xs text-text-3">
          Nothing is saved yet. Fix {countWords(errors, 'error')} above first.
        </p>
      )}
      {reads.length > 1 && sound < reads.length && (
        <p className="text-xs text-text-3">
          {sound} of {reads.length} can be imported.
        </p>
      )}
      <Button tone="primary" type="submit" disabled={isBusy || sound === 0}>
        {sound > 1 ? `Import ${sound} workflows` : 'Import'}
      </Button>
    </div>
  );
}

/** Saves all that are sound: one is opened, of several the list is shown. */
function useSaveAll() {
  const navigate = useNavigate();
  const add = useImportWorkflow();
  const [isBusy, setBusy] = useState(false);
  const save = async (reads: readonly (Recognised | undefined)[]) => {
    const sound = reads.filter(isSound);
    const [first] = sound;
    if (isBusy || first === undefined) return;
    setBusy(true);
    try {
      let id = '';
      for (const read of sound) {
        for (const further of furtherOf(read)) await add.mutateAsync(further);
        ({ id } = await add.mutateAsync(read.definition));
      }
      const hasTodo = readTodo(first.definition).length > 0;
      if (sound.length === 1)
        await navigate({
          to: '/workflows/$id',
          params: { id },
          search: hasTodo ? { open: 'todo' } : {},
        });
      else {
        showToast({ tone: 'ok', text: `Imported ${sound.length} workflows.` });
        await navigate({ to: '/workflows' });
      }
    } finally {
      setBusy(false);
    }
  };
  return { save, isBusy };
}
