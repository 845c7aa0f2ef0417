import type { AnswerOf } from '@skein/api';
import { Link } from '@tanstack/react-router';
import { MailCheck, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDeadLetters, useReplayMessages } from '../../../data/settings/outbox.ts';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { shortId } from '../../../text/short-id.ts';
import { ageWords, countWords } from '../../../text/time-words.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { ScopedButton } from '../../../viewers/scoped-button.tsx';
import { SettingsList, SettingsSection } from '../settings-section.tsx';

type DeadLetter = AnswerOf<'listOutbox'>['items'][number];

/** Messages that were given up: sent again when what was wrong is mended. */
export function DeadLettersSection(): ReactNode {
  const letters = useDeadLetters();
  const replay = useReplayMessages();
  const ids = (letters.data?.items ?? []).map(({ id }) => id);
  const send = (chosen: readonly string[]) =>
    replay.mutate(chosen, {
      onSuccess: () =>
        showToast({ tone: 'ok', text: `${countWords(chosen.length, 'message')} sent again.` }),
    });
  return (
    <SettingsSection
      title="Not delivered"
      note="Messages about your runs that nobody took, however often they were tried. They are kept, and can be sent again under the same id."
      action={
        ids.length > 1 && (
          <ScopedButton
            needs="write"
            icon={RotateCcw}
            disabled={replay.isPending}
            onClick={() => send(ids)}
          >
            Send all again
          </ScopedButton>
        )
      }
    >
      <SettingsList
        query={letters}
        row={(each) => (
          <LetterRow
            key={each.id}
            letter={each}
            isBusy={replay.isPending}
            onSend={() => send([each.id])}
          />
        )}
        empty={
          <EmptyState icon={MailCheck} title="Nothing is left">
            Every message was taken, or is still being tried.
          </EmptyState>
        }
      />
    </SettingsSection>
  );
}

interface LetterRowProps {
  readonly letter: DeadLetter;
  readonly isBusy: boolean;
  readonly onSend: () => void;
}

function LetterRow({ letter, isBusy, onSend }: LetterRowProps): ReactNode {
  const { kind, recipient, run, attempts, error, updatedAt } = letter;
  const to = visibleText(recipient);
  return (
    <li className="grid gap-1 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-mono">{visibleText(kind)}</span>
        <span className="min-w-0 truncate text-text-2">{to}</span>
        <span className="text-text-3">
          {attempts === 1 ? 'one try' : `${attempts} tries`} · {ageWords(updatedAt, Date.now())} ·{' '}
          <Link to="/runs/$id" params={{ id: run }} className="rounded-sm underline">
            run {shortId(run)}
          </Link>
        </span>
        <ScopedButton
          needs="write"
          size="sm"
          icon={RotateCcw}
          className="ml-auto"
          aria-label={`Send again: ${visibleText(kind)} to ${to}`}
          disabled={isBusy}
          onClick={onSend}
        >
          Send again
        </ScopedButton>
      </div>
      {error !== null && <p className="break-words text-bad-text">{visibleText(error)}</p>}
    </li>
  );
}
