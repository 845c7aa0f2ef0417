import { CircleCheck, CircleX, ListTodo, LoaderCircle, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../design/class-names.ts';
import { IconButton } from '../design/controls/icon-button.tsx';
import { countWords } from '../text/time-words.ts';
import { visibleText } from '../text/visible-text.ts';
import { isSound, type Recognised } from './recognise.ts';

interface FileRowProps {
  readonly name: string;
  /** Undefined while it is read. */
  readonly read: Recognised | undefined;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onRemove: () => void;
}

/** One of the files to import: what becomes of it in a few words. */
export function FileRow({ name, read, isShown, onShow, onRemove }: FileRowProps): ReactNode {
  const { words, icon: Icon, tone } = outcomeOf(read);
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        aria-pressed={isShown}
        onClick={onShow}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-md border border-line px-2.5 py-1.5 text-left text-sm hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft"
      >
        <Icon size={14} aria-hidden className={classNames('shrink-0', tone)} />
        <span className="min-w-0 flex-1 truncate">{visibleText(name)}</span>
        <span className="shrink-0 text-xs text-text-2">{words}</span>
      </button>
      <IconButton size="sm" label={`Leave out ${name}`} icon={X} onClick={onRemove} />
    </li>
  );
}

function outcomeOf(read: Recognised | undefined) {
  if (read === undefined)
    return { words: 'reading…', icon: LoaderCircle, tone: 'animate-spin text-text-3' };
  if (!isSound(read)) return { words: 'cannot be imported', icon: CircleX, tone: 'text-bad-text' };
  const left = read.is === 'foreign' ? read.preview.losses.length : 0;
  if (left > 0)
    return { words: `${countWords(left, 'thing')} to do`, icon: ListTodo, tone: 'text-wait-text' };
  return { words: 'whole', icon: CircleCheck, tone: 'text-ok-text' };
}
