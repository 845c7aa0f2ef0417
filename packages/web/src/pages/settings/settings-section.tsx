import { useId, type ReactNode } from 'react';

interface SettingsSectionProps {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}

export function SettingsSection({ title, note, children }: SettingsSectionProps): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-md font-semibold">
        {title}
      </h2>
      <p className="mb-3 text-sm text-text-2">{note}</p>
      <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-1">
        {children}
      </div>
    </section>
  );
}
