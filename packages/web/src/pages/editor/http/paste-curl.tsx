import { parseCurl, type ParsedCurl } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import { ClipboardPaste } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { TextAreaField } from '../../../design/controls/text-area-field.tsx';
import { Modal } from '../../../design/dialogs/modal.tsx';
import { visibleText } from '../../../text/visible-text.ts';

interface PasteCurlProps {
  readonly onUse: (request: JsonObject) => void;
}

/** Turns a curl command into the request of an http node. */
export function PasteCurl({ onUse }: PasteCurlProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [command, setCommand] = useState('');
  const parsed = useMemo(() => (command.trim() === '' ? null : parseCurl(command)), [command]);
  const config = parsed?.config ?? null;
  const close = () => {
    setOpen(false);
    // It may contain a key.
    setCommand('');
  };
  return (
    <>
      <Button
        size="sm"
        icon={ClipboardPaste}
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        Paste curl
      </Button>
      <Modal isOpen={isOpen} onOpenChange={close} title="Paste a curl command">
        <div className="grid gap-4 overflow-auto p-4">
          <TextAreaField
            label="Command"
            rows={5}
            placeholder="curl https://api.example.com/orders -H 'Authorization: Bearer …'"
            value={command}
            onChange={setCommand}
          />
          {parsed !== null && <Outcome parsed={parsed} />}
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button
              tone="primary"
              disabled={config === null}
              onClick={() => {
                if (config !== null) onUse(config);
                close();
              }}
            >
              Use this request
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}

function Outcome({ parsed: { config, secrets, lost } }: { readonly parsed: ParsedCurl }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm" role="status">
      {config !== null && (
        <pre
          aria-label="Settings"
          className="max-h-48 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs"
          tabIndex={0}
        >
          {visibleText(JSON.stringify(config, undefined, 2))}
        </pre>
      )}
      {secrets.length > 0 && (
        <Notes title="Secrets to set before it runs">
          {secrets.map(({ name, host, from }) => (
            <li key={name}>
              <code className="font-mono">{name}</code>, bound to{' '}
              <code className="font-mono">{visibleText(host)}</code>. {visibleText(from)} was in the
              command; its value is not kept.
            </li>
          ))}
        </Notes>
      )}
      {lost.length > 0 && (
        <Notes title={config === null ? 'Not a request yet' : 'Not kept'}>
          {lost.map((sentence, index) => (
            <li key={index}>{visibleText(sentence)}</li>
          ))}
        </Notes>
      )}
    </div>
  );
}

function Notes({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-md bg-wait-soft p-3 text-wait-text">
      <h3 className="font-medium">{title}</h3>
      <ul className="list-disc pl-5 break-words">{children}</ul>
    </section>
  );
}
