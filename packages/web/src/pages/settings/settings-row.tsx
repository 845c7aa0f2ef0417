import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';

const tones = {
  agent: 'bg-k-agent-soft text-k-agent',
  tool: 'bg-k-tool-soft text-k-tool',
  trigger: 'bg-k-trigger-soft text-k-trigger',
  data: 'bg-k-data-soft text-k-data',
};

interface SettingsRowProps {
  readonly icon: LucideIcon;
  readonly tone: keyof typeof tones;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** On the right. */
  readonly children?: ReactNode;
}

export function SettingsRow(props: SettingsRowProps): ReactNode {
  const { icon: Icon, tone, title, note, children } = props;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-sm">
      <span
        className={classNames('grid size-8 shrink-0 place-items-center rounded-md', tones[tone])}
      >
        <Icon size={16} aria-hidden />
      </span>
      <span className="min-w-0 flex-[1_1_160px]">
        <span className="block font-medium break-words">{title}</span>
        {note !== undefined && (
          <span className="block text-xs break-words text-text-2">{note}</span>
        )}
      </span>
      {children !== undefined && (
        <span className="ml-auto flex flex-wrap items-center justify-end gap-2 max-md:w-full max-md:justify-start max-md:pl-11">
          {children}
        </span>
      )}
    </li>
  );
}
