import { compileText } from '@skein/dialects';
import { isObject, type Diagnostic, type Json } from '@skein/kernel';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useImportWorkflow } from '../../data/workflows.ts';
import { Button } from '../../design/controls/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { inputClass } from '../../design/controls/input-class.ts';
import { Modal } from '../../design/dialogs/modal.tsx';
import { Tag } from '../../design/status/tag.tsx';
import { DiagnosticList } from '../../viewers/diagnostic-list.tsx';
import { countWords } from '../../text/time-words.ts';
import { DropZone } from './drop-zone.tsx';

interface ImportDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ImportDialog({ isOpen, onClose }: ImportDialogProps): ReactNode {
  return (
    <Modal isOpen={isOpen} onOpenChange={onClose} title="Import a workflow">
      <ImportForm />
    </Modal>
  );
}

function ImportForm(): ReactNode {
  const navigate = useNavigate();
  const add = useImportWorkflow();
  const [text, setText] = useState('');
  const read = useReadDefinition(useDeferredValue(text));
  const errors = read.diagnostics.filter(({ severity }) => severity === 'error').length;
  const submit = async () => {
    const definition = JSON.parse(text) as Json;
    if (!isObject(definition)) return;
    const { id } = await add.mutateAsync(definition);
    await navigate({ to: '/workflows/$id', params: { id } });
  };
  return (
    <form
      className="grid min-h-0 gap-3 overflow-auto p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit().catch(() => {});
      }}
    >
      <p className="text-sm text-text-2">
        A definition in any dialect, detected by its shape. Importing it starts nothing.
      </p>
      <DropZone onText={setText} />
      <textarea
        aria-label="Definition as JSON"
        rows={8}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="… or paste it here"
        className={classNames(inputClass, 'resize-y py-2 font-mono text-xs')}
      />
      {text.trim() !== '' && (
        <div className="grid gap-2" aria-live="polite">
          <p className="flex items-center gap-2 text-sm">
            {read.dialect === null ? 'Not a known dialect.' : 'Recognised as'}
            {read.dialect !== null && <Tag>{read.dialect}</Tag>}
          </p>
          <DiagnosticList diagnostics={read.diagnostics} />
        </div>
      )}
      <div className="flex items-center justify-end gap-3">
        {errors > 0 && (
          <p className="text-xs text-text-3">
            Nothing is saved yet. Fix {countWords(errors, 'error')} above first.
          </p>
        )}
        <Button
          tone="primary"
          type="submit"
          disabled={add.isPending || read.dialect === null || errors > 0}
        >
          Import
        </Button>
      </div>
    </form>
  );
}

interface ReadDefinition {
  readonly dialect: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

function useReadDefinition(text: string): ReadDefinition {
  return useMemo(
    () => (text.trim() === '' ? { dialect: null, diagnostics: [] } : compileText(text)),
    [text],
  );
}
