import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface Tab {
  readonly id: string;
  readonly label: ReactNode;
  readonly panel: ReactNode;
}

interface TabsProps {
  readonly tabs: readonly Tab[];
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly className?: string;
}

export function Tabs({ tabs, value, onChange, className }: TabsProps): ReactNode {
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={(chosen: unknown) => onChange(String(chosen))}
      className={classNames('flex min-h-0 flex-col', className)}
    >
      <BaseTabs.List className="relative flex shrink-0 gap-4 overflow-x-auto border-b border-line px-4">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.id}
            value={tab.id}
            className="flex h-10 items-center gap-1.5 text-sm font-medium whitespace-nowrap text-text-2 hover:text-text data-active:text-text"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-accent transition-all duration-150" />
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel
          key={tab.id}
          value={tab.id}
          className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
        >
          {tab.panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
