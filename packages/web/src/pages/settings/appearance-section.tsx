import type { ReactNode } from 'react';
import { applyTheme, useTheme, type Theme } from '../../design/theme.ts';
import { SettingsSection } from './settings-section.tsx';

const themes: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function AppearanceSection(): ReactNode {
  const { theme: shown } = useTheme();
  return (
    <SettingsSection title="Appearance" note="Stored in this browser.">
      <div role="group" aria-label="Theme" className="flex flex-wrap gap-2 p-4">
        {themes.map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-pressed={shown === name}
            onClick={() => applyTheme(name)}
            className="h-9 rounded-md border border-control/60 px-3 text-sm font-medium text-text-2 hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
          >
            {label}
          </button>
        ))}
      </div>
    </SettingsSection>
  );
}
