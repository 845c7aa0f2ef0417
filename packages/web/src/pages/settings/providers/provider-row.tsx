import { Bot, FlaskConical, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { problemOf } from '../../../data/problem.ts';
import {
  useDeleteProvider,
  useTestProvider,
  type Provider,
} from '../../../data/settings/providers.ts';
import { Button } from '../../../design/controls/button.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { ConfirmDialog } from '../../../design/dialogs/confirm-dialog.tsx';
import { Tag } from '../../../design/status/tag.tsx';
import { visibleText } from '../../../text/visible-text.ts';
import { ModelList } from './model-list.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { providerName } from './provider-names.ts';

interface ProviderRowProps {
  readonly provider: Provider;
  /** The default model. */
  readonly chosen: string | null;
  /** Just added: it is tested at once. */
  readonly isNew: boolean;
}

export function ProviderRow({ provider, chosen, isNew }: ProviderRowProps): ReactNode {
  const { id, type, baseURL, key, hasKey, from } = provider;
  const [isEditing, setEditing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  /** How often it was changed here: each time it is tested again, since what was said about it may no longer be true. */
  const [changes, setChanges] = useState(0);
  const remove = useDeleteProvider();
  const name = visibleText(id);
  return (
    <li className="grid gap-3 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="grid size-8 shrink-0 place-items-center rounded-md bg-k-agent-soft text-k-agent">
          <Bot size={16} aria-hidden />
        </span>
        <span className="min-w-0 flex-[1_1_160px]">
          <span className="block font-medium break-words">{name}</span>
          <span className="block text-xs break-words text-text-2">
            {providerName(type)}
            {baseURL !== null && ` · ${visibleText(baseURL)}`}
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-2 max-md:w-full max-md:pl-11">
          {key !== null && !hasKey && <Tag tone="wait">no key</Tag>}
          {from === 'configuration' && <Tag>configuration</Tag>}
          {from === 'settings' && (
            <>
              <Button size="sm" aria-label={`Change ${name}`} onClick={() => setEditing(true)}>
                Change
              </Button>
              <IconButton label={`Remove ${name}`} icon={Trash2} onClick={() => setAsking(true)} />
            </>
          )}
        </span>
      </div>
      <Tried id={id} version={isNew || changes > 0 ? changes : null} />
      <ModelList provider={provider} chosen={chosen} />
      {isEditing && (
        <ProviderDialog
          provider={provider}
          onSaved={() => {
            setEditing(false);
            setChanges(changes + 1);
          }}
          onClose={() => setEditing(false)}
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Remove ${name}?`}
        action="Remove"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(id, { onSuccess: () => setAsking(false) })}
      >
        <p>Its key is deleted too. Workflows that name its models fail at their next call.</p>
      </ConfirmDialog>
    </li>
  );
}

interface TriedProps {
  readonly id: string;
  /** Each one is tested at once; null: only on request. */
  readonly version: number | null;
}

/** One small call, and what came of it. */
function Tried({ id, version }: TriedProps): ReactNode {
  const test = useTestProvider();
  const { mutate } = test;
  const begun = useRef<number | null>(null);
  useEffect(() => {
    if (version === null || begun.current === version) return;
    begun.current = version;
    mutate({ id });
  }, [version, id, mutate]);
  const { data, error, isPending } = test;
  return (
    <div className="flex flex-wrap items-center gap-3 md:pl-11">
      <Button
        size="sm"
        icon={FlaskConical}
        aria-label={`Test ${visibleText(id)}`}
        disabled={isPending}
        onClick={() => mutate({ id })}
      >
        {isPending ? 'Testing…' : 'Test'}
      </Button>
      <p role="status" className="min-w-0 flex-1 text-xs break-words empty:hidden">
        {data !== undefined && data.ok && (
          <span className="text-ok-text">
            It works: {visibleText(data.model)} answered in {(data.ms / 1000).toFixed(1)} s.
          </span>
        )}
        {data !== undefined && !data.ok && (
          <span className="text-bad-text">{visibleText(data.message)}</span>
        )}
        {error !== null && (
          <span className="text-bad-text">{visibleText(problemOf(error).message)}</span>
        )}
      </p>
    </div>
  );
}
